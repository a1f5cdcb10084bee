// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/egress_rtl.h"

#include <Vib_egress.h>

#include <vector>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"
#include "rtl/cosim/words.h"

namespace ib::cosim {
namespace {

constexpr unsigned kReciprocalShift = 18 + 31;  // as in rtl/ib_pkg.sv
constexpr unsigned kCreditBits = 12;
constexpr unsigned kEntryBits = 12;

template <class Vector>
void store_table(Vector& vector, const std::vector<VlArbEntry>& table) {
  for (unsigned i = 0; i < table.size(); ++i) {
    store_field(vector, i * kEntryBits, kEntryBits,
                std::uint64_t{table[i].weight} << 4 | table[i].vl.value());
  }
}

class EgressRtl final : public EgressMachine {
 public:
  explicit EgressRtl(const EgressSizes& sizes) {
    Vib_egress& pins = block_.pins();
    store_table(pins.high_table_i, sizes.tables.high);
    store_table(pins.low_table_i, sizes.tables.low);
    pins.high_limit_i = sizes.tables.high_limit;
    pins.egress_blocks_i = static_cast<SData>(sizes.egress_blocks);
    pins.longest_i = static_cast<CData>(sizes.longest);
    pins.up_i = 1;
    pins.period_i = sizes.period;
    pins.byte_time_i = sizes.byte_time;
    pins.reciprocal_i = ((std::uint64_t{1} << kReciprocalShift) + sizes.period - 1) / sizes.period;
    pins.framing_i = static_cast<CData>(sizes.framing);
    pins.interval_i = sizes.interval;
    pins.heartbeat_i = sizes.heartbeat;
    pins.hoq_life_i = sizes.hoq_life;
    pins.stall_count_i = static_cast<CData>(sizes.vl_stall_count);
    block_.reset();
  }

  void reset() override {
    drive({});
    block_.reset();
  }

  EgressOut step(const EgressIn& in) override {
    drive(in);
    block_.settle();
    const EgressOut out = read();
    block_.edge();
    return out;
  }

 private:
  void drive(const EgressIn& in) {
    Vib_egress& pins = block_.pins();
    const EgressIn::Announcement announced = in.announced.value_or(EgressIn::Announcement{});
    pins.announced_i = in.announced ? 1 : 0;
    pins.announced_vl_i = announced.vl.value();
    pins.announced_blocks_i = announced.blocks;
    pins.announced_full_i = announced.full;
    pins.announced_last_i = announced.last;
    pins.valid_i = in.word ? 1 : 0;
    pins.last_i = in.last ? 1 : 0;
    pins.bad_i = in.bad ? 1 : 0;
    if (in.word) store_word(pins.data_i, 0, *in.word);
    for (unsigned vl = 0; vl < kEgressRtlDataVls; ++vl) {
      store_field(pins.update_i, vl, 1, in.fccl[vl] ? 1 : 0);
      store_field(pins.update_fccl_i, vl * kCreditBits, kCreditBits, in.fccl[vl].value_or(0));
    }
    pins.due_i = static_cast<CData>(in.due);
  }
  [[nodiscard]] EgressOut read() {
    const Vib_egress& pins = block_.pins();
    EgressOut out;
    out.room = pins.room_o;
    out.busy = pins.busy_o;
    out.fc_goes = pins.fc_valid_o;
    out.fc_init = pins.fc_op_o;
    for (unsigned vl = 0; vl < kEgressRtlDataVls; ++vl) {
      out.fctbs[vl] =
          static_cast<std::uint16_t>(load_field(pins.fc_fctbs_o, vl * kCreditBits, kCreditBits));
    }
    if (pins.first_valid_o != 0) out.first = {pins.first_bytes_o, load_word(pins.first_data_o, 0)};
    if (pins.discard_o != 0) {
      out.discarded = EgressOut::Discard{{pins.first_bytes_o, load_word(pins.first_data_o, 0)},
                                         pins.overdue_o != 0,
                                         pins.stalls_o != 0};
    }
    if (pins.valid_o != 0) {
      out.later = {pins.last_o != 0, pins.bad_end_o != 0, pins.bytes_o, load_word(pins.data_o, 0)};
    }
    out.judged = pins.judged_o != 0;
    out.starved = pins.starved_o != 0;
    return out;
  }

  Clocked<Vib_egress> block_;
};

}  // namespace

std::unique_ptr<EgressMachine> make_egress_rtl(const EgressSizes& sizes) {
  return std::make_unique<EgressRtl>(sizes);
}

}  // namespace ib::cosim
