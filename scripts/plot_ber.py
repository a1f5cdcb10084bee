#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws results of `ibsilicon run ber --out DIR` as SVG and PNG: DIR/ber, error rates over SNR with
the closed forms drawn in; DIR/codewords, codewords by corrected symbols; DIR/eye, what the slicer
saw."""

import argparse
import json
import math
import pathlib
import sys

from drawing import Drawing

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
LEVEL_COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728")
GRID = "#dddddd"
LOWEST_DECADE = -15


class Plot:
    """A frame with a linear x axis and a logarithmic or linear y axis."""

    def __init__(self, x_range, y_range, log_y, title, x_title):
        self.x_range, self.y_range, self.log_y = x_range, y_range, log_y
        self.drawing = Drawing(WIDTH, HEIGHT)
        self.drawing.text(WIDTH / 2, 26, title, "middle", size=16)
        self.drawing.text(WIDTH / 2, HEIGHT - 16, x_title, "middle")

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
            self.drawing.line((x, TOP), (x, bottom), GRID)
            self.drawing.text(x, bottom + 18, f"{tick:g}", "middle")
        for tick in y_ticks:
            y = self.y(10.0**tick if self.log_y else tick)
            self.drawing.line((LEFT, y), (right, y), GRID)
            self.drawing.text(LEFT - 8, y + 4, f"1e{tick}" if self.log_y else f"{tick:g}", "end")

    def curve(self, points, colour):
        self.drawing.curve([(self.x(x), self.y(y)) for x, y in points], colour)

    def dots(self, points, colour):
        for x, y in points:
            self.drawing.dot(self.x(x), self.y(y), colour)

    def bar(self, left, right, value, colour):
        bottom = HEIGHT - BOTTOM
        top = min(self.y(value), bottom)
        self.drawing.rectangle(self.x(left), top, self.x(right), bottom, colour)

    def legend(self, number, words, colour):
        self.drawing.text(LEFT + 12, HEIGHT - BOTTOM - 16 * (number + 1), words, colour=colour)

    def write(self, stem):
        """Writes stem.svg and stem.png and answers their paths."""
        paths = [stem.with_suffix(suffix) for suffix in (".svg", ".png")]
        for path in paths:
            self.drawing.write(path)
        return paths


def ticks(low, high):
    step = next(s for s in (0.5, 1, 2, 5, 10, 20) if (high - low) / s <= 12)
    first = math.ceil(low / step)
    return [i * step for i in range(first, math.floor(high / step) + 1)]


def swept(rows):
    """What the x axis shows: the loss when it is all that changes."""
    losses = {row["loss_db"] for row in rows}
    return "loss_db" if len(losses) > 1 and len({row["snr_db"] for row in rows}) == 1 else "snr_db"


def positive(rows, key):
    pairs = [(float(row[swept(rows)]), float(row[key])) for row in rows]
    return [(x, y) for x, y in pairs if y > 10.0**LOWEST_DECADE]


def draw_waterfall(rows, stem):
    places = [float(row[swept(rows)]) for row in rows]
    margin = 0.05 * (max(places) - min(places)) or 0.5
    values = [y for key in (*COLOURS, *CLOSED_FORMS.values()) for _, y in positive(rows, key)]
    lowest = math.floor(math.log10(min(values))) if values else -1
    plot = Plot((min(places) - margin, max(places) + margin), (lowest, 0), True,
                "Error rates: dots measured, lines closed form",
                "loss at Nyquist, dB" if swept(rows) == "loss_db" else "SNR, dB")
    plot.grid(ticks(*plot.x_range), range(lowest, 1))
    for number, (key, colour) in enumerate(COLOURS.items()):
        if key in CLOSED_FORMS:
            plot.curve(positive(rows, CLOSED_FORMS[key]), colour)
        plot.dots(positive(rows, key), colour)
        plot.legend(number, TITLES[key], colour)
    return plot.write(stem)


def draw_codewords(rows, stem):
    worst = min(rows, key=lambda row: float(row["snr_db"]))
    counts = [int(worst[f"corrected_{name}"]) for name in (*range(16), "failed")]
    lowest = math.floor(math.log10(1 / max(sum(counts), 10)))
    plot = Plot((-0.5, 16.5), (lowest, 0), True,
                f"Codewords at {float(worst['snr_db']):g} dB by corrected symbols",
                "corrected symbols (16: failed)")
    plot.grid(range(17), range(lowest, 1))
    for place, count in enumerate(counts):
        if count > 0:
            colour = "#d62728" if place == 16 else "#1f77b4"
            plot.bar(place - 0.4, place + 0.4, count / sum(counts), colour)
    return plot.write(stem)


def draw_eye(rows, stem):
    """Each level sent in its own colour: where the colours meet, decisions go wrong."""
    levels = sorted(key for key in rows[0] if key.startswith("level_"))
    top = max(int(row[level]) for row in rows for level in levels)
    samples = max(top, 1)
    places = [float(row["amplitude"]) for row in rows]
    width = places[1] - places[0]
    decades = math.ceil(math.log10(samples)) if samples > 1 else 1
    plot = Plot((places[0] - width, places[-1] + width), (0, decades), True,
                f"Eye histogram at {float(rows[0]['snr_db']):g} dB",
                "amplitude at the slicer; colour: level sent")
    plot.grid(ticks(*plot.x_range), range(decades + 1))
    for level, colour in zip(levels, LEVEL_COLOURS):
        points = [(x, int(row[level])) for x, row in zip(places, rows) if int(row[level]) > 0]
        plot.curve(points, colour)
        plot.dots(points, colour)
    return plot.write(stem)


DRAWINGS = (("ber", "ber", draw_waterfall), ("codeword_histogram", "codewords", draw_codewords),
            ("eye_histogram", "eye", draw_eye))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="what --out was given")
    folder = parser.parse_args().folder
    try:
        tables = json.loads((folder / "results.json").read_text())["tables"]
        for table, stem, draw in DRAWINGS:
            for path in draw(tables[table], folder / stem):
                print(path)
    except (OSError, ValueError, KeyError) as error:
        print(f"{folder}: no results of `run ber`: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
