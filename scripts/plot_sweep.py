#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws one result of `ibsilicon sweep --out DIR` over one axis, with 95 % confidence bands over the
seeds and a curve for each combination of the other axes and of names in the table:
DIR/<result>.svg and .png. Needs matplotlib."""

import argparse
import collections
import pathlib
import sys

from sweep_results import interval, read_results


def telling(rows, columns):
    """Those columns that tell curves apart which the ones before them do not, as zipped axes do."""
    kept = []
    for column in columns:
        if (len({tuple(row[c] for c in [*kept, column]) for row in rows}) >
                len({tuple(row[c] for c in kept) for row in rows})):
            kept.append(column)
    return kept


def curves_of(rows, axes, x, y):
    """Curve name to a sorted list of (x, mean, half width)."""
    names = telling(rows, [axis for axis in axes if axis != x])
    samples = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        if row[y] != "" and row[x] != "":
            name = ", ".join(f"{axis.split('.')[-1]} {row[axis]}" for axis in names
                             if row[axis] != "")
            samples[name][float(row[x])].append(float(row[y]))
    return {name: [(value, *interval(ys)) for value, ys in sorted(points.items())]
            for name, points in samples.items()}


def is_text(value):
    """Whether a result is a name, such as that of a way to do it, and so tells curves apart."""
    try:
        float(value)
    except ValueError:
        return value != ""
    return False


def draw(curves, x, y, log, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, plot = pyplot.subplots(figsize=(7.5, 5))
    for name, points in curves.items():
        xs, means, halves = zip(*points)
        line, = plot.plot(xs, means, marker="o", markersize=4, label=name or y)
        plot.fill_between(xs, [m - h for m, h in zip(means, halves)],
                          [m + h for m, h in zip(means, halves)], alpha=0.2,
                          color=line.get_color(), linewidth=0)
    plot.set_xlabel(x)
    plot.set_ylabel(y)
    if log:
        plot.set_xscale("log")
        plot.set_yscale("log")
    plot.grid(alpha=0.3)
    plot.legend(fontsize=8)
    figure.tight_layout()
    for suffix in (".svg", ".png"):
        figure.savefig(path.with_suffix(suffix))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="what --out was given")
    parser.add_argument("x", help="axis column, such as testbench.load")
    parser.add_argument("result", help="table.column, such as traffic.delay_avg_ns")
    parser.add_argument("--log", action="store_true", help="both axes by powers of ten")
    options = parser.parse_args()
    table, _, y = options.result.partition(".")
    try:
        axes, keys, rows = read_results(options.folder)
        rows = [row for row in rows if row["table"] == table]
        if options.x not in axes or y not in keys or not rows:
            raise ValueError(f"axes are {', '.join(axes)}; no rows of {options.result} over "
                             f"{options.x}")
        path = options.folder / f"{y}.svg"
        ways = [key for key in keys if any(is_text(row[key]) for row in rows)]
        draw(curves_of(rows, [*axes, *ways], options.x, y), options.x, y, options.log, path)
    except (OSError, ValueError, KeyError, ImportError) as error:
        print(f"{options.folder}: {error}", file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
