#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Latency and bandwidth of every HCA preset, two hosts back to back, as the Markdown page docs/perftest_tables.md.

    scripts/perftest_tables.py PROGRAM > docs/perftest_tables.md
    scripts/perftest_tables.py PROGRAM --check     exit 1 when the page is not what PROGRAM gives
"""

import json
import pathlib
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/perftest_tables.md"
OPERATIONS = ("write", "send", "read", "atomic")
LATENCY_SIZES = (2, 8, 32, 64, 128, 256, 512, 1024, 2048, 4096)
BANDWIDTH_SIZES = (2, 8, 64, 256, 1024, 4096, 16384, 65536, 1048576)
INLINE = "testbench.inline_bytes=188"


def presets(program):
    """Name and port rate of each HCA."""
    lines = subprocess.run([program, "list", "presets"], check=True, capture_output=True, text=True)
    words = [line.split() for line in lines.stdout.splitlines()]
    return [(row[0], row[2]) for row in words if row[1:2] == ["hca"]]


def rows(program, preset, rate, testbench, arguments):
    """Rows of the result table of a run by message size."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", testbench, "--preset-hca", preset, "--switches", "0", "--out", folder,
                   "--set", f"testbench.link_rate={rate}"]
        subprocess.run(command + arguments, check=True, capture_output=True)
        tables = json.loads((pathlib.Path(folder) / "results.json").read_text())["tables"]
    return {row["size_bytes"]: row for row in next(iter(tables.values()))}


def table(program, kind, sizes, arguments, show):
    lines = ["| Preset, link | Test | " + " | ".join(f"{size} B" for size in sizes) + " |"]
    lines.append("|---" * (len(sizes) + 2) + "|")
    for preset, rate in presets(program):
        for operation in OPERATIONS:
            test = f"{operation}_{kind}"
            if operation == "atomic":
                found = rows(program, preset, rate, test, ["--iters", "200"])
            else:
                found = {}
                for size in sizes:
                    found.update(rows(program, preset, rate, test, ["--size", str(size)] + arguments(size)))
            cells = [show(found[size]) if size in found else "" for size in sizes]
            lines.append(f"| {preset}, {rate} | `{test}` | " + " | ".join(cells) + " |")
    return lines


def page(program):
    latency = table(program, "lat", LATENCY_SIZES,
                    lambda size: ["--iters", "50", "--set", INLINE],
                    lambda row: f"{row['t_typical_us']:.3f}")
    bandwidth = table(program, "bw", BANDWIDTH_SIZES,
                      lambda size: ["--iters", "100" if size > 65536 else "1000"],
                      lambda row: f"{row['bw_average_gbps']:.2f}")
    return "\n".join([
        "<!-- Made by scripts/perftest_tables.py. Do not edit. -->",
        "# Perftest by preset",
        "",
        "Two hosts back to back (`--switches 0`) by a link of the preset's own rate (`testbench.link_rate`), one queue pair, reliable connection, MTU 4096. Atomics have 8 bytes. What a test does:",
        "[perftest](blocks/perftest.md). `scripts/perftest_tables.py build/testbenches/cli/ibsilicon > docs/perftest_tables.md` makes this page.",
        "",
        "## Latency",
        "",
        f"Typical, microseconds; messages up to 188 bytes go inline (`--set {INLINE}`). WRITE and SEND: half of a round trip; READ and atomics: the whole.",
        "",
        *latency,
        "",
        "## Bandwidth",
        "",
        "Average, Gb/s of payload, 128 messages in flight; small messages are bound by the CPU that posts them.",
        "",
        *bandwidth,
        "",
    ])


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    text = page(sys.argv[1])
    if "--check" not in sys.argv[2:]:
        sys.stdout.write(text)
        return 0
    if PAGE.read_text() == text:
        return 0
    print(f"{PAGE.name} is not what the program gives; make it anew", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
