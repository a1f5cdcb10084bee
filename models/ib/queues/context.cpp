// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/context.h"

#include <cstring>

namespace ib {
namespace {

/// One list of an attribute's place in the structure and in the bytes, used in both directions.
template <class Attributes, class Visit>
void visit_attributes(Attributes& a, Visit&& visit) {
  namespace f = qp_context;
  visit(f::kPathMtu, a.path_mtu);
  visit(f::kAccess, a.access);
  visit(f::kDestQpn, a.dest_qpn);
  visit(f::kDlid, a.dlid);
  visit(f::kSl, a.sl);
  visit(f::kSourcePathBits, a.source_path_bits);
  visit(f::kStaticRate, a.static_rate);
  visit(f::kWeight, a.weight);
  visit(f::kPKeyIndex, a.pkey_index);
  visit(f::kPort, a.port);
  visit(f::kRetryCount, a.retry_count);
  visit(f::kRnrRetry, a.rnr_retry);
  visit(f::kTimeout, a.timeout);
  visit(f::kMinRnrTimer, a.min_rnr_timer);
  visit(f::kMaxRdAtomic, a.max_rd_atomic);
  visit(f::kMaxDestRdAtomic, a.max_dest_rd_atomic);
  visit(f::kSqPsn, a.sq_psn);
  visit(f::kRqPsn, a.rq_psn);
  visit(f::kQKey, a.q_key);
  visit(f::kAltDlid, a.alternate.dlid);
  visit(f::kAltSl, a.alternate.sl);
  visit(f::kAltStaticRate, a.alternate.static_rate);
  visit(f::kAltPathBits, a.alternate.source_path_bits);
  visit(f::kAltPKeyIndex, a.alternate.pkey_index);
  visit(f::kAltTimeout, a.alternate.timeout);
  visit(f::kMigration, a.migration);
}

template <class Context, class Visit>
void visit_creation(Context& c, Visit&& visit) {
  namespace f = qp_context;
  visit(f::kAttrMask, c.attr_mask);
  visit(f::kState, c.state);
  visit(f::kType, c.type);
  visit(f::kPd, c.pd);
  visit(f::kLogSqSize, c.log_sq_size);
  visit(f::kUarPage, c.uar_page);
  visit(f::kLogRqSize, c.log_rq_size);
  visit(f::kLogRqStride, c.log_rq_stride);
  visit(f::kCqnSend, c.cqn_send);
  visit(f::kCqnReceive, c.cqn_receive);
  visit(f::kSrqn, c.srqn);
  visit(f::kXrcd, c.xrcd);
  visit(f::kRdd, c.rdd);
}

struct Loader {
  const std::uint8_t* at;
  template <class T>
  void operator()(const Field& field, T& value) const {
    value = static_cast<T>(load_field(at, field));
  }
};

struct Storer {
  std::uint8_t* at;
  template <class T>
  void operator()(const Field& field, const T& value) const {
    store_field(at, field, static_cast<std::uint32_t>(value));
  }
};

}  // namespace

HcaContext decode_hca_context(const std::uint8_t* at) {
  return {load_field64(at, hca_context::kTable), load_field64(at, hca_context::kTableBytes)};
}

void encode(const HcaContext& c, std::uint8_t* at) {
  std::memset(at, 0, hca_context::kBytes);
  store_field64(at, hca_context::kTable, c.table);
  store_field64(at, hca_context::kTableBytes, c.table_bytes);
}

MkeyContext decode_mkey_context(const std::uint8_t* at) {
  namespace f = mkey_context;
  MkeyContext c;
  c.access = load_field(at, f::kAccess);
  c.remote_invalidate = load_field(at, f::kRemoteInvalidate) != 0;
  c.variant = static_cast<std::uint8_t>(load_field(at, f::kVariant));
  c.pd = load_field(at, f::kPd);
  c.start = load_field64(at, f::kStart);
  c.length = load_field64(at, f::kLength);
  c.bus_address = load_field64(at, f::kBusAddress);
  c.bind = load_field(at, f::kBind) != 0;
  c.kind = static_cast<MkeyKind>(load_field(at, f::kKind));
  c.log_page_size = static_cast<std::uint8_t>(load_field(at, f::kLogPageSize));
  c.mtt = load_field64(at, f::kMtt);
  return c;
}

void encode(const MkeyContext& c, std::uint8_t* at) {
  namespace f = mkey_context;
  std::memset(at, 0, f::kBytes);
  store_field(at, f::kAccess, c.access);
  store_field(at, f::kRemoteInvalidate, c.remote_invalidate ? 1 : 0);
  store_field(at, f::kVariant, c.variant);
  store_field(at, f::kPd, c.pd);
  store_field64(at, f::kStart, c.start);
  store_field64(at, f::kLength, c.length);
  store_field64(at, f::kBusAddress, c.bus_address);
  store_field(at, f::kBind, c.bind ? 1 : 0);
  store_field(at, f::kKind, static_cast<std::uint32_t>(c.kind));
  store_field(at, f::kLogPageSize, c.log_page_size);
  store_field64(at, f::kMtt, c.mtt);
}

CqContext decode_cq_context(const std::uint8_t* at) {
  namespace f = cq_context;
  CqContext c;
  c.log_size = static_cast<std::uint8_t>(load_field(at, f::kLogSize));
  c.uar_page = load_field(at, f::kUarPage);
  c.eqn = static_cast<std::uint8_t>(load_field(at, f::kEqn));
  c.period_us = static_cast<std::uint16_t>(load_field(at, f::kPeriod));
  c.compress = load_field(at, f::kCompress) != 0;
  c.max_count = static_cast<std::uint16_t>(load_field(at, f::kMaxCount));
  c.buffer = load_field64(at, f::kBuffer);
  c.doorbell_record = load_field64(at, f::kDoorbellRecord);
  return c;
}

void encode(const CqContext& c, std::uint8_t* at) {
  namespace f = cq_context;
  std::memset(at, 0, f::kBytes);
  store_field(at, f::kLogSize, c.log_size);
  store_field(at, f::kUarPage, c.uar_page);
  store_field(at, f::kEqn, c.eqn);
  store_field(at, f::kPeriod, c.period_us);
  store_field(at, f::kCompress, c.compress ? 1 : 0);
  store_field(at, f::kMaxCount, c.max_count);
  store_field64(at, f::kBuffer, c.buffer);
  store_field64(at, f::kDoorbellRecord, c.doorbell_record);
}

SrqContext decode_srq_context(const std::uint8_t* at) {
  namespace f = srq_context;
  SrqContext c;
  c.log_size = static_cast<std::uint8_t>(load_field(at, f::kLogSize));
  c.log_stride = static_cast<std::uint8_t>(load_field(at, f::kLogStride));
  c.limit = static_cast<std::uint16_t>(load_field(at, f::kLimit));
  c.pd = load_field(at, f::kPd);
  c.buffer = load_field64(at, f::kBuffer);
  c.doorbell_record = load_field64(at, f::kDoorbellRecord);
  c.xrcd = load_field(at, f::kXrcd);
  c.cqn = load_field(at, f::kCqn);
  return c;
}

void encode(const SrqContext& c, std::uint8_t* at) {
  namespace f = srq_context;
  std::memset(at, 0, f::kBytes);
  store_field(at, f::kLogSize, c.log_size);
  store_field(at, f::kLogStride, c.log_stride);
  store_field(at, f::kLimit, c.limit);
  store_field(at, f::kPd, c.pd);
  store_field64(at, f::kBuffer, c.buffer);
  store_field64(at, f::kDoorbellRecord, c.doorbell_record);
  store_field(at, f::kXrcd, c.xrcd);
  store_field(at, f::kCqn, c.cqn);
}

QpContext decode_qp_context(const std::uint8_t* at) {
  QpContext c;
  visit_creation(c, Loader{at});
  visit_attributes(c.attributes, Loader{at});
  c.sq_buffer = load_field64(at, qp_context::kSqBuffer);
  c.rq_buffer = load_field64(at, qp_context::kRqBuffer);
  c.doorbell_record = load_field64(at, qp_context::kDoorbellRecord);
  return c;
}

void encode(const QpContext& c, std::uint8_t* at) {
  std::memset(at, 0, qp_context::kBytes);
  visit_creation(c, Storer{at});
  visit_attributes(c.attributes, Storer{at});
  store_field64(at, qp_context::kSqBuffer, c.sq_buffer);
  store_field64(at, qp_context::kRqBuffer, c.rq_buffer);
  store_field64(at, qp_context::kDoorbellRecord, c.doorbell_record);
}

}  // namespace ib
