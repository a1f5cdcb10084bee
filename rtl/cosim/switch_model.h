// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"
#include "rtl/cosim/switch_rtl.h"

namespace ib::cosim {

/// A Verilated ib_switch; all service levels s on VL s mod the data VLs, equal shares for all VLs.
template <class Model>
class SwitchModel final : public SwitchRtl {
 public:
  explicit SwitchModel(const SwitchRtlSizes& sizes) : sizes_(sizes) {
    Model& pins = block_.pins();
    std::uint64_t sl2vl = 0;
    for (unsigned sl = 0; sl < 16; ++sl) sl2vl = sl2vl << 4 | sl % sizes_.data_vls;
    pins.sl2vl_i = sl2vl;
    for (unsigned vl = 0; vl < sizes_.data_vls; ++vl) {
      store_field(pins.low_table_i, vl * kEntryBits, kEntryBits, kEqualShare << 4 | vl);
    }
    pins.high_limit_i = 255;
  }

  [[nodiscard]] const SwitchRtlSizes& sizes() const override { return sizes_; }
  void reset() override {
    clear_inputs();
    block_.reset();
  }
  void word_in(unsigned port, bool first, const std::uint8_t* bytes) override {
    Model& pins = block_.pins();
    store_field(pins.valid_i, port, 1, 1);
    store_field(pins.first_i, port, 1, first ? 1 : 0);
    for (unsigned lane = 0; lane < kSwitchWordBytes / 4; ++lane) {
      std::uint32_t value = 0;
      for (unsigned byte = 0; byte < 4; ++byte) value |= std::uint32_t{*bytes++} << 8 * byte;
      pins.data_i[port * (kSwitchWordBytes / 4) + lane] = value;
    }
  }
  void flow_control_in(unsigned port, const SwitchFlowControl& packet) override {
    Model& pins = block_.pins();
    store_field(pins.fc_valid_i, port, 1, 1);
    store_field(pins.fc_vl_i, port * 4, 4, packet.vl);
    store_field(pins.fc_fctbs_i, port * kCredits, kCredits, packet.fctbs);
    store_field(pins.fc_fccl_i, port * kCredits, kCredits, packet.fccl);
  }
  void write_lft(unsigned lid, unsigned port) override {
    Model& pins = block_.pins();
    pins.lft_write_i = 1;
    pins.lft_lid_i = static_cast<CData>(lid);
    pins.lft_port_i = static_cast<CData>(port);
  }
  void settle() override { block_.settle(); }
  [[nodiscard]] SwitchWord word_out(unsigned port) const override {
    const Model& pins = block_.pins();
    SwitchWord word;
    word.valid = load_field(pins.valid_o, port, 1) != 0;
    if (!word.valid) return word;
    word.first = load_field(pins.first_o, port, 1) != 0;
    word.last = load_field(pins.last_o, port, 1) != 0;
    word.bytes = static_cast<unsigned>(load_field(pins.bytes_o, port * 7, 7));
    for (unsigned byte = 0; byte < kSwitchWordBytes; ++byte) {
      const std::uint32_t lane = pins.data_o[port * (kSwitchWordBytes / 4) + byte / 4];
      word.data[byte] = static_cast<std::uint8_t>(lane >> 8 * (byte % 4));
    }
    return word;
  }
  [[nodiscard]] SwitchFlowControl flow_control_out(unsigned port) const override {
    const Model& pins = block_.pins();
    SwitchFlowControl packet;
    packet.valid = load_field(pins.fc_valid_o, port, 1) != 0;
    if (!packet.valid) return packet;
    packet.op = static_cast<unsigned>(load_field(pins.fc_op_o, port, 1));
    packet.vl = static_cast<unsigned>(load_field(pins.fc_vl_o, port * 4, 4));
    packet.fctbs = static_cast<unsigned>(load_field(pins.fc_fctbs_o, port * kCredits, kCredits));
    packet.fccl = static_cast<unsigned>(load_field(pins.fc_fccl_o, port * kCredits, kCredits));
    return packet;
  }
  void edge() override {
    block_.edge();
    clear_inputs();
  }

 private:
  static constexpr unsigned kEntryBits = 12;
  static constexpr unsigned kCredits = 12;
  static constexpr unsigned kEqualShare = 64;  ///< Weight, as equal_vl_shares.

  void clear_inputs() {
    block_.pins().valid_i = 0;
    block_.pins().fc_valid_i = 0;
    block_.pins().lft_write_i = 0;
  }

  SwitchRtlSizes sizes_;
  Clocked<Model> block_;
};

}  // namespace ib::cosim
