#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/plot_sweep.py names a curve by what tells it apart, and joins the seeds of a point."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import plot_sweep  # noqa: E402

ROWS = [{"load": load, "a.kind": kind, "a.length": length, "same": "1", "delay": delay}
        for load, kind, length, delay in (("0.1", "dac", "2", "10"), ("0.1", "dac", "2", "14"),
                                          ("0.1", "aoc", "30", "20"), ("0.2", "aoc", "30", "21"))]


class PlotSweep(unittest.TestCase):
    def test_leaves_out_columns_that_tell_nothing_more(self):
        self.assertEqual(plot_sweep.telling(ROWS, ["a.kind", "a.length", "same"]), ["a.kind"])

    def test_joins_seeds_and_sorts_points(self):
        curves = plot_sweep.curves_of(ROWS, ["load", "a.kind", "a.length"], "load", "delay")

        self.assertEqual(list(curves), ["kind dac", "kind aoc"])
        self.assertEqual(curves["kind dac"][0][:2], (0.1, 12.0))
        self.assertEqual([point[0] for point in curves["kind aoc"]], [0.1, 0.2])


if __name__ == "__main__":
    unittest.main()
