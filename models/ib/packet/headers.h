// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every wire header: `kBytes`, `encode` and `decode`. Reserved bits are sent as zero and ignored on
// receipt.

#include "models/ib/packet/aeth_syndrome.h"
#include "models/ib/packet/mad_header.h"
#include "models/ib/packet/routing_headers.h"
#include "models/ib/packet/transport_headers.h"
