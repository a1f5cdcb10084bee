# SPDX-License-Identifier: Apache-2.0
"""Groups of bars as SVG, for the plot scripts of testbenches that compare a few ways."""

import json
import pathlib
import sys

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 60, 60
PALETTE = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728")


def nice_top(value):
    """The least of 1, 2, 5 times a power of ten that is no less than `value`."""
    step = 1.0
    while step < value:
        step *= 10
    while step / 10 >= value > 0:
        step /= 10
    return next(s for s in (step / 10, step / 5, step / 2, step) if s >= value)


def draw(path, title, groups, series, values):
    """`values[s][g]` is the bar of series s in group g."""
    top = nice_top(max(max(row) for row in values))
    plot_height, plot_width = HEIGHT - TOP - BOTTOM, WIDTH - LEFT - RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="22" text-anchor="middle" font-size="15">{title}</text>',
    ]
    for i in range(6):
        y = TOP + plot_height * (1 - i / 5)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" '
                     'stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                     f'{top * i / 5:g}</text>')
    group_width = plot_width / len(groups)
    bar_width = 0.8 * group_width / len(series)
    for g, group in enumerate(groups):
        left = LEFT + g * group_width
        parts.append(f'<text x="{left + group_width / 2:.1f}" y="{HEIGHT - BOTTOM + 20}" '
                     f'text-anchor="middle">{group}</text>')
        for s, row in enumerate(values):
            height = plot_height * row[g] / top
            x = left + 0.1 * group_width + s * bar_width
            parts.append(f'<rect x="{x:.1f}" y="{TOP + plot_height - height:.1f}" '
                         f'width="{bar_width:.1f}" height="{height:.1f}" '
                         f'fill="{PALETTE[s % len(PALETTE)]}"/>')
    for s, name in enumerate(series):
        parts.append(f'<text x="{LEFT + 140 * s}" y="{TOP - 12}" '
                     f'fill="{PALETTE[s % len(PALETTE)]}">{name}</text>')
    path.write_text("\n".join([*parts, "</svg>", ""]))


def main(testbench, description, draw_rows):
    """Reads the table of a run that was given `--out FOLDER` and draws FOLDER/<testbench>.svg."""
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(f"usage: plot_{testbench}.py FOLDER\n{description}", file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    path = folder / f"{testbench}.svg"
    try:
        draw_rows(json.loads((folder / "results.json").read_text())["tables"][testbench], path)
    except (OSError, ValueError, KeyError) as error:
        print(f"{folder}: no results of `run {testbench}`: {error}", file=sys.stderr)
        return 2
    print(path)
    return 0
