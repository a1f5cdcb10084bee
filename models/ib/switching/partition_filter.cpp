// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/partition_filter.h"

#include <algorithm>

#include "models/ib/packet/packet_codec.h"

namespace ib {

bool PartitionFilter::holds(PKey p_key) const {
  return std::any_of(table.begin(), table.end(),
                     [p_key](PKey entry) { return p_keys_match(entry, p_key); });
}

bool PartitionFilter::passes(const Packet& packet) const {
  if (packet.vl == kVl15) return true;
  const Lnh next = lnh(packet);
  if (next != Lnh::kLocal && next != Lnh::kGlobal) return !filter_raw;
  return !enforce || holds(PKey{load_be16(bth_bytes(packet) + 2)});
}

}  // namespace ib
