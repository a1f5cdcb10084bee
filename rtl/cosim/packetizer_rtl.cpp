// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/packetizer_rtl.h"

#include <Vib_packetizer.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

class PacketizerRtl final : public PacketizerMachine {
 public:
  PacketizerRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  PacketizerOut step(const PacketizerIn& in) override {
    Vib_packetizer& pins = block_.pins();
    pins.job_valid_i = in.job_valid ? 1 : 0;
    if (in.job_valid) offer(in.job);
    pins.payload_valid_i = in.payload_valid ? 1 : 0;
    store_bytes(pins.payload_i, in.payload.data(), in.payload.size());
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    PacketizerOut out;
    out.job_ready = pins.job_ready_o != 0;
    out.payload_ready = pins.payload_ready_o != 0;
    out.valid = pins.valid_o != 0;
    out.last = pins.last_o != 0;
    out.bytes = pins.bytes_o;
    load_bytes(pins.data_o, out.data.data(), out.data.size());
    block_.edge();
    return out;
  }

 private:
  void offer(const PacketJob& job) {
    Vib_packetizer& pins = block_.pins();
    pins.transport_i = static_cast<std::uint8_t>(job.transport);
    pins.kind_i = static_cast<std::uint8_t>(job.kind);
    pins.length_i = job.length;
    pins.mtu_i = mtu_code(job.mtu);
    pins.index_i = job.index & kMask24;
    pins.packets_i = job.packets & kMask24;
    offer_route(job);
    offer_bth(job.bth);
    offer_extensions(job);
  }
  void offer_route(const PacketJob& job) {
    Vib_packetizer& pins = block_.pins();
    pins.vl_i = job.lrh.vl.value();
    pins.sl_i = job.lrh.sl.value();
    pins.dlid_i = job.lrh.dlid.value();
    pins.slid_i = job.lrh.slid.value();
    pins.has_grh_i = job.has_grh ? 1 : 0;
    pins.traffic_class_i = job.grh.traffic_class;
    pins.flow_label_i = job.grh.flow_label & 0xFFFFF;
    pins.hop_limit_i = job.grh.hop_limit;
    for (unsigned i = 0; i < job.grh.sgid.size(); ++i) {
      store_field(pins.sgid_i, 8 * (15 - i), 8, job.grh.sgid[i]);
      store_field(pins.dgid_i, 8 * (15 - i), 8, job.grh.dgid[i]);
    }
  }
  void offer_bth(const Bth& bth) {
    Vib_packetizer& pins = block_.pins();
    pins.p_key_i = bth.p_key.value();
    pins.dest_qp_i = bth.dest_qp.value() & kMask24;
    pins.solicited_i = bth.solicited ? 1 : 0;
    pins.mig_req_i = bth.mig_req ? 1 : 0;
    pins.fecn_i = bth.fecn ? 1 : 0;
    pins.becn_i = bth.becn ? 1 : 0;
    pins.ack_request_i = bth.ack_request ? 1 : 0;
    pins.psn_i = bth.psn.value();
  }
  void offer_extensions(const PacketJob& job) {
    Vib_packetizer& pins = block_.pins();
    pins.ee_context_i = job.ee_context & kMask24;
    pins.q_key_i = job.deth.q_key.value();
    pins.src_qp_i = job.deth.src_qp.value() & kMask24;
    pins.xrc_srq_i = job.xrc_srq & kMask24;
    pins.address_i = job.remote_address;
    pins.r_key_i = job.r_key;
    pins.swap_add_i = job.swap_add;
    pins.compare_i = job.compare;
    pins.immediate_i = job.immediate;
    pins.syndrome_i = job.aeth.syndrome;
    pins.msn_i = job.aeth.msn & kMask24;
    pins.original_i = job.original;
  }

  Clocked<Vib_packetizer> block_;
};

}  // namespace

std::unique_ptr<PacketizerMachine> make_packetizer_rtl() {
  return std::make_unique<PacketizerRtl>();
}

}  // namespace ib::cosim
