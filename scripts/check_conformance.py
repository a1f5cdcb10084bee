#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every test that docs/conformance.md names exists."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMED = re.compile(r"`(\w+)\.(\w+)`")
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", re.MULTILINE)


def main() -> int:
    tests = {
        f"{suite}.{name}"
        for source in (ROOT / "testbenches").rglob("*_test.cpp")
        for suite, name in TEST.findall(source.read_text())
    }
    page = (ROOT / "docs/conformance.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| ") and "Tests |" not in line]
    named = {".".join(pair) for row in rows for pair in NAMED.findall(row)}
    missing = sorted(named - tests)
    for name in missing:
        print(f"docs/conformance.md: there is no test {name}")
    untested = sum(1 for row in rows if "`" not in row.rsplit("|", 2)[1])
    print(f"{len(rows)} rules, {untested} without a test, {len(named)} tests")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
