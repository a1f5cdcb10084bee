// SPDX-License-Identifier: Apache-2.0
// Charts as plain SVG, for a program that was built without the plotting library: legend and tooltip, no zoom.
"use strict";
const Charts = (() => {
  const palette = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22", "#7f7f7f"];
  const W = 1000, H = 420, L = 80, R = 20, T = 50, B = 60;
  const hidden = new Map();
  const names = new Map();

  function node(parent, tag, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return parent.appendChild(made);
  }
  function canvas(element) {
    element.replaceChildren();
    return node(element, "svg", { viewBox: `0 0 ${W} ${H}`, width: "100%", height: "100%", "font-size": 12 });
  }
  /// Maps the values of an axis to pixels and draws its ticks.
  function axis(svg, spec, values, from, to, across) {
    const f = spec.log ? (v) => Math.log10(Math.max(v, 1e-12)) : (v) => v;
    let low = Math.min(...values.map(f)), high = Math.max(...values.map(f));
    if (!(high > low)) { low -= 0.5; high += 0.5; }
    const place = (v) => from + ((f(v) - low) / (high - low)) * (to - from);
    for (let i = 0; i <= 5; ++i) {
      const v = low + ((high - low) * i) / 5, at = from + ((to - from) * i) / 5;
      const label = Number((spec.log ? 10 ** v : v).toPrecision(4));
      node(svg, "text", across ? { x: at, y: H - B + 18, "text-anchor": "middle" } : { x: L - 8, y: at + 4, "text-anchor": "end" }, label);
      node(svg, "line", across ? { x1: at, x2: at, y1: T, y2: H - B, stroke: "#eee" } : { x1: L, x2: W - R, y1: at, y2: at, stroke: "#eee" });
    }
    node(svg, "text", across ? { x: (L + W - R) / 2, y: H - 14, "text-anchor": "middle" } : { x: 14, y: T - 12 }, spec.name);
    return place;
  }

  function lines(element, spec) {
    const off = hidden.get(element) || hidden.set(element, new Set()).get(element);
    const seen = spec.series.filter((s) => !off.has(s.name));
    names.set(element, seen.map((s) => s.name));
    const svg = canvas(element), points = seen.flatMap((s) => s.points);
    if (points.length > 0) {
      const x = axis(svg, spec.x, points.map((p) => p[0]), L, W - R, true);
      const y = axis(svg, spec.y, points.flatMap((p) => p.slice(1)), H - B, T, false);
      spec.series.forEach((s, i) => {
        if (off.has(s.name)) return;
        const stroke = palette[i % palette.length];
        node(svg, "polyline", { points: s.points.map((p) => `${x(p[0])},${y(p[1])}`).join(" "), fill: "none", stroke });
        for (const p of s.points) {
          if (p.length > 2) node(svg, "line", { x1: x(p[0]), x2: x(p[0]), y1: y(p[2]), y2: y(p[3]), stroke });
          const dot = node(svg, "circle", { cx: x(p[0]), cy: y(p[1]), r: 3, fill: stroke });
          node(dot, "title", {}, `${s.name}\n${spec.x.name}: ${p[0]}\n${spec.y.name}: ${p[1]}`);
        }
      });
    }
    spec.series.forEach((s, i) => {
      const item = node(svg, "text", { x: L + (i % 4) * 225, y: 14 + Math.floor(i / 4) * 14, fill: off.has(s.name) ? "#bbb" : palette[i % palette.length], style: "cursor:pointer" }, s.name);
      item.addEventListener("click", () => { off.has(s.name) ? off.delete(s.name) : off.add(s.name); lines(element, spec); });
    });
  }

  function heat(element, spec) {
    const svg = canvas(element), most = Math.max(1e-12, ...spec.cells.map((c) => c[2]));
    names.set(element, [spec.name]);
    const w = (W - L - R) / spec.columns.length, h = (H - T - B) / spec.rows.length;
    for (const [c, r, value, text] of spec.cells) {
      const cell = node(svg, "rect", { x: L + c * w, y: T + r * h, width: w, height: h, fill: `hsl(215 80% ${97 - (65 * value) / most}%)`, stroke: "#fff" });
      node(cell, "title", {}, text.replace(/<br>/g, "\n"));
    }
    const every = Math.ceil(spec.rows.length / 30);
    spec.rows.forEach((name, r) => { if (r % every === 0) node(svg, "text", { x: L - 6, y: T + (r + 0.6) * h, "text-anchor": "end" }, name); });
    spec.columns.forEach((name, c) => { if (c % Math.ceil(spec.columns.length / 32) === 0) node(svg, "text", { x: L + (c + 0.5) * w, y: H - B + 16, "text-anchor": "middle" }, name); });
    node(svg, "text", { x: L, y: T - 12 }, `${spec.name}, darkest: ${Number(most.toPrecision(4))}`);
  }

  function bars(element, spec) {
    const svg = canvas(element);
    names.set(element, [spec.name]);
    const y = axis(svg, { name: spec.name }, [0, ...spec.values], H - B, T, false), w = (W - L - R) / Math.max(1, spec.values.length);
    spec.values.forEach((value, i) => {
      const bar = node(svg, "rect", { x: L + i * w, y: y(value), width: Math.max(0.5, w - 1), height: H - B - y(value), fill: palette[0] });
      node(bar, "title", {}, `${spec.names[i]}: ${value}`);
    });
  }
  return { lines, heat, bars, shown: (element) => names.get(element) };
})();
