// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/packet_parser_rtl.h"

#include <Vib_packet_parser.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

class PacketParserRtl final : public PacketParserMachine {
 public:
  explicit PacketParserRtl(Mtu mtu) {
    block_.pins().mtu_i = static_cast<std::uint8_t>(mtu);
    block_.reset();
  }

  void reset() override { block_.reset(); }

  PacketParserOut step(const PacketParserIn& in) override {
    Vib_packet_parser& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    pins.last_i = in.last ? 1 : 0;
    pins.bytes_i = in.bytes;
    store_bytes(pins.data_i, in.data.data(), in.data.size());
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    PacketParserOut out;
    out.ready = pins.ready_o != 0;
    out.valid = pins.valid_o != 0;
    out.fault = static_cast<Fault>(pins.fault_o);
    out.parsed = pins.parsed_o != 0;
    const bool kept = out.valid && (out.fault == Fault::kNone || out.fault >= Fault::kPad);
    if (kept) out.headers.lrh = lrh();
    if (out.parsed) read_headers(out.headers);
    block_.edge();
    return out;
  }

 private:
  [[nodiscard]] Lrh lrh() const {
    const Vib_packet_parser& pins = block_.pins();
    Lrh h;
    h.vl = Vl{pins.vl_o};
    h.sl = Sl{pins.sl_o};
    h.lnh = static_cast<Lnh>(pins.lnh_o);
    h.dlid = Lid{pins.dlid_o};
    h.pkt_len = pins.pkt_len_o;
    h.slid = Lid{pins.slid_o};
    return h;
  }
  [[nodiscard]] Grh grh() const {
    const Vib_packet_parser& pins = block_.pins();
    Grh h;
    h.traffic_class = pins.traffic_class_o;
    h.flow_label = pins.flow_label_o;
    h.payload_length = pins.grh_length_o;
    h.hop_limit = pins.hop_limit_o;
    for (unsigned i = 0; i < h.sgid.size(); ++i) {
      h.sgid[i] = static_cast<std::uint8_t>(load_field(pins.sgid_o, 8 * (15 - i), 8));
      h.dgid[i] = static_cast<std::uint8_t>(load_field(pins.dgid_o, 8 * (15 - i), 8));
    }
    return h;
  }
  [[nodiscard]] Bth bth() const {
    const Vib_packet_parser& pins = block_.pins();
    Bth h;
    h.opcode = pins.opcode_o;
    h.solicited = pins.solicited_o != 0;
    h.mig_req = pins.mig_req_o != 0;
    h.pad_count = pins.pad_count_o;
    h.p_key = PKey{pins.p_key_o};
    h.fecn = pins.fecn_o != 0;
    h.becn = pins.becn_o != 0;
    h.dest_qp = Qpn{pins.dest_qp_o};
    h.ack_request = pins.ack_request_o != 0;
    h.psn = Psn{pins.psn_o};
    return h;
  }
  void read_headers(SteeringHeaders& headers) const {
    const Vib_packet_parser& pins = block_.pins();
    if (headers.lrh.lnh == Lnh::kGlobal) headers.grh = grh();
    headers.bth = bth();
    headers.extensions = pins.extensions_o;
    headers.ee_context = pins.ee_context_o;
    headers.deth = Deth{QKey{pins.q_key_o}, Qpn{pins.src_qp_o}};
    headers.xrc_srq = pins.xrc_srq_o;
    headers.reth = Reth{pins.address_o, RKey{pins.r_key_o}, pins.dma_length_o};
    headers.header_bytes = pins.header_bytes_o;
  }

  Clocked<Vib_packet_parser> block_;
};

}  // namespace

std::unique_ptr<PacketParserMachine> make_packet_parser_rtl(Mtu mtu) {
  return std::make_unique<PacketParserRtl>(mtu);
}

}  // namespace ib::cosim
