// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/fault.h"

namespace ib {

std::string_view name(Fault fault) {
  switch (fault) {
    case Fault::kNone:
      return "none";
    case Fault::kTooShort:
      return "too short";
    case Fault::kLength:
      return "bad length";
    case Fault::kVcrc:
      return "bad VCRC";
    case Fault::kLver:
      return "bad LVer";
    case Fault::kDlid:
      return "bad DLID";
    case Fault::kSlid:
      return "bad SLID";
    case Fault::kGrhVersion:
      return "bad GRH IPVer";
    case Fault::kGrhNextHeader:
      return "bad GRH NxtHdr";
    case Fault::kGrhLength:
      return "bad GRH PayLen";
    case Fault::kGrhMissing:
      return "multicast without GRH";
    case Fault::kIcrc:
      return "bad ICRC";
    case Fault::kTver:
      return "bad TVer";
    case Fault::kOpcode:
      return "reserved opcode";
    case Fault::kPad:
      return "bad PadCnt";
    case Fault::kPayloadLength:
      return "payload length against opcode";
    case Fault::kMtu:
      return "payload above MTU";
    case Fault::kManagementLane:
      return "VL15 and QP0 disagree";
  }
  return "unknown";
}

}  // namespace ib
