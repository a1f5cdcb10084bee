#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/plot_run.py puts every port where it belongs and says in one line what it cannot draw."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import plot_run  # noqa: E402


class PlotRun(unittest.TestCase):
    def test_places_ports_by_chip_and_number(self):
        rows = [{"port": "fabric.sw0.port2", "u": "0.5"}, {"port": "fabric.host0.port1", "u": "1"}]

        chips, values = plot_run.grid_of(rows, "u")

        self.assertEqual(chips, ["sw0", "host0"])
        self.assertEqual(values, [[None, 0.5], [1.0, None]])

    def test_names_the_folder_that_holds_no_results(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, SCRIPTS / "plot_run.py", folder], check=False,
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
