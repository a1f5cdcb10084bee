// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/event.h"

#include <cstring>

namespace ib {
namespace {

const Field& object_field(EventType type) {
  if (type == EventType::kPortChange) return eqe_layout::kPort;
  return type == EventType::kCqError ? eqe_layout::kErrorCqn : eqe_layout::kObject;
}

}  // namespace

EqContext decode_eq_context(const std::uint8_t* at) {
  namespace f = eq_context;
  EqContext c;
  c.log_size = static_cast<std::uint8_t>(load_field(at, f::kLogSize));
  c.uar_page = load_field(at, f::kUarPage);
  c.vector = static_cast<std::uint8_t>(load_field(at, f::kVector));
  c.buffer = load_field64(at, f::kBuffer);
  c.event_mask = load_field64(at, f::kEventMask);
  return c;
}

void encode(const EqContext& c, std::uint8_t* at) {
  namespace f = eq_context;
  std::memset(at, 0, f::kBytes);
  store_field(at, f::kLogSize, c.log_size);
  store_field(at, f::kUarPage, c.uar_page);
  store_field(at, f::kVector, c.vector);
  store_field64(at, f::kBuffer, c.buffer);
  store_field64(at, f::kEventMask, c.event_mask);
}

Eqe decode_eqe(const std::uint8_t* at) {
  Eqe e;
  e.type = static_cast<EventType>(load_field(at, eqe_layout::kType));
  e.object = load_field(at, object_field(e.type));
  e.sub_type = static_cast<std::uint8_t>(load_field(at, eqe_layout::kSubType));
  e.owner = static_cast<std::uint8_t>(load_field(at, eqe_layout::kOwner));
  return e;
}

void encode(const Eqe& e, std::uint8_t* at) {
  std::memset(at, 0, kEqeBytes);
  store_field(at, eqe_layout::kType, static_cast<std::uint32_t>(e.type));
  store_field(at, eqe_layout::kSubType, e.sub_type);
  store_field(at, object_field(e.type), e.object);
  store_field(at, eqe_layout::kOwner, e.owner);
}

}  // namespace ib
