// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch_config.h"

namespace ib::sw {

std::vector<std::string> validate(const SwitchConfig& config, const link::LinkConfig& link) {
  std::vector<std::string> faults;
  const std::uint32_t longest = blocks(link.mtu_bytes + 126, link.block_bytes);
  if (config.egress_buffer_blocks < longest) {
    faults.push_back("egress_buffer_blocks: a packet of mtu_bytes needs " +
                     std::to_string(longest) + " blocks, else it never leaves");
  }
  if ((config.crossbar_word_bytes & (config.crossbar_word_bytes - 1)) != 0) {
    faults.emplace_back("crossbar_word_bytes: allowed are powers of two from 16 to 512 bytes");
  }
  if (config.speedup != 0 && config.speedup < 1) {
    faults.emplace_back("speedup: allowed are 1 to 4, or 0 for that of clock and word");
  }
  if (config.breakout == 3) faults.emplace_back("breakout: allowed are 1, 2 and 4");
  if (!parse_p_keys(config.partition.p_keys)) {
    faults.emplace_back("partition.p_keys: allowed is a list of 16-bit keys such as 0xFFFF,0x8001");
  }
  return faults;
}

}  // namespace ib::sw
