#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws one folder of `ibsilicon run --out`, or of a point of a sweep, by matplotlib: links.svg and .png, a
heat map of ports by load and by wait for credits, and, after `--profile`, latency.svg and .png, the
share of packets that were no longer under way."""

import csv
import pathlib
import re
import sys

PORT = re.compile(r"^(?:.*\.)?([^.]+)\.port(\d+)$")


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def grid_of(rows, column):
    """Chips in order of their appearance, and a matrix of chips by ports; None where no port is."""
    chips, cells = [], {}
    for row in rows:
        match = PORT.match(row["port"])
        chip, port = (match.group(1), int(match.group(2))) if match else (row["port"], 1)
        if chip not in chips:
            chips.append(chip)
        cells[chip, port] = float(row[column])
    ports = max(port for _, port in cells)
    return chips, [[cells.get((chip, port)) for port in range(1, ports + 1)] for chip in chips]


def save(pyplot, figure, path):
    figure.tight_layout()
    for suffix in (".svg", ".png"):
        figure.savefig(path.with_suffix(suffix))
    pyplot.close(figure)
    print(path.with_suffix(".svg"))


def draw_links(pyplot, rows, path):
    figure, plots = pyplot.subplots(1, 2, figsize=(13, 6))
    for plot, column in zip(plots, ("utilisation", "xmit_wait_cycles")):
        chips, values = grid_of(rows, column)
        numbers = [[float("nan") if v is None else v for v in line] for line in values]
        image = plot.imshow(numbers, aspect="auto", cmap="viridis", interpolation="nearest",
                            extent=(0.5, len(numbers[0]) + 0.5, len(chips) - 0.5, -0.5))
        every = max(1, len(chips) // 40)
        plot.set_yticks(range(0, len(chips), every), chips[::every], fontsize=7)
        plot.set_xlabel("port")
        plot.set_title(column)
        figure.colorbar(image, ax=plot)
    save(pyplot, figure, path)


def draw_latency(pyplot, rows, path):
    figure, plot = pyplot.subplots(figsize=(7.5, 5))
    plot.step([float(r["latency_ns"]) for r in rows], [float(r["share"]) for r in rows], where="post")
    plot.set_xlabel("latency, ns")
    plot.set_ylabel("share of packets")
    plot.set_ylim(0, 1.02)
    plot.grid(alpha=0.3)
    save(pyplot, figure, path)


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(f"usage: plot_run.py FOLDER\n{__doc__}", file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        ports = read(folder / "ports.csv")
        if not ports:
            raise ValueError("ports.csv has no rows")
        draw_links(pyplot, ports, folder / "links.svg")
        if (folder / "latency.csv").exists():
            draw_latency(pyplot, read(folder / "latency.csv"), folder / "latency.svg")
    except (OSError, ValueError, KeyError, ImportError) as error:
        print(f"{folder}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
