// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/capture_observer.h"

namespace ib::tb {

void CaptureObserver::on_event(const PortEvent& event) {
  const CapturePoint point{static_cast<std::uint64_t>(floor_ps(event.time)), event.chip,
                           event.port};
  if (event.kind == EventKind::kSend) writer_.write(point, event.packet);
  if (event.kind == EventKind::kSendFlowControl) {
    writer_.write_flow_control(point, event.flow_control);
  }
}

}  // namespace ib::tb
