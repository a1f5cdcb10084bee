// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/segmentation.h"

#include <array>

namespace ib {
namespace {

using ByPosition = std::array<std::uint8_t, 4>;  // First, Middle, Last, Only

constexpr std::array<ByPosition, 8> kRequest = {{
    {op::kSendFirst, op::kSendMiddle, op::kSendLast, op::kSendOnly},
    {op::kSendFirst, op::kSendMiddle, op::kSendLastImm, op::kSendOnlyImm},
    {op::kSendFirst, op::kSendMiddle, op::kSendLastInv, op::kSendOnlyInv},
    {op::kWriteFirst, op::kWriteMiddle, op::kWriteLast, op::kWriteOnly},
    {op::kWriteFirst, op::kWriteMiddle, op::kWriteLastImm, op::kWriteOnlyImm},
    {op::kReadRequest, op::kReadRequest, op::kReadRequest, op::kReadRequest},
    {op::kCmpSwap, op::kCmpSwap, op::kCmpSwap, op::kCmpSwap},
    {op::kFetchAdd, op::kFetchAdd, op::kFetchAdd, op::kFetchAdd},
}};

constexpr ByPosition kReadResponse = {op::kReadResponseFirst, op::kReadResponseMiddle,
                                      op::kReadResponseLast, op::kReadResponseOnly};

}  // namespace

std::uint8_t request_operation(MessageKind kind, Position position) {
  return kRequest[static_cast<std::size_t>(kind)][static_cast<std::size_t>(position)];
}

std::uint8_t read_response_operation(Position position) {
  return kReadResponse[static_cast<std::size_t>(position)];
}

}  // namespace ib
