# SPDX-License-Identifier: Apache-2.0
"""scripts/compare on folders made by hand; expected verdicts worked out by hand."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPARE = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "compare"


def write_sweep(folder, delays):
    """One axis with one value, one result a seed."""
    folder.mkdir()
    lines = ["point,switch.scheduler,seed,table,row,delay_ns"]
    lines += [f"{seed:016x},islip,{seed},traffic,0,{d}" for seed, d in enumerate(delays, 1)]
    (folder / "results.csv").write_text("\n".join(lines) + "\n")


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def compare(self, *options):
        command = [sys.executable, COMPARE, self.root / "a", self.root / "b", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    # Means 10 and 12, standard errors 1/sqrt(3) each: t = 2.449 with 4 degrees of freedom, less
    # than 2.776.
    def test_close_means_do_not_differ(self):
        write_sweep(self.root / "a", [9, 10, 11])
        write_sweep(self.root / "b", [11, 12, 13])
        done = self.compare()
        self.assertEqual((done.returncode, done.stdout),
                         (0, "1 results compared, 0 differ\n"))

    # Means 10 and 13: t = 3.674.
    def test_far_means_differ(self):
        write_sweep(self.root / "a", [9, 10, 11])
        write_sweep(self.root / "b", [12, 13, 14])
        done = self.compare()
        self.assertEqual(done.returncode, 1)
        self.assertIn("+30.00 %  3/3    differs, 95 %", done.stdout)

    def test_runs_differ_where_values_do(self):
        for name, rate in (("a", 400), ("b", 200)):
            (self.root / name).mkdir()
            tables = {"traffic": [{"load": 0.5, "accepted_gbps": rate, "node": "h1"}]}
            (self.root / name / "results.json").write_text(json.dumps({"tables": tables}))
        done = self.compare()
        self.assertEqual(done.returncode, 1)
        self.assertIn("traffic[0].accepted_gbps  400  200  -50.00 %  1/1    differs", done.stdout)
        self.assertIn("2 results compared, 1 differ", done.stdout)

    def test_a_folder_without_results_is_refused(self):
        (self.root / "a").mkdir()
        done = self.compare()
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"compare: {self.root / 'a'}: no results.csv of a sweep and "
                                      "no results.json of a run\n")


if __name__ == "__main__":
    unittest.main()
