// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "models/ib/switching/switch_machine.h"
#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"
#include "rtl/cosim/traceable.h"
#include "rtl/cosim/words.h"

namespace ib::cosim {

/// A Verilated ib_switch.
template <class Model>
class SwitchModel final : public SwitchMachine, public Traceable {
 public:
  explicit SwitchModel(const SwitchMachineSizes& sizes) : sizes_(sizes) {}

  void trace(std::function<std::uint64_t()> now, std::string& vcd) override {
    block_.trace(std::move(now), vcd);
  }

  [[nodiscard]] const SwitchMachineSizes& sizes() const override { return sizes_; }

  void reset(const SwitchSetup& setup) override {
    clear_inputs();
    set_tables(setup);
    set_lines(setup);
    block_.reset();
  }
  void bring_up() override { store_field(block_.pins().up_i, 0, sizes_.ports, up_); }
  void write_lft(unsigned lid, unsigned port) override {
    block_.pins().lft_write_i = 1;
    block_.pins().lft_lid_i = static_cast<CData>(lid);
    block_.pins().lft_port_i = static_cast<CData>(port);
  }

  void first_word_in(unsigned port, const Word& word, std::uint64_t early) override {
    word_in(port, word);
    store_field(block_.pins().first_i, port, 1, 1);
    store_field(block_.pins().phase_i, port * kSwitchPeriodBits, kSwitchPeriodBits, early);
  }
  void word_in(unsigned port, const Word& word) override {
    store_field(block_.pins().valid_i, port, 1, 1);
    store_word(block_.pins().data_i, port, word);
  }
  void last_word_in(unsigned port, const Word& word) override {
    store_field(block_.pins().last_valid_i, port, 1, 1);
    store_word(block_.pins().last_data_i, port, word);
  }
  void flow_control_in(unsigned port, const SwitchFlowControl& packet, bool behind) override {
    Model& pins = block_.pins();
    const unsigned lane = port * sizes_.data_vls + packet.vl;
    store_field(pins.fc_valid_i, lane, 1, 1);
    store_field(pins.fc_behind_i, lane, 1, behind ? 1 : 0);
    store_field(pins.fc_fctbs_i, lane * kCredits, kCredits, packet.fctbs);
    store_field(pins.fc_fccl_i, lane * kCredits, kCredits, packet.fccl);
  }

  void settle() override { block_.settle(); }

