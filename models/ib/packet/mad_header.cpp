// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/mad_header.h"

#include "models/ib/base/bytes.h"

namespace ib {

void MadHeader::encode(std::uint8_t* to) const {
  to[0] = base_version;
  to[1] = mgmt_class;
  to[2] = class_version;
  to[3] = method;
  store_be16(to + 4, status);
  store_be16(to + 6, class_specific);
  store_be64(to + 8, transaction_id);
  store_be16(to + 16, attribute_id);
  store_be16(to + 18, 0);
  store_be32(to + 20, attribute_modifier);
}

MadHeader MadHeader::decode(const std::uint8_t* from) {
  MadHeader h;
  h.base_version = from[0];
  h.mgmt_class = from[1];
  h.class_version = from[2];
  h.method = from[3];
  h.status = load_be16(from + 4);
  h.class_specific = load_be16(from + 6);
  h.transaction_id = load_be64(from + 8);
  h.attribute_id = load_be16(from + 16);
  h.attribute_modifier = load_be32(from + 20);
  return h;
}

}  // namespace ib
