#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes go to a lower floor or stay in their folder (docs/architecture.md). Exit 1 if not."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOORS = {
    "models/ib": 0,
    "tlm": 1,
    "models/phy": 2,
    "models/link": 3,
    "models/hca": 4,
    "models/switch": 4,
    "models/fabric": 5,
    "rtl/cosim": 5,
    "testbenches": 6,
}
# What pure floors may not see: the kernel, threads, clocks of the machine, I/O, formats of files.
IMPURE = re.compile(
    r"^(systemc|tlm|sc_|sysc/|thread|mutex|condition_variable|future|chrono|iostream|fstream|cstdio|"
    r"filesystem|nlohmann/|fmt/|spdlog/|toml)"
)
KERNEL = re.compile(r"^(systemc|tlm|sc_|sysc/)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path: str) -> str | None:
    """The folder with a floor of its own that holds `path`."""
    return next((f for f in FLOORS if path == f or path.startswith(f + "/")), None)


def fault_of(folder: str, quote: str, target: str) -> str | None:
    """Why `folder` may not include `target`; None when it may."""
    if quote == "<":
        if folder == "models/ib" and IMPURE.match(target):
            return f"floor 0 is pure C++, <{target}> is not"
        if folder == "rtl/cosim" and KERNEL.match(target):
            return f"a Verilated header and <{target}> must not meet"
        return None
    below = folder_of(target)
    if below is None:
        return None if target.startswith("V") else f'"{target}" is not a path from the root'
    if not (ROOT / target).exists():
        return f'"{target}" does not exist'
    if below == folder:
        return None
    if folder == "rtl/cosim" and below != "models/ib":
        return f"rtl/cosim sees models/ib alone, not {below}"
    if FLOORS[below] >= FLOORS[folder]:
        return f"floor {FLOORS[folder]} ({folder}) may not include floor {FLOORS[below]} ({below})"
    return None


def faults_in(path: pathlib.Path, folder: str):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        fault = fault_of(folder, *match.groups()) if match else None
        if fault:
            yield f"{path.relative_to(ROOT)}:{number}: {fault}"


def main() -> int:
    faults = []
    seen = 0
    for folder in FLOORS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                seen += 1
                faults.extend(faults_in(path, folder))
    print("\n".join(faults) if faults else f"{seen} files keep to their floors")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