  [[nodiscard]] std::uint64_t busy(unsigned port) const override {
    return load_field(block_.pins().busy_o, port * kSwitchTimeBits, kSwitchTimeBits);
  }
  [[nodiscard]] SwitchFlowControl flow_control_out(unsigned port, unsigned vl) const override {
    const Model& pins = block_.pins();
    const unsigned lane = port * sizes_.data_vls + vl;
    SwitchFlowControl packet;
    packet.valid = load_field(pins.fc_valid_o, lane, 1) != 0;
    if (!packet.valid) return packet;
    packet.op = static_cast<unsigned>(load_field(pins.fc_op_o, lane, 1));
    packet.vl = vl;
    packet.fctbs = static_cast<unsigned>(load_field(pins.fc_fctbs_o, lane * kCredits, kCredits));
    packet.fccl = static_cast<unsigned>(load_field(pins.fc_fccl_o, lane * kCredits, kCredits));
    return packet;
  }
  [[nodiscard]] SwitchWordOut first_word_out(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.first_valid_o, port, 1) == 0) return {};
    return word_of(pins.first_data_o, pins.first_bytes_o, port);
  }
  [[nodiscard]] SwitchWordOut word_out(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.valid_o, port, 1) == 0) return {};
    SwitchWordOut word = word_of(pins.data_o, pins.bytes_o, port);
    word.last = load_field(pins.last_o, port, 1) != 0;
    word.bad_end = load_field(pins.bad_end_o, port, 1) != 0;
    return word;
  }
  [[nodiscard]] std::optional<SwitchDiscard> discarded(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.discard_o, port, 1) == 0) return std::nullopt;
    return SwitchDiscard{load_word(pins.first_data_o, port),
                         load_field(pins.overdue_o, port, 1) != 0,
                         load_field(pins.stalls_o, port, 1) != 0};
  }
  [[nodiscard]] std::optional<std::uint16_t> killed(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.killed_o, port, 1) == 0) return std::nullopt;
    return static_cast<std::uint16_t>(load_field(pins.killed_number_o, port * 16, 16));
  }
  [[nodiscard]] std::optional<bool> starved(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.judged_o, port, 1) == 0) return std::nullopt;
    return load_field(pins.starved_o, port, 1) != 0;
  }

  [[nodiscard]] std::optional<SwitchVerdict> header(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.header_o, port, 1) == 0) return std::nullopt;
    return static_cast<SwitchVerdict>(load_field(pins.verdict_o, port * 2, 2));
  }
  [[nodiscard]] std::optional<Freed> freed(unsigned port) const override {
    const Model& pins = block_.pins();
    if (load_field(pins.freed_o, port, 1) == 0) return std::nullopt;
    return Freed{static_cast<unsigned>(load_field(pins.freed_vl_o, port * 4, 4)),
                 static_cast<unsigned>(load_field(pins.freed_blocks_o, port * 8, 8))};
  }
  [[nodiscard]] bool dropped(unsigned port) const override {
    return load_field(block_.pins().dropped_o, port, 1) != 0;
  }

  void edge() override {
    block_.edge();
    clear_inputs();
  }

 private:
  static constexpr unsigned kEntryBits = 12;
  static constexpr unsigned kCredits = 12;

  void clear_inputs() {
    Model& pins = block_.pins();
    pins.valid_i = 0;
    pins.first_i = 0;
    pins.last_valid_i = 0;
    pins.fc_valid_i = 0;
    pins.lft_write_i = 0;
  }

  void set_tables(const SwitchSetup& setup) {
    Model& pins = block_.pins();
    for (unsigned port = 0; port < sizes_.ports; ++port) set_tables_of(port, setup.lines[port]);
    pins.hoq_life_i = setup.hoq_life;
    pins.stall_count_i = static_cast<CData>(setup.vl_stall_count);
    pins.rx_blocks_i = static_cast<SData>(setup.rx_blocks);
    pins.egress_blocks_i = static_cast<SData>(setup.egress_blocks);
    pins.longest_i = static_cast<CData>(setup.longest_blocks);
  }

  void set_tables_of(unsigned port, const SwitchSetup::Line& line) {
    Model& pins = block_.pins();
    for (unsigned i = 0; i < sizes_.arbitration_entries; ++i) {
      const unsigned index = port * sizes_.arbitration_entries + i;
      store_entry(pins.high_table_i, index, entry_of(line.arbitration.high, i));
      store_entry(pins.low_table_i, index, entry_of(line.arbitration.low, i));
    }
    store_field(pins.high_limit_i, port * 8, 8, line.arbitration.high_limit);
    for (unsigned output = 0; output < sizes_.ports; ++output) {
      const unsigned first = (port * sizes_.ports + output) * 64;
      for (unsigned i = 0; i < 8; ++i) {
        store_field(pins.sl2vl_i, first + 56 - 8 * i, 8, line.sl2vl[output].encode()[i]);
      }
    }
  }

  void set_lines(const SwitchSetup& setup) {
    Model& pins = block_.pins();
    pins.framing_i = static_cast<CData>(setup.framing_bytes);
    pins.interval_i = setup.fc_interval;
    pins.period_i = static_cast<IData>(setup.period);
    constexpr unsigned kShift = kSwitchPeriodBits + kSwitchTimeBits;
    pins.reciprocal_i = ((std::uint64_t{1} << kShift) + setup.period - 1) / setup.period;
    pins.up_i = 0;
    for (unsigned port = 0; port < sizes_.ports; ++port) {
      const SwitchSetup::Line& line = setup.lines[port];
      store_field(pins.byte_time_i, port * kSwitchByteTimeBits, kSwitchByteTimeBits,
                  line.byte_time);
      store_field(pins.heartbeat_i, port * kSwitchHeartbeatBits, kSwitchHeartbeatBits,
                  line.heartbeat);
      store_field(up_, port, 1, line.up ? 1 : 0);
    }
  }

  static VlArbEntry entry_of(const std::vector<VlArbEntry>& entries, unsigned index) {
    return index < entries.size() ? entries[index] : VlArbEntry{};
  }
  template <class Table>
  static void store_entry(Table& table, unsigned index, const VlArbEntry& entry) {
    store_field(table, index * kEntryBits, kEntryBits,
                std::uint64_t{entry.weight} << 4 | entry.vl.value());
  }

  template <class Wide, class Bytes>
  static SwitchWordOut word_of(const Wide& wide, const Bytes& bytes, unsigned port) {
    SwitchWordOut word;
    word.valid = true;
    word.bytes = static_cast<unsigned>(load_field(bytes, port * 7, 7));
    word.data = load_word(wide, port);
    return word;
  }

  SwitchMachineSizes sizes_;
  std::uint32_t up_ = 0;
  Clocked<Model> block_;
};

}  // namespace ib::cosim
