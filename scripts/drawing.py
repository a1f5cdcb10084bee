# SPDX-License-Identifier: Apache-2.0
"""Lines, bars, dots and words that become a picture as SVG or PNG, with nothing but Python."""

import html
import struct
import zlib

import font5x7

_TEXT_SCALE = 1  # pixels a font pixel in PNG; the title has twice as many


class Drawing:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self._shapes = []

    def line(self, start, end, colour):
        self._shapes.append(("line", start, end, colour))

    def curve(self, points, colour):
        for start, end in zip(points, points[1:]):
            self.line(start, end, colour)

    def dot(self, x, y, colour, radius=4):
        self._shapes.append(("dot", x, y, radius, colour))

    def rectangle(self, left, top, right, bottom, colour):
        self._shapes.append(("rectangle", left, top, right, bottom, colour))

    def text(self, x, y, words, anchor="start", colour="#000000", size=12):
        """`y` is the base line; `anchor` is start, middle or end."""
        self._shapes.append(("text", x, y, words, anchor, colour, size))

    def write(self, path):
        """As SVG or PNG, by the file's ending."""
        if path.suffix == ".png":
            path.write_bytes(self._png())
        else:
            path.write_text(self._svg())

    def _svg(self):
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" '
            f'height="{self.height}" font-family="sans-serif">',
            f'<rect width="{self.width}" height="{self.height}" fill="white"/>',
        ]
        parts += [getattr(self, f"_svg_{kind}")(*rest) for kind, *rest in self._shapes]
        return "\n".join([*parts, "</svg>", ""])

    @staticmethod
    def _svg_line(start, end, colour):
        return (f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" '
                f'y2="{end[1]:.1f}" stroke="{colour}"/>')

    @staticmethod
    def _svg_dot(x, y, radius, colour):
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'

    @staticmethod
    def _svg_rectangle(left, top, right, bottom, colour):
        return (f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
                f'height="{bottom - top:.1f}" fill="{colour}"/>')

    @staticmethod
    def _svg_text(x, y, words, anchor, colour, size):
        return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
                f'fill="{colour}">{html.escape(words)}</text>')

    def _png(self):
        pixels = _Pixels(self.width, self.height)
        for kind, *rest in self._shapes:
            getattr(pixels, kind)(*rest)
        return pixels.encoded()


class _Pixels:
    """The same shapes on a grid of RGB pixels, white at first."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.rows = [bytearray(b"\xff" * 3 * width) for _ in range(height)]

    def put(self, x, y, colour):
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][3 * x:3 * x + 3] = colour

    def line(self, start, end, colour):
        rgb = bytes.fromhex(colour[1:])
        steps = max(1, round(max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
        for i in range(steps + 1):
            x = start[0] + (end[0] - start[0]) * i / steps
            y = start[1] + (end[1] - start[1]) * i / steps
            self.put(round(x), round(y), rgb)

    def dot(self, x, y, radius, colour):
        rgb = bytes.fromhex(colour[1:])
        for dy in range(-radius, radius + 1):
            for dx in range(-radius, radius + 1):
                if dx * dx + dy * dy <= radius * radius:
                    self.put(round(x) + dx, round(y) + dy, rgb)

    def rectangle(self, left, top, right, bottom, colour):
        rgb = bytes.fromhex(colour[1:])
        for y in range(round(top), round(bottom)):
            for x in range(round(left), round(right)):
                self.put(x, y, rgb)

    def text(self, x, y, words, anchor, colour, size):
        rgb = bytes.fromhex(colour[1:])
        scale = _TEXT_SCALE * (2 if size > 12 else 1)
        shift = {"start": 0, "middle": 0.5, "end": 1}[anchor]
        left = round(x - shift * len(words) * font5x7.ADVANCE * scale)
        top = round(y) - (font5x7.ROWS - 1) * scale
        for place, character in enumerate(words):
            for column, bits in enumerate(font5x7.columns(character)):
                for row in range(font5x7.ROWS):
                    if bits >> row & 1:
                        self._block(left + (place * font5x7.ADVANCE + column) * scale,
                                    top + row * scale, scale, rgb)

    def _block(self, left, top, scale, rgb):
        for dy in range(scale):
            for dx in range(scale):
                self.put(left + dx, top + dy, rgb)

    def encoded(self):
        def chunk(name, data):
            body = name + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        lines = b"".join(b"\0" + bytes(row) for row in self.rows)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))
