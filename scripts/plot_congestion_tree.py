#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws results of `ibsilicon run congestion_tree --out DIR` as DIR/congestion_tree.svg: shares of
the victim and the hot sink without and with congestion control."""

import sys

import bar_chart


def draw(rows, path):
    groups = ["control " + row["control"] for row in rows]
    series = {"victim": "victim", "closed form": "expected", "hot sink": "sink"}
    values = [[float(row[key]) for row in rows] for key in series.values()]
    bar_chart.draw(path, "Shares of the link rate", groups, list(series), values)


if __name__ == "__main__":
    sys.exit(bar_chart.main("congestion_tree", __doc__, draw))
