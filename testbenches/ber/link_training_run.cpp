// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/link_training_run.h"

#include <memory>
#include <string>

#include "models/ib/phy/training.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kStepUs = 5;
constexpr std::uint64_t kErrorAtUs = 600'000;
constexpr std::uint64_t kUnpluggedAtUs = 700'000;
constexpr std::uint64_t kEndUs = 800'000;

const char* name(TrainingState state) {
  switch (state) {
    case TrainingState::kDisabled:
      return "Disabled";
    case TrainingState::kLinkUp:
      return "LinkUp";
    case TrainingState::kPollingActive:
      return "Polling.Active";
    case TrainingState::kPollingQuiet:
      return "Polling.Quiet";
    case TrainingState::kConfigDebounce:
      return "Config.Debounce";
    case TrainingState::kConfigReceiver:
      return "Config.RcvrCfg";
    case TrainingState::kConfigWaitRemote:
      return "Config.WaitRmt";
    case TrainingState::kConfigIdle:
      return "Config.Idle";
    case TrainingState::kRecoveryRetrain:
      return "Recovery.Retrain";
    case TrainingState::kConfigReverseLanes:
      return "Config.TxRevLanes";
    case TrainingState::kRecoveryWaitRemote:
      return "Recovery.WaitRmt";
    case TrainingState::kRecoveryIdle:
      return "Recovery.Idle";
    case TrainingState::kConfigEnhanced:
      return "Config.CfgEnhanced";
    case TrainingState::kConfigTest:
      return "Config.Test";
    case TrainingState::kConfigWaitRemoteTest:
      return "Config.WaitRmtTest";
  }
  return "";
}

/// One end and what it showed last.
class End {
 public:
  End(const char* port, const TrainingTimers& timers)
      : port_(port), machine_(make_link_training(timers, /*enhanced=*/true)) {
    machine_->reset();
  }

  [[nodiscard]] LaneTraffic sent() const { return out_.send; }

  void step(const TrainingIn& in, std::uint64_t now_us, Reporter& reporter) {
    const TrainingState before = out_.state;
    out_ = machine_->step(in);
    if (out_.state == before) return;
    reporter.add_row({now_us, std::string{port_}, std::string{name(out_.state)},
                      std::uint64_t{port_physical_state(out_.state)},
                      std::uint64_t{out_.recoveries}, std::uint64_t{out_.downs}});
  }

 private:
  const char* port_;
  std::unique_ptr<LinkTraining> machine_;
  TrainingOut out_;
};

}  // namespace

Result run_link_training(RunContext& context) {
  context.reporter.begin_table("link_training", {{"time_us", "time[usec]"},
                                                 {"port", "port"},
                                                 {"state", "state"},
                                                 {"port_physical_state", "PortPhysicalState"},
                                                 {"link_error_recovery", "LinkErrorRecovery"},
                                                 {"link_downed", "LinkDowned"}});
  Result result;
  End a{"A", context.config.link.timers};
  End b{"B", context.config.link.timers};
  for (std::uint64_t now = 0; now < kEndUs; now += kStepUs) {
    const bool plugged = now < kUnpluggedAtUs;
    const LaneTraffic to_a = plugged ? b.sent() : LaneTraffic::kNothing;
    const LaneTraffic to_b = plugged ? a.sent() : LaneTraffic::kNothing;
    const bool lost = now == kErrorAtUs || now == kUnpluggedAtUs;
    a.step({kStepUs, true, to_a, lost}, now, context.reporter);
    b.step({kStepUs, true, to_b, now == kUnpluggedAtUs}, now, context.reporter);
    const double done = static_cast<double>(now) / static_cast<double>(kEndUs);
    const auto now_ps = static_cast<std::int64_t>(now) * 1'000'000;
    if (!context.progress.update(now_ps, 0, done)) {
      result.complete = false;
      break;
    }
  }
  return result;
}

}  // namespace ib::tb
