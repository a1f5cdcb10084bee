// SPDX-License-Identifier: Apache-2.0
#include "models/hca/pci_config.h"

#include "models/ib/base/bytes.h"
#include "models/ib/queues/doorbell.h"

namespace ib::hca {
namespace {

// Header of type 0 (PCI Express 5.0, 7.5.1).
constexpr std::uint32_t kVendor = 0x00;
constexpr std::uint32_t kDevice = 0x02;
constexpr std::uint32_t kCommand = 0x04;
constexpr std::uint32_t kStatus = 0x06;
constexpr std::uint32_t kClass = 0x09;
constexpr std::uint32_t kBar0 = 0x10;
constexpr std::uint32_t kCapabilities = 0x34;
constexpr std::uint32_t kInterruptLine = 0x3C;
constexpr std::uint8_t kHasCapabilities = 0x10;
constexpr std::uint8_t kBar64BitPrefetchable = 0x0C;
constexpr std::array<std::uint8_t, 3> kInfiniBandController{0x00, 0x07, 0x02};

// PCI Express capability (7.5.3).
constexpr std::uint32_t kPcie = 0x60;
constexpr std::uint32_t kDeviceCapabilities = kPcie + 0x04;
constexpr std::uint32_t kDeviceControl = kPcie + 0x08;
constexpr std::uint32_t kLinkCapabilities = kPcie + 0x0C;
constexpr std::uint32_t kLinkStatus = kPcie + 0x12;
constexpr std::uint32_t kFlrCapable = 1u << 28;
constexpr std::uint8_t kInitiateFlr = 0x80;  // bit 15 of Device Control

// MSI-X capability (7.7.2).
constexpr std::uint32_t kMsix = 0x9C;
constexpr std::uint32_t kMsixControl = kMsix + 0x02;
constexpr std::uint8_t kMsixEnable = 0x80;
constexpr std::uint8_t kMsixMask = 0x40;

/// Code of a payload or request size: 128 << code.
std::uint32_t size_code(std::uint32_t bytes) {
  std::uint32_t code = 0;
  while (128u << code < bytes) ++code;
  return code;
}

std::uint64_t power_of_two_covering(std::uint64_t bytes) {
  std::uint64_t power = 1;
  while (power < bytes) power *= 2;
  return power;
}

}  // namespace

PciConfig::PciConfig(const sc_core::sc_module_name& name, const HcaConfig& hca,
                     std::uint64_t window_bytes, const sc_core::sc_time& latency)
    : sc_module(name), latency_(latency) {
  config.register_b_transport(this, &PciConfig::b_transport);
  config.register_transport_dbg(this, &PciConfig::transport_dbg);
  build_header(hca, window_bytes);
  build_capabilities(hca);
}

void PciConfig::build_header(const HcaConfig& hca, std::uint64_t window_bytes) {
  store_le16(&image_[kVendor], static_cast<std::uint16_t>(hca.pcie.vendor_id));
  store_le16(&image_[kDevice], static_cast<std::uint16_t>(hca.pcie.device_id));
  image_[kStatus] = kHasCapabilities;
  std::copy(kInfiniBandController.begin(), kInfiniBandController.end(), &image_[kClass]);
  image_[kBar0] = kBar64BitPrefetchable;
  image_[kCapabilities] = kPcie;
  store_le16(&writable_[kCommand], 0x0406);  // memory space, bus master, interrupt disable
  store_le64(&writable_[kBar0], ~(power_of_two_covering(window_bytes) - 1));
  writable_[kInterruptLine] = 0xFF;
}

void PciConfig::build_capabilities(const HcaConfig& hca) {
  constexpr std::uint8_t kPcieId = 0x10;
  constexpr std::uint8_t kMsixId = 0x11;
  constexpr std::uint8_t kVersion2 = 0x02;
  image_[kPcie] = kPcieId;
  image_[kPcie + 1] = kMsix;
  image_[kPcie + 2] = kVersion2;
  store_le32(&image_[kDeviceCapabilities], kFlrCapable | size_code(hca.pcie.mps_bytes));
  const std::uint32_t sizes = size_code(hca.pcie.mps_bytes) << 5 | size_code(hca.pcie.mrrs_bytes)
                                                                       << 12;
  store_le16(&image_[kDeviceControl], static_cast<std::uint16_t>(sizes));
  store_le16(&writable_[kDeviceControl], 0x70E0);  // MRRS, MPS
  const std::uint32_t link = hca.pcie.generation | hca.pcie.lanes << 4;
  store_le32(&image_[kLinkCapabilities], link);
  store_le16(&image_[kLinkStatus], static_cast<std::uint16_t>(link));

  image_[kMsix] = kMsixId;
  store_le16(&image_[kMsixControl], static_cast<std::uint16_t>(hca.msix_vectors - 1));
  image_[kMsixControl + 1] |= kMsixEnable;
  writable_[kMsixControl + 1] = kMsixEnable | kMsixMask;
  store_le32(&image_[kMsix + 4], static_cast<std::uint32_t>(kMsixTableOffset));  // in BAR 0
  store_le32(&image_[kMsix + 8], static_cast<std::uint32_t>(kMsixPendingOffset));
}

void PciConfig::write(std::uint32_t offset, std::uint8_t value) {
  const unsigned mask = writable_[offset];
  image_[offset] = static_cast<std::uint8_t>((image_[offset] & ~mask) | (value & mask));
}

bool PciConfig::access(tlm::tlm_generic_payload& transaction) {
  constexpr std::uint64_t kDoubleword = 4;
  const std::uint64_t offset = transaction.get_address();
  const std::uint64_t length = transaction.get_data_length();
  if (length == 0 || offset % kDoubleword + length > kDoubleword || offset >= kBytes) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return false;
  }
  const std::uint8_t* const enables = transaction.get_byte_enable_ptr();
  for (std::uint32_t i = 0; i < length; ++i) {
    const bool enabled =
        enables == nullptr || enables[i % transaction.get_byte_enable_length()] == TLM_BYTE_ENABLED;
    const auto at = static_cast<std::uint32_t>(offset + i);
    if (enabled && transaction.is_write()) write(at, transaction.get_data_ptr()[i]);
    if (enabled && transaction.is_read()) transaction.get_data_ptr()[i] = image_[at];
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  return true;
}

void PciConfig::tell() {
  if (!control_) return;
  PciControl control;
  control.msix_enabled = (image_[kMsixControl + 1] & kMsixEnable) != 0;
  control.msix_masked = (image_[kMsixControl + 1] & kMsixMask) != 0;
  control_(control);
}

void PciConfig::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  transaction.set_dmi_allowed(false);
  delay += 2 * latency_;
  if (!access(transaction) || !transaction.is_write() || !control_) return;
  const std::uint64_t offset = transaction.get_address();
  const std::uint64_t end = offset + transaction.get_data_length();
  const auto covers = [&](std::uint64_t byte) { return offset <= byte && byte < end; };
  const std::uint64_t flr = kDeviceControl + 1;
  if (covers(flr) && (transaction.get_data_ptr()[flr - offset] & kInitiateFlr) != 0) {
    control_({/*reset=*/true, true, false});
  }
  if (covers(kMsixControl + 1)) tell();
}

unsigned PciConfig::transport_dbg(tlm::tlm_generic_payload& transaction) {
  return access(transaction) ? transaction.get_data_length() : 0;
}

}  // namespace ib::hca
