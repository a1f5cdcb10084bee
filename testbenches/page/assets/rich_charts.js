// SPDX-License-Identifier: Apache-2.0
// Charts by Apache ECharts: zoom by wheel and box, legend, tooltip, save as picture.
"use strict";
const Charts = (() => {
  const open = new Map();

  function show(element, option) {
    if (!open.has(element)) open.set(element, echarts.init(element));
    open.get(element).setOption({ animation: false, ...option }, true);
  }
  window.addEventListener("resize", () => open.forEach((chart) => chart.resize()));

  const tools = { right: 10, feature: { dataZoom: {}, restore: {}, saveAsImage: {} } };
  const axis = (a) => ({
    type: a.log ? "log" : "value", name: a.name, nameLocation: "middle", nameGap: 30, scale: true,
  });

  /// The 95 % interval of each mean, as a bar.
  function intervals(series) {
    return {
      type: "custom", name: series.name, tooltip: { show: false }, itemStyle: { opacity: 0.7 }, z: 1,
      data: series.points.filter((p) => p.length > 2 && p[2] < p[3]),
      encode: { x: 0, y: [2, 3] },
      renderItem(_, api) {
        const low = api.coord([api.value(0), api.value(2)]);
        const high = api.coord([api.value(0), api.value(3)]);
        return {
          type: "path", shape: { pathData: `M${low[0]} ${low[1]}V${high[1]}M${low[0] - 4} ${low[1]}h8M${low[0] - 4} ${high[1]}h8` },
          style: { stroke: api.visual("color"), fill: "none", lineWidth: 1.2 },
        };
      },
    };
  }

  return {
    /// spec: {x: {name, log}, y: {name, log}, series: [{name, points: [[x, y, low, high]]}]}
    lines(element, spec) {
      const palette = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22", "#7f7f7f"];
      const series = spec.series.flatMap((s, i) => {
        const colour = palette[i % palette.length];
        const line = { type: "line", name: s.name, data: s.points, showSymbol: s.points.length < 60, symbolSize: 6, color: colour, encode: { x: 0, y: 1 } };
        return s.points.some((p) => p.length > 2 && p[2] < p[3]) ? [line, { ...intervals(s), color: colour }] : [line];
      });
      show(element, {
        legend: { type: "scroll", top: 0, left: 0, right: 120, data: spec.series.map((s) => s.name) },
        toolbox: tools, grid: { left: 70, right: 30, top: 50, bottom: 90 },
        tooltip: { trigger: "item", formatter: (p) => `${p.seriesName}<br>${spec.x.name}: ${p.value[0]}<br>${spec.y.name}: ${Number(p.value[1]).toPrecision(6)}` },
        dataZoom: [{ type: "inside" }, { type: "slider", bottom: 10 }],
        xAxis: axis(spec.x), yAxis: { ...axis(spec.y), nameGap: 50 }, series,
      });
    },
    /// spec: {rows: [name], columns: [name], cells: [[column, row, value, text]], name}
    heat(element, spec) {
      const most = Math.max(1e-12, ...spec.cells.map((c) => c[2]));
      show(element, {
        toolbox: tools, grid: { left: 110, right: 30, top: 40, bottom: 110 },
        tooltip: { formatter: (p) => p.value[3] },
        dataZoom: [{ type: "inside", xAxisIndex: 0 }, { type: "inside", yAxisIndex: 0 }],
        xAxis: { type: "category", data: spec.columns, name: "port", nameLocation: "middle", nameGap: 28 },
        yAxis: { type: "category", data: spec.rows, inverse: true },
        visualMap: { min: 0, max: most, calculable: true, orient: "horizontal", left: "center", bottom: 10, dimension: 2, text: [spec.name, ""],
                     inRange: { color: ["#f7fbff", "#6baed6", "#08519c", "#67000d"] } },
        series: [{ type: "heatmap", data: spec.cells, encode: { x: 0, y: 1, value: 2 } }],
      });
    },
    /// spec: {names: [name], values: [number], name}
    bars(element, spec) {
      show(element, {
        toolbox: tools, grid: { left: 70, right: 30, top: 40, bottom: 100 }, tooltip: { trigger: "axis" },
        dataZoom: [{ type: "inside" }, { type: "slider", bottom: 10 }],
        xAxis: { type: "category", data: spec.names, axisLabel: { rotate: 30 } },
        yAxis: { type: "value", name: spec.name }, series: [{ type: "bar", name: spec.name, data: spec.values, color: "#1f77b4" }],
      });
    },
    /// Names of the series a chart shows, for tests.
    shown: (element) => [...new Set(open.get(element).getOption().series.map((s) => s.name))],
  };
})();
