#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws results of `ibsilicon run ber --out DIR` as SVG: DIR/ber.svg, error rates over SNR with the
closed forms drawn in, and DIR/codewords.svg, codewords by corrected symbols."""

import argparse
import json
import math
import pathlib
import sys

WIDTH, HEIGHT = 720, 480
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 40, 60
COLOURS = {"pre_fec_ber": "#1f77b4", "codeword_failure_rate": "#d62728", "packet_loss": "#2ca02c"}
TITLES = {
    "pre_fec_ber": "pre-FEC BER",
    "codeword_failure_rate": "codeword failure rate",
    "packet_loss": "packet loss",
}
CLOSED_FORMS = {
    "pre_fec_ber": "pre_fec_ber_closed_form",
    "codeword_failure_rate": "codeword_failure_closed_form",
}
LOWEST_DECADE = -15


class Plot:
    """A frame with a linear x axis and a logarithmic or linear y axis."""

    def __init__(self, x_range, y_range, log_y, title, x_title):
        self.x_range, self.y_range, self.log_y = x_range, y_range, log_y
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" font-size="16">{title}</text>',
            f'<text x="{WIDTH / 2}" y="{HEIGHT - 16}" text-anchor="middle">{x_title}</text>',
        ]

    def x(self, value):
        low, high = self.x_range
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        low, high = self.y_range
        position = math.log10(value) if self.log_y else value
        return HEIGHT - BOTTOM - (position - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def grid(self, x_ticks, y_ticks):
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        for tick in x_ticks:
            x = self.x(tick)
            self.line((x, TOP), (x, bottom), "#ddd")
            self.text(x, bottom + 18, f"{tick:g}", "middle")
        for tick in y_ticks:
            value = 10.0**tick if self.log_y else tick
            y = self.y(value)
            self.line((LEFT, y), (right, y), "#ddd")
            self.text(LEFT - 8, y + 4, f"1e{tick}" if self.log_y else f"{tick:g}", "end")

    def line(self, start, end, colour):
        self.parts.append(
            f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
            f'stroke="{colour}"/>'
        )

    def text(self, x, y, words, anchor="start", colour="black"):
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'
        )

    def curve(self, points, colour):
        path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}"/>')

    def dots(self, points, colour):
        for x, y in points:
            self.parts.append(
                f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="4" fill="{colour}"/>'
            )

    def bar(self, left, right, value, colour):
        top = self.y(value)
        self.parts.append(
            f'<rect x="{self.x(left):.1f}" y="{top:.1f}" '
            f'width="{self.x(right) - self.x(left):.1f}" '
            f'height="{max(HEIGHT - BOTTOM - top, 0):.1f}" fill="{colour}"/>'
        )

    def write(self, path):
        path.write_text("\n".join([*self.parts, "</svg>", ""]))


def ticks(low, high):
    step = next(s for s in (0.5, 1, 2, 5, 10, 20) if (high - low) / s <= 12)
    first = math.ceil(low / step)
    return [i * step for i in range(first, math.floor(high / step) + 1)]


def positive(rows, key):
    pairs = [(float(row["snr_db"]), float(row[key])) for row in rows]
    return [(x, y) for x, y in pairs if y > 10.0**LOWEST_DECADE]


def draw_waterfall(rows, path):
    snrs = [float(row["snr_db"]) for row in rows]
    margin = 0.05 * (max(snrs) - min(snrs)) or 0.5
    values = [y for key in (*COLOURS, *CLOSED_FORMS.values()) for _, y in positive(rows, key)]
    lowest = math.floor(math.log10(min(values))) if values else -1
    plot = Plot((min(snrs) - margin, max(snrs) + margin), (lowest, 0), True,
                "Error rates: dots measured, lines closed form", "SNR, dB")
    plot.grid(ticks(*plot.x_range), range(lowest, 1))
    for number, (key, colour) in enumerate(COLOURS.items()):
        if key in CLOSED_FORMS:
            plot.curve(positive(rows, CLOSED_FORMS[key]), colour)
        plot.dots(positive(rows, key), colour)
        plot.text(LEFT + 12, HEIGHT - BOTTOM - 16 * (number + 1), TITLES[key], colour=colour)
    plot.write(path)


def draw_codewords(rows, path):
    worst = min(rows, key=lambda row: float(row["snr_db"]))
    counts = [int(worst[f"corrected_{name}"]) for name in (*range(16), "failed")]
    lowest = math.floor(math.log10(1 / sum(counts)))
    plot = Plot((-0.5, 16.5), (lowest, 0), True,
                f"Codewords by corrected symbols at {float(worst['snr_db']):g} dB (16: failed)",
                "symbols")
    plot.grid(range(17), range(lowest, 1))
    for place, count in enumerate(counts):
        if count > 0:
            colour = "#d62728" if place == 16 else "#1f77b4"
            plot.bar(place - 0.4, place + 0.4, count / sum(counts), colour)
    plot.write(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="what --out was given")
    folder = parser.parse_args().folder
    try:
        tables = json.loads((folder / "results.json").read_text())["tables"]
        draw_waterfall(tables["ber"], folder / "ber.svg")
        draw_codewords(tables["codeword_histogram"], folder / "codewords.svg")
    except (OSError, ValueError, KeyError) as error:
        print(f"{folder}: no results of `run ber`: {error}", file=sys.stderr)
        return 2
    print(f"{folder / 'ber.svg'}\n{folder / 'codewords.svg'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
