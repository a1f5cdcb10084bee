// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/packetizer.h"

#include <algorithm>
#include <optional>

#include "models/ib/packet/crc.h"
#include "models/ib/packet/packet_codec.h"

namespace ib {
namespace {

/// A word of a packet on its way through the pipeline.
struct Word {
  std::array<std::uint8_t, kWordBytes> data{};
  std::uint8_t bytes = 0;
  bool first = false;
  bool last = false;  ///< But for the ICRC.
};

std::size_t words(std::size_t bytes) { return (bytes + kWordBytes - 1) / kWordBytes; }

/// The bytes of one packet in front of the ICRC, made word by word as its payload comes.
class Former {
 public:
  void begin(const PacketJob& job, std::uint32_t number) {
    const JobPacket described = packet_of(job, number);
    payload_ = has_payload(job.kind) ? described.length : 0;
    PacketBuilder builder(packet_);
    write_headers(builder, job, described);
    builder.finish(static_cast<std::uint16_t>(payload_));
    size_ = packet_.wire_bytes - kVcrcBytes - kIcrcBytes;
    body_.fill(0);
    std::copy_n(packet_.header.begin(), header_bytes(), body_.begin());
    word_ = taken_ = 0;
  }
  /// The next word holds payload that has not come yet.
  [[nodiscard]] bool wants_payload() const {
    return taken_ * kWordBytes < payload_ && word_ >= header_bytes() / kWordBytes;
  }
  void take(const std::array<std::uint8_t, kWordBytes>& payload) {
    const std::size_t at = taken_++ * kWordBytes;
    std::copy_n(payload.begin(), std::min(kWordBytes, payload_ - at),
                body_.begin() + static_cast<std::ptrdiff_t>(header_bytes() + at));
  }
  [[nodiscard]] Word next() {
    Word word;
    const std::size_t at = word_ * kWordBytes;
    word.first = word_ == 0;
    word.bytes = static_cast<std::uint8_t>(std::min(kWordBytes, size_ - at));
    std::copy_n(body_.begin() + static_cast<std::ptrdiff_t>(at), word.bytes, word.data.begin());
    ++word_;
    word.last = ended();
    return word;
  }
  [[nodiscard]] bool ended() const { return word_ == words(size_); }

 private:
  [[nodiscard]] std::size_t header_bytes() const { return packet_.header_bytes; }

  Packet packet_;
  std::size_t payload_ = 0;
  std::size_t size_ = 0;  ///< LRH to pad.
  std::array<std::uint8_t, kMaxWireBytes> body_{};
  std::size_t word_ = 0;   ///< The next one.
  std::size_t taken_ = 0;  ///< Payload words.
};

class ClockedPacketizer final : public PacketizerMachine {
 public:
  void reset() override {
    busy_ = false;
    formed_.reset();
    leaving_.reset();
    tail_ = false;
  }

  PacketizerOut step(const PacketizerIn& in) override {
    PacketizerOut out;
    offer(out);
    const bool leaves = leaving_ && in.ready && (tail_ || !needs_tail());
    const bool formed_moves = formed_ && (!leaving_ || leaves);
    const bool room = !formed_ || formed_moves;
    out.payload_ready = busy_ && room && former_.wants_payload();
    const bool forms = busy_ && room && (!former_.wants_payload() || in.payload_valid);

    if (leaving_ && in.ready) tail_ = !leaves;
    if (leaves) leaving_.reset();
    if (formed_moves) move_on();
    if (forms) form(in);
    out.job_ready = !busy_;
    if (in.job_valid && out.job_ready) start(in.job);
    return out;
  }

 private:
  /// The ICRC has no room in the last word of its packet.
  [[nodiscard]] bool needs_tail() const { return leaving_->last && leaving_->bytes == kWordBytes; }
  void offer(PacketizerOut& out) const {
    if (!leaving_) return;
    out.valid = true;
    if (!tail_) out.data = leaving_->data;
    out.bytes = tail_ ? 0 : leaving_->bytes;
    out.last = tail_ || (leaving_->last && !needs_tail());
    if (!out.last) return;
    store_le32(&out.data[out.bytes], crc_.value());
    out.bytes = static_cast<std::uint8_t>(out.bytes + kIcrcBytes);
  }
  void move_on() {
    leaving_ = *formed_;
    formed_.reset();
    if (leaving_->first) {
      crc_ = Icrc{};
      crc_.update_header(leaving_->data.data(), leaving_->bytes);
    } else {
      crc_.update(leaving_->data.data(), leaving_->bytes);
    }
  }
  void form(const PacketizerIn& in) {
    if (former_.wants_payload()) former_.take(in.payload);
    formed_ = former_.next();
    if (!former_.ended()) return;
    busy_ = ++number_ < job_.packets;
    if (busy_) former_.begin(job_, number_);
  }
  void start(const PacketJob& job) {
    job_ = job;
    number_ = 0;
    busy_ = true;
    former_.begin(job_, number_);
  }

  bool busy_ = false;
  PacketJob job_;
  std::uint32_t number_ = 0;  ///< Packet of the job.
  Former former_;
  std::optional<Word> formed_;
  std::optional<Word> leaving_;
  bool tail_ = false;  ///< Of `leaving_` only the ICRC is left.
  Icrc crc_;           ///< Up to the end of `leaving_`.
};

}  // namespace

std::unique_ptr<PacketizerMachine> make_packetizer() {
  return std::make_unique<ClockedPacketizer>();
}

}  // namespace ib
