#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source states its licence in its first line and stays below 400 lines. Exit 1 if not."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENCE = "SPDX-License-Identifier: Apache-2.0"
LONGEST = 400
SUFFIXES = {".h", ".cpp", ".sv", ".svh", ".vlt", ".py", ".cmake", ".sh", ".toml"}
NAMES = {"CMakeLists.txt", "run", "test", "tidy", "lint_rtl", "check_headers", "prove", "slurm_loopback", "synth_report",
         ".clang-tidy"}


def faults_in(path: pathlib.Path):
    lines = path.read_text().splitlines()
    if not any(LICENCE in line for line in lines[:2]):
        yield f"{path.relative_to(ROOT)}:1: no '{LICENCE}'"
    if len(lines) > LONGEST:
        yield f"{path.relative_to(ROOT)}:{LONGEST}: {len(lines)} lines, split the file"


def main() -> int:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    sources = [
        ROOT / name
        for name in tracked
        if name and (pathlib.Path(name).suffix in SUFFIXES or pathlib.Path(name).name in NAMES)
    ]
    faults = [fault for path in sources if path.exists() for fault in faults_in(path)]
    print("\n".join(faults) if faults else f"{len(sources)} sources state their licence")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
