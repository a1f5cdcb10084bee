// SPDX-License-Identifier: Apache-2.0
#include "models/hca/context_loader.h"
#include "models/hca/interrupts.h"
#include "models/hca/object_commands.h"
#include "models/hca/shared_receive_queue.h"
#include "models/hca/translator.h"

namespace ib::hca {

// PCI Express 5.0, 6.6.2. What is under way for the objects finds nothing any more.
void ObjectCommands::destroy_all() {
  core_.qps.for_each([this](std::uint32_t qpn, QueuePair& qp) {
    reset(qp);
    core_.multicast.forget(qpn);
  });
  core_.srqs.for_each(
      [this](std::uint32_t, SharedReceiveState& srq) { core_.shared_receives->clear(srq); });
  core_.qps.clear();
  core_.raw_qps = {};
  core_.srqs.clear();
  core_.cqs.clear();
  core_.eqs.clear();
  core_.pds.clear();
  core_.xrcds.clear();
  core_.rdds.clear();
  core_.protection.clear();
  core_.translator->clear();
  core_.contexts->set_table(0);
  core_.interrupts->reset();
  ++core_.counters.function_resets;
}

}  // namespace ib::hca
