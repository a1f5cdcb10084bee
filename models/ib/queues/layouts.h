// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/ib/queues/command.h"
#include "models/ib/queues/context.h"
#include "models/ib/queues/cqe.h"
#include "models/ib/queues/doorbell.h"
#include "models/ib/queues/event.h"
#include "models/ib/queues/wqe.h"

namespace ib {

/// Every structure of the host interface, in the order of docs/registers.md.
inline constexpr std::array kHostLayouts{
    control_page::kLayout,       uar_page::kLayout,           cq_arm::kLayout,
    command_entry::kLayout,      hca_context::kLayout,        mkey_context::kLayout,
    mtt_entry::kLayout,          cq_context::kLayout,         qp_context::kLayout,
    qp_doorbell_record::kLayout, cq_doorbell_record::kLayout, control_segment::kLayout,
    xrc_segment::kLayout,        rd_segment::kLayout,         raddr_segment::kLayout,
    atomic_segment::kLayout,     bind_segment::kLayout,       next_segment::kLayout,
    srq_context::kLayout,        datagram_segment::kLayout,   data_segment::kLayout,
    mcg_context::kLayout,        rate_context::kLayout,       cqe_layout::kLayout,
    mini_cqe::kLayout,           eq_context::kLayout,         eqe_layout::kLayout,
    eq_doorbell::kLayout};

}  // namespace ib
