// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/wqe_decoder_rtl.h"

#include <Vib_wqe_decoder.h>

#include <array>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr std::array kFaults{CqeSyndrome::kNone, CqeSyndrome::kLocalLength,
                             CqeSyndrome::kLocalQpOperation};

class WqeDecoderRtl final : public WqeDecoderMachine {
 public:
  WqeDecoderRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  WqeDecoderOut step(const WqeDecoderIn& in) override {
    Vib_wqe_decoder& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    store_bytes(pins.data_i, in.block.data(), in.block.size());
    pins.type_i = static_cast<std::uint8_t>(in.type);
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    WqeDecoderOut out;
    out.ready = pins.ready_o != 0;
    out.valid = pins.valid_o != 0;
    if (out.valid) read(out);
    if (in.valid && out.ready) type_ = in.type;
    block_.edge();
    return out;
  }

 private:
  void read(WqeDecoderOut& out) {
    const Vib_wqe_decoder& pins = block_.pins();
    SendRequest& r = out.request;
    r.kind = static_cast<MessageKind>(pins.kind_o);
    r.completion = pins.completion_o != 0;
    r.solicited = pins.solicited_o != 0;
    r.fence = pins.fence_o != 0;
    r.local_only = pins.local_only_o != 0;
    r.operation = static_cast<LocalOperation>(pins.operation_o);
    r.binding = binding();
    r.fault = kFaults[pins.fault_o % kFaults.size()];
    r.wqe_opcode = pins.opcode_o;
    r.blocks = pins.blocks_o;
    r.wqe_index = pins.wqe_index_o;
    r.immediate = pins.immediate_o;
    r.length = pins.length_o;
    r.rkey = pins.r_key_o;
    r.remote_address = pins.address_o;
    r.swap_add = pins.swap_add_o;
    r.compare = pins.compare_o;
    out.qpn = pins.qpn_o;
    out.first_piece = pins.first_piece_o;
    out.segments = pins.segments_o;
    r.destination = vector();
    read_service(r);
  }
  void read_service(SendRequest& r) const {
    std::array<std::uint8_t, kSegmentBytes> bytes{};
    for (unsigned i = 0; i < bytes.size(); ++i) {
      const unsigned at = 8 * (kSegmentBytes - 1 - i);
      bytes[i] = static_cast<std::uint8_t>(load_field(block_.pins().service_o, at, 8));
    }
    if (type_ != QpType::kRd) {
      r.xrc_srqn = ib::load_field(bytes.data(), xrc_segment::kSrqn);
      return;
    }
    r.ee_context = ib::load_field(bytes.data(), rd_segment::kEeContext);
    r.destination.q_key = ib::load_field(bytes.data(), rd_segment::kQKey);
    r.destination.dest_qpn = ib::load_field(bytes.data(), rd_segment::kDestQpn);
  }
  [[nodiscard]] WindowBinding binding() const {
    std::array<std::uint8_t, bind_segment::kBytes> bytes{};
    for (unsigned i = 0; i < bytes.size(); ++i) {
      const unsigned at = 8 * (bind_segment::kBytes - 1 - i);
      bytes[i] = static_cast<std::uint8_t>(load_field(block_.pins().binding_o, at, 8));
    }
    return decode_binding(bytes.data());
  }
  [[nodiscard]] AddressVector vector() const {
    std::array<std::uint8_t, datagram_segment::kBytes> bytes{};
    for (unsigned i = 0; i < bytes.size(); ++i) {
      const unsigned at = 8 * (datagram_segment::kBytes - 1 - i);
      bytes[i] = static_cast<std::uint8_t>(load_field(block_.pins().vector_o, at, 8));
    }
    return decode_address_vector(bytes.data());
  }

  Clocked<Vib_wqe_decoder> block_;
  QpType type_ = QpType::kRc;  ///< Of the WQE that was taken last.
};

}  // namespace

std::unique_ptr<WqeDecoderMachine> make_wqe_decoder_rtl() {
  return std::make_unique<WqeDecoderRtl>();
}

}  // namespace ib::cosim
