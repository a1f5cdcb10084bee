// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/ingress_rtl.h"

#include <Vib_ingress.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/words.h"

namespace ib::cosim {
namespace {

constexpr unsigned kReciprocalShift = 18 + 31;  // as in rtl/ib_pkg.sv

class IngressRtl final : public IngressMachine {
 public:
  explicit IngressRtl(const IngressSizes& sizes) : data_vls_(sizes.data_vls) {
    Vib_ingress& pins = block_.pins();
    pins.period_i = sizes.period;
    pins.byte_time_i = sizes.byte_time;
    pins.reciprocal_i = ((std::uint64_t{1} << kReciprocalShift) + sizes.period - 1) / sizes.period;
    block_.reset();
  }

  void reset() override {
    drive({});
    block_.reset();
  }

  IngressOut step(const IngressIn& in) override {
    drive(in);
    block_.settle();
    grant(in);
    const IngressOut out = read();
    block_.edge();
    return out;
  }

 private:
  void drive(const IngressIn& in) {
    Vib_ingress& pins = block_.pins();
    pins.valid_i = in.word ? 1 : 0;
    pins.first_i = in.first ? 1 : 0;
    pins.phase_i = in.phase;
    pins.last_valid_i = in.last ? 1 : 0;
    if (in.word) store_word(pins.data_i, 0, *in.word);
    if (in.last) store_word(pins.last_data_i, 0, *in.last);
    pins.output_i = static_cast<CData>(in.route.output);
    pins.out_vl_i = in.route.vl.value();
    pins.discard_i = in.route.discard ? 1 : 0;
    pins.grant_i = 0;
  }
  void grant(const IngressIn& in) {
    Vib_ingress& pins = block_.pins();
    if (!in.grant || pins.free_o == 0) return;
    const unsigned queue = in.grant->output * data_vls_ + in.grant->vl.value();
    if ((pins.waiting_o >> queue & 1) == 0) return;
    pins.grant_i = 1;
    pins.grant_output_i = static_cast<CData>(in.grant->output);
    pins.grant_vl_i = in.grant->vl.value();
    block_.settle();
  }
  [[nodiscard]] IngressOut read() {
    const Vib_ingress& pins = block_.pins();
    IngressOut out;
    if (pins.header_o != 0) {
      out.header = {Lid{pins.dlid_o}, Sl{pins.sl_o}, Vl{pins.vl_o}, pins.blocks_o};
    }
    out.waiting = pins.waiting_o;
    out.free = pins.free_o != 0;
    if (pins.killed_o != 0) {
      out.killed = pins.killed_number_o;
    } else if (pins.grant_i != 0) {
      out.granted = {pins.grant_blocks_o, pins.grant_full_o, pins.grant_last_o};
    }
    if (pins.valid_o != 0) {
      out.crossing = {pins.output_o, pins.last_o != 0, pins.bad_o != 0, load_word(pins.data_o, 0)};
    }
    if (pins.freed_o != 0) out.freed = {Vl{pins.freed_vl_o}, pins.freed_blocks_o};
    if (pins.dropped_o != 0) out.dropped = {Vl{pins.dropped_vl_o}, pins.dropped_blocks_o};
    if (pins.withdrawn_o != 0) {
      out.withdrawn = {Vl{pins.withdrawn_vl_o}, pins.withdrawn_blocks_o};
      out.withdrawn_own = pins.withdrawn_own_o != 0;
    }
    return out;
  }

  unsigned data_vls_;
  Clocked<Vib_ingress> block_;
};

}  // namespace

std::unique_ptr<IngressMachine> make_ingress_rtl(const IngressSizes& sizes) {
  return std::make_unique<IngressRtl>(sizes);
}

}  // namespace ib::cosim
