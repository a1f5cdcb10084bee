// SPDX-License-Identifier: Apache-2.0
// Fills the page from the JSON in #data; Charts is one of rich_charts.js and plain_charts.js.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const tail = (path) => path.split(".").pop();
  const off = new Map(data.axes.map((a) => [a, new Set()]));
  const none = "-";
  let chosen = data.points.findIndex((p) => p.state === "done");

  // NIST/SEMATECH e-Handbook, 1.3.6.7.2: two-sided 95 %, by degrees of freedom.
  const studentT = [0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086];

  function setting(point, axis) { return axis in point.settings ? point.settings[axis] : none; }
  function visible(point) { return data.axes.every((a) => !off.get(a).has(String(setting(point, a)))); }
  function name(point) {
    const words = data.axes.filter((a) => a in point.settings).map((a) => `${tail(a)} ${point.settings[a]}`);
    return words.join(", ") + (point.seed !== undefined ? ` seed ${point.seed}` : "") || point.id;
  }
  function options(select, names, wanted) {
    const before = select.value;
    select.replaceChildren(...names.map((n) => new Option(n, n)));
    const keep = [before, ...wanted].find((n) => names.includes(n));
    if (keep) select.value = keep;
  }
  function fill(table, headings, rows) {
    const cells = (tag, texts) => { const tr = document.createElement("tr"); for (const t of texts) tr.appendChild(document.createElement(tag)).textContent = t; return tr; };
    table.replaceChildren();
    table.createTHead().append(cells("th", headings));
    table.createTBody().append(...rows.map((r) => cells("td", r)));
  }

  // Figures that follow from the files of a point, as tables of their own.
  function quantile(latency, share) {
    const i = latency.share.findIndex((s) => s >= share);
    return latency.latency_ns[i < 0 ? latency.latency_ns.length - 1 : i];
  }
  function jain(values) {
    const sum = values.reduce((a, v) => a + v, 0), squares = values.reduce((a, v) => a + v * v, 0);
    return squares > 0 ? (sum * sum) / (values.length * squares) : 1;
  }
  const mean = (values) => values.reduce((a, v) => a + v, 0) / values.length;
  const most = (values) => values.reduce((a, v) => Math.max(a, v), 0);
  function derive(title, columns, row) {
    const rows = data.points.flatMap((p, i) => { const cells = row(p); return cells ? [[i, ...cells]] : []; });
    if (rows.length > 0) data.tables[title] = { columns, rows };
  }
  derive("(packet latency)", ["p50_ns", "p90_ns", "p99_ns", "p99_9_ns"], (p) => p.latency && [0.5, 0.9, 0.99, 0.999].map((q) => quantile(p.latency, q)));
  derive("(links)", ["utilisation_max", "utilisation_mean", "xmit_wait_cycles_max"], (p) => p.ports && [most(p.ports.utilisation), mean(p.ports.utilisation), most(p.ports.xmit_wait_cycles)]);
  derive("(fairness)", ["jain_index"], (p) => p.flows && [jain(p.flows.goodput_gbps)]);
  derive("(buffers)", ["max_blocks", "mean_blocks", "hop_max_ns"], (p) => p.buffers && [most(p.buffers.max_blocks), mean(p.buffers.mean_blocks), most(p.buffers.hop_max_ns)]);

  // Curves.
  function numeric(table) { return table.columns.filter((_, i) => table.rows.some((r) => typeof r[i + 1] === "number")); }
  function textual(table) { return table.columns.filter((_, i) => table.rows.some((r) => typeof r[i + 1] === "string")); }
  function values(key, table) {
    const column = table.columns.indexOf(key);
    return (row) => (column >= 0 ? row[column + 1] : setting(data.points[row[0]], key));
  }
  function choices() {
    options(at("table"), Object.keys(data.tables), ["traffic"]);
    const table = data.tables[at("table").value];
    if (!table) return;
    const numbers = numeric(table), axes = data.axes.filter((a) => data.points.some((p) => typeof setting(p, a) === "number"));
    options(at("y"), numbers, ["delay_avg_ns", "latency_avg_ns", "t_avg_us", "bw_average_gbps", "time_us"]);
    options(at("x"), [...axes, ...numbers], ["testbench.load", ...axes.slice().reverse(), "size_bytes", "offered_load"]);
    const others = [...data.axes, ...textual(table)].filter((a) => a !== at("x").value);
    options(at("by"), ["all of: " + (others.map(tail).join(", ") || none), ...others, "nothing"], []);
  }
  function groupName(row, table) {
    const by = at("by").value, x = at("x").value;
    if (by === "nothing") return at("y").value;
    const keys = by.startsWith("all of: ") ? [...data.axes, ...textual(table)].filter((a) => a !== x) : [by];
    return keys.map((k) => [k, values(k, table)(row)]).filter(([, v]) => v !== none && v != null).map(([k, v]) => `${tail(k)} ${v}`).join(", ") || at("y").value;
  }
  function withInterval(x, ys) {
    const m = mean(ys), n = ys.length;
    if (n < 2) return [x, m];
    const s = Math.sqrt(ys.reduce((a, y) => a + (y - m) ** 2, 0) / (n - 1));
    const half = (studentT[Math.min(n - 1, studentT.length - 1)] * s) / Math.sqrt(n);
    return [x, m, m - half, m + half];
  }
  function curves() {
    const table = data.tables[at("table").value];
    if (!table) { at("curve-section").hidden = true; return; }
    const x = values(at("x").value, table), y = values(at("y").value, table);
    const groups = new Map();
    for (const row of table.rows) {
      const point = data.points[row[0]], px = x(row), py = y(row);
      if (!visible(point) || typeof px !== "number" || typeof py !== "number") continue;
      const key = groupName(row, table);
      if (!groups.has(key)) groups.set(key, new Map());
      // A result on the X axis is averaged over the seeds as well: what belongs together are the settings.
      const settings = data.axes.includes(at("x").value) ? px : JSON.stringify(point.settings) + (data.axes.length === 0 ? row.join() : "");
      if (!groups.get(key).has(settings)) groups.get(key).set(settings, { xs: [], ys: [] });
      groups.get(key).get(settings).xs.push(px);
      groups.get(key).get(settings).ys.push(py);
    }
    const series = [...groups].map(([key, byX]) => ({ name: key, points: [...byX.values()].map((g) => withInterval(mean(g.xs), g.ys)).sort((a, b) => a[0] - b[0]) }));
    Charts.lines(at("curves"), { x: { name: at("x").value, log: at("logx").checked }, y: { name: at("y").value, log: at("logy").checked }, series });
  }

  // One point.
  function steps(values) {
    const sorted = [...values].sort((a, b) => a - b);
    return { latency_ns: sorted, share: sorted.map((_, i) => (i + 1) / sorted.length) };
  }
  function distribution(point) {
    const of = at("cdf-of").value;
    if (of === "packets") return point.latency;
    const column = { "flows, mean": "latency_avg_ns", "flows, p99": "latency_p99_ns", "flows, max": "latency_max_ns" }[of];
    return point.flows && point.flows[column] && steps(point.flows[column]);
  }
  function cdf(point) {
    const kinds = [...(point.latency ? ["packets"] : []), ...(point.flows ? ["flows, mean", "flows, p99", "flows, max"] : [])];
    at("cdf-part").hidden = kinds.length === 0;
    if (kinds.length === 0) return;
    options(at("cdf-of"), kinds, ["packets"]);
    const shown = (at("cdf-all").checked ? data.points.filter(visible).slice(0, 50) : [point]).filter(distribution);
    Charts.lines(at("cdf"), {
      x: { name: "latency, ns", log: true }, y: { name: "share of " + at("cdf-of").value },
      series: shown.map((p) => { const d = distribution(p); return { name: name(p), points: d.latency_ns.map((v, i) => [v, d.share[i]]).filter((q) => q[0] > 0) }; }),
    });
    const shares = [0.5, 0.9, 0.95, 0.99, 0.999, 1];
    fill(at("percentiles"), ["point", ...shares.map((s) => `${Number((s * 100).toFixed(1))} %, ns`)],
      shown.map((p) => [name(p), ...shares.map((s) => Number(quantile(distribution(p), s).toPrecision(6)))]));
  }
  function heat(point) {
    at("heat-part").hidden = !point.ports;
    if (!point.ports) return;
    options(at("heat-of"), ["utilisation", "xmit_wait_cycles", "xmit_packets", "xmit_discards"], []);
    const key = at("heat-of").value, ports = data.layouts[point.ports.layout].map((p) => /^(?:.*\.)?([^.]+)\.port(\d+)$/.exec(p) || [p, p, "1"]);
    const rows = [...new Set(ports.map((p) => p[1]))], columns = [...new Set(ports.map((p) => Number(p[2])))].sort((a, b) => a - b).map(String);
    const cells = ports.map((p, i) => [columns.indexOf(p[2]), rows.indexOf(p[1]), point.ports[key][i], `${p[1]} port ${p[2]}<br>${key}: ${point.ports[key][i]}`]);
    Charts.heat(at("heat"), { rows, columns, cells, name: key });
  }
  function bars(part, chart, names, values, label) {
    at(part).hidden = false;
    const order = values.map((_, i) => i).sort((a, b) => values[b] - values[a]);
    Charts.bars(at(chart), { names: order.map((i) => names[i]), values: order.map((i) => values[i]), name: label });
  }
  function detail() {
    const point = data.points[chosen];
    at("detail-section").hidden = !point;
    if (!point) return;
    at("point").value = String(chosen);
    cdf(point);
    heat(point);
    bill(point);
    at("buffer-part").hidden = !point.buffers;
    if (point.buffers) {
      options(at("buffer-of"), ["mean_blocks", "max_blocks", "hop_mean_ns", "hop_max_ns"], []);
      bars("buffer-part", "buffers", data.layouts[point.buffers.layout], point.buffers[at("buffer-of").value], at("buffer-of").value);
    }
    at("fairness-part").hidden = !point.flows;
    if (point.flows) {
      at("jain").textContent = `Jain's index of the goodput of ${point.flows.goodput_gbps.length} flows: ${jain(point.flows.goodput_gbps).toFixed(4)} (1 is equal shares).`;
      bars("fairness-part", "fairness", data.layouts[point.flows.layout], point.flows.goodput_gbps, "goodput_gbps");
    }
  }

  function bill(point) {
    at("bill-part").hidden = point.bill === undefined;
    if (point.bill !== undefined) fill(at("bill"), ["item", "form factor", "count", "length, m"], data.bills[point.bill].map((r) => r.map((v) => v ?? "")));
  }

  function pointRows() {
    const shown = data.points.map((p, i) => [p, i]).filter(([p]) => visible(p));
    at("count").textContent = `${shown.length} of ${data.points.length} points`;
    fill(at("points"), ["point", ...data.axes, "seed", "state", "reason"],
      shown.map(([p]) => [p.id, ...data.axes.map((a) => setting(p, a)), p.seed ?? "", p.complete === false ? "incomplete" : p.state, p.reason ?? ""]));
    [...at("points").tBodies[0].rows].forEach((tr, k) => {
      const i = shown[k][1];
      tr.classList.toggle("chosen", i === chosen);
      tr.addEventListener("click", () => { if (data.points[i].state === "done") { chosen = i; refresh(); } });
    });
  }
  function parameterRows() {
    const word = at("search").value;
    fill(at("parameters"), ["parameter", "value"], Object.entries(data.parameters || {}).filter(([path]) => path.includes(word)));
  }
  function filters() {
    at("filter-section").hidden = data.axes.length === 0;
    for (const axis of data.axes) {
      const line = at("filters").appendChild(document.createElement("div"));
      line.className = "axis";
      line.appendChild(document.createElement("b")).textContent = axis;
      for (const value of new Set(data.points.map((p) => String(setting(p, axis))))) {
        const button = line.appendChild(document.createElement("button"));
        button.textContent = value;
        button.setAttribute("aria-pressed", "true");
        button.addEventListener("click", () => {
          const set = off.get(axis), out = !set.delete(value);
          if (out) set.add(value);
          button.setAttribute("aria-pressed", String(!out));
          refresh();
        });
      }
    }
  }
  function refresh() { choices(); curves(); detail(); pointRows(); }

  const p = data.provenance || {};
  at("title").textContent = document.title;
  at("provenance").textContent = [`ibsilicon ${p.version || "(version unknown)"}`, p.command, data.kind === "run" ? `seed ${(data.parameters || {})["sim.seed"]}` : `${data.points.length} points`,
    data.points_without_details ? `${data.points_without_details} points are shown without ports and flows` : ""].filter(Boolean).join(" · ");
  data.points.forEach((point, i) => { if (point.state === "done") at("point").add(new Option(name(point), String(i))); });
  at("point").addEventListener("change", () => { chosen = Number(at("point").value); refresh(); });
  for (const id of ["table", "y", "x", "by", "logx", "logy"]) at(id).addEventListener("change", () => { choices(); curves(); });
  for (const id of ["cdf-of", "cdf-all", "heat-of", "buffer-of"]) at(id).addEventListener("change", detail);
  at("search").addEventListener("input", parameterRows);
  filters();
  parameterRows();
  refresh();
  window.ibsilicon = { shown: () => Charts.shown(at("curves")) };
})();
