// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/capture/erf_writer.h"
#include "tlm/observer.h"

namespace ib::tb {

/// Writes every packet and flow control packet into a capture as it leaves a port, so that each
/// crossing of a cable is one record: damage on the way shows at the next hop, not here.
class CaptureObserver final : public Observer {
 public:
  explicit CaptureObserver(ErfWriter& writer) : writer_(writer) {}

  void on_event(const PortEvent& event) override;

 private:
  ErfWriter& writer_;
};

}  // namespace ib::tb
