#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws results of `ibsilicon run allreduce --sharp --out DIR` as DIR/allreduce.svg: bytes on all
links, measured and by closed form."""

import sys

import bar_chart


def draw(rows, path):
    groups = [f"{row['way']}, {float(row['time_us']):g} us" for row in rows]
    series = {"MB measured": "bytes", "MB by closed form": "predicted"}
    values = [[int(row[key]) / 1e6 for row in rows] for key in series.values()]
    bar_chart.draw(path, "Bytes on the links of an all-reduce", groups, list(series), values)


if __name__ == "__main__":
    sys.exit(bar_chart.main("allreduce", __doc__, draw))
