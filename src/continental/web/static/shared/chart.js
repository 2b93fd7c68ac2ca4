/**
 * The match as a chart: totals over the deals, who bought back, the window, the line at which one is out;
 * signs and dashes, not colours alone.
 */

import { h } from "./dom.js";
import { t, words, format } from "./words.js";

const WIDE = 330;
const HIGH = 190;
const LEFT = 30;
const RIGHT = 80;
const TOP = 8;
const BOTTOM = 20;
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "1 4", "5 5", "8 2 2 2"];
const MARKS = [
  (x, y) => h("circle", { cx: x, cy: y, r: 3.5 }),
  (x, y) => h("rect", { x: x - 3.2, y: y - 3.2, width: 6.4, height: 6.4 }),
  (x, y) => h("path", { d: `M${x} ${y - 4.4}l4 7.4h-8Z` }),
  (x, y) => h("path", { d: `M${x} ${y - 4.8}l4.8 4.8-4.8 4.8-4.8-4.8Z` }),
];

/**
 * @param {{rows: {number: number, totals: number[], bought?: number[]}[], names: string[], out: boolean[],
 *   you: number|null,
 *   limits: {line: number|null, from: number|null}, at?: function(number): string}} match `bought`: whose
 * total a buy-back lowered; `at` names a place on the way
 */
export function chart({
  rows,
  names,
  out,
  you,
  limits,
  at = (number) => t("table.deal_number", { number }),
}) {
  if (!rows.length) return null;
  const all = rows.flatMap((row) => row.totals);
  const high = Math.max(...all, limits.line || 0, 10) * 1.06;
  const low = Math.min(...all, 0) * 1.06;
  const first = rows[0].number - 1;
  const now = rows[rows.length - 1];
  const last = now.number;
  const x = (number) => round(LEFT + ((number - first) / Math.max(1, last - first)) * (WIDE - LEFT - RIGHT));
  const y = (total) => round(TOP + ((high - total) / (high - low)) * (HIGH - TOP - BOTTOM));
  const bought = names.map((_, seat) => rows.filter((row) => row.bought && row.bought.includes(seat)));
  const labels = spread(names.map((_, seat) => y(now.totals[seat])));
  return h(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": t("table.chart_says", {
        count: last,
        rows: names
          .map((name, seat) =>
            rowSaid(
              name,
              now.totals[seat],
              out[seat],
              bought[seat].map(({ number }) => at(number)),
            ),
          )
          .join("; "),
      }),
    },
    limits.from !== null &&
      limits.line !== null &&
      h("rect", {
        key: "window",
        class: "window",
        x: LEFT,
        y: y(limits.line),
        width: WIDE - LEFT - RIGHT,
        height: round(y(limits.from) - y(limits.line)),
      }),
    [0, limits.from, limits.line]
      .filter((total) => total !== null)
      .map((total) => ruler(total, y(total), total === limits.line)),
    names.map((_, seat) =>
      series(
        seat,
        [[first, first ? rows[0].totals[seat] : 0], ...rows.map((row) => [row.number, row.totals[seat]])]
          .slice(first ? 1 : 0)
          .map(([number, total]) => [x(number), y(total)]),
        labels[seat],
        nameOf(names[seat], out[seat]),
        seat === you,
      ),
    ),
    bought.map((all, seat) =>
      all.map(({ number, totals }) =>
        h(
          "text",
          {
            key: `bought-${seat}-${number}`,
            class: "bought",
            x: x(number),
            y: y(totals[seat]) - 7,
            "text-anchor": "middle",
          },
          "↩",
        ),
      ),
    ),
    h(
      "text",
      { key: "from", class: "deals", x: LEFT, y: HIGH - 5 },
      first ? at(first + 1) : words.chart_start,
    ),
    last > first &&
      h("text", { key: "to", class: "deals", x: WIDE - RIGHT, y: HIGH - 5, "text-anchor": "end" }, at(last)),
    bought.some((all) => all.length) &&
      h(
        "text",
        { key: "means", class: "deals", x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 5, "text-anchor": "middle" },
        `↩ ${words.bought_back}`,
      ),
  );
}

const round = (n) => Math.round(n * 10) / 10;

function ruler(total, at, isLine) {
  return h(
    "g",
    { key: `at${total}`, class: isLine ? "ruler line" : "ruler" },
    h("path", { d: `M${LEFT} ${at}H${WIDE - RIGHT}` }),
    h("text", { x: LEFT - 8, y: at + 4, "text-anchor": "end" }, format.number(total)),
  );
}

function series(seat, points, label, name, mine) {
  const [endX, endY] = points.at(-1);
  const mark = MARKS[seat % MARKS.length];
  return h(
    "g",
    { key: seat, class: `series n${seat % 8}${mine ? " mine" : ""}` },
    h("path", {
      d: points.map(([px, py], place) => `${place ? "L" : "M"}${px} ${py}`).join(""),
      "stroke-dasharray": mine ? "" : DASHES[seat % DASHES.length],
    }),
    points.length < 14 &&
      points.slice(0, -1).map(([px, py], place) => h("g", { key: place, class: "mark" }, mark(px, py))),
    h("g", { class: "mark" }, mark(endX, endY)),
    h("text", { x: WIDE - RIGHT + 9, y: label + 4 }, name),
  );
}

function nameOf(name, isOut) {
  const most = isOut ? 9 : 11;
  return `${name.length > most ? `${name.slice(0, most - 1)}…` : name}${isOut ? " ✕" : ""}`;
}

// Labels that would lie on one another are moved apart, in their order.
function spread(heights, apart = 14) {
  const order = heights.map((at, seat) => ({ at, seat })).sort((one, two) => one.at - two.at);
  for (let place = 1; place < order.length; place += 1)
    order[place].at = Math.max(order[place].at, order[place - 1].at + apart);
  const over = order.at(-1).at - (HIGH - BOTTOM);
  if (over > 0) {
    order.at(-1).at -= over;
    for (let place = order.length - 2; place >= 0; place -= 1)
      order[place].at = Math.min(order[place].at, order[place + 1].at - apart);
  }
  return order.sort((one, two) => one.seat - two.seat).map((each) => each.at);
}

// A player's line, as the chart is read out.
function rowSaid(name, total, out, bought) {
  const row = t(out ? "table.chart_row_out" : "table.chart_row", { name, total });
  return bought.length ? t("table.chart_row_bought", { row, bought }) : row;
}
