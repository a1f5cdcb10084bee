#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws results of `ibsilicon run adaptive_routing --out DIR` as DIR/adaptive_routing.svg:
throughput and packets out of order of each way of routing."""

import sys

import bar_chart


def draw(rows, path):
    groups = [row["routing"] for row in rows]
    throughput = [float(row["throughput"]) for row in rows]
    disorder = [int(row["out_of_order"]) / max(int(row["packets"]), 1) for row in rows]
    bar_chart.draw(path, "A bad permutation on a fat tree", groups,
                   ["throughput", "share out of order"], [throughput, disorder])


if __name__ == "__main__":
    sys.exit(bar_chart.main("adaptive_routing", __doc__, draw))
