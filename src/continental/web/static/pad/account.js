/**
 * The account: who pays whom, with ticks; what is owed outside the game; and every coin, hand by hand, with
 * its reason.
 */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { coin } from "./entry.js";
import { kindOf } from "./kinds.js";
import { words, writer } from "./words.js";
import { t, format } from "../shared/words.js";
import { sayPiece } from "../shared/server-texts.js";

const told = words.pad;

/** The account as a part of the page. */
export function account(app) {
  const { state } = app;
  return h(
    "section",
    {
      key: "account",
      class: "account",
      "data-home": "account",
      tabindex: "-1",
      "aria-label": told.tabs.account,
    },
    kindOf(state).settles(state) && settlement(app),
    balances(state),
    outside(app),
    kindOf(state).series.length > 0 && running(state),
  );
}

function settlement(app) {
  const { state } = app;
  const { settlement: due } = state;
  const back = due.pot_back.length > 0;
  const writes = state.role === "write";
  return h(
    "div",
    { key: "settle", class: "panel" },
    h(
      "h2",
      null,
      state.stopped
        ? t(reached(state) ? "pad.settle_upto" : "pad.settle_upto_first", { number: reached(state) })
        : due.if_stopped
          ? told.settle_if
          : told.settle_now,
    ),
    state.stopped && h("p", { key: "upto", class: "warning" }, told.settle_upto_means),
    due.if_stopped &&
      back &&
      h("p", { key: "back", class: "detail" }, t("pad.pot_back", { cents: state.pot_cents })),
    h(
      "p",
      { key: "fewest", class: "detail" },
      due.settled && due.payments.length ? told.settled : t("pad.settle_fewest", { count: due.fewest }),
    ),
    h(
      "ul",
      { key: "pays", class: "payments" },
      due.payments.map((each, place) =>
        h(
          "li",
          { key: each.id || `${each.from}-${each.to}-${place}` },
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "checkbox",
              checked: each.paid,
              disabled: !writes || app.pad.line === "lost",
              onchange: () => tick(app, each),
            }),
            " ",
            t("pad.owes", { from: each.from, to: each.to, cents: each.cents }),
            each.paid && h("span", { class: "paid" }, ` ✓ ${told.paid}`),
          ),
        ),
      ),
    ),
  );
}

// The last hand that the sums came to.
const reached = (state) => Math.max(0, ...state.rows.filter((row) => row.totals).map((row) => row.number));

const tick = (app, { from, to, cents, paid, id }) =>
  app.act(
    paid ? { do: "unpay", payment: id } : { do: "pay", from, to, cents },
    t("pad.owes", { from, to, cents }),
  );

function balances(state) {
  const due = state.settlement.balances_cents;
  const { columns, settles } = kindOf(state);
  const owed = settles(state);
  return h(
    "div",
    { key: "balances", class: "scrolls", tabindex: "0", role: "group", "aria-label": told.balances },
    h(
      "table",
      { class: "result" },
      h(
        "caption",
        null,
        owed
          ? [
              told.balances,
              " ",
              h(
                "small",
                null,
                state.settlement.if_stopped && state.pot_cents ? told.balances_back : told.balances_note,
              ),
            ]
          : told.now,
      ),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, told.player_column),
          h("th", { scope: "col" }, told.total_column),
          owed && h("th", { key: "cash", scope: "col" }, told.cash),
          columns.map(({ key, head }) => h("th", { key, scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        state.players.map((player) =>
          h(
            "tr",
            { key: player.name },
            h("th", { scope: "row" }, player.name),
            h("td", null, format.number(player.total)),
            owed && h("td", { key: "cash" }, format.gain(due[player.name])),
            columns.map(({ key, cell }) => h("td", { key }, cell(player, state))),
          ),
        ),
      ),
    ),
  );
}

function outside(app) {
  const { state } = app;
  const writes = state.role === "write";
  const who = (id, text, usual) =>
    h(
      "p",
      { class: "field" },
      h("label", { for: id }, text),
      " ",
      h(
        "select",
        { id, name: id },
        state.players.map(({ name }, place) =>
          h("option", { key: name, value: name, selected: place === usual }, name),
        ),
      ),
    );
  return h(
    "div",
    { key: "outside", class: "panel" },
    h("h2", null, told.adjustments),
    h("p", { class: "detail" }, told.adjustments_note),
    state.adjustments.length > 0 &&
      h(
        "ul",
        { key: "all" },
        state.adjustments.map((each) =>
          h(
            "li",
            { key: each.id },
            t(each.by ? "pad.adjusted_by" : "pad.adjusted", {
              from: each.from,
              to: each.to,
              cents: each.cents,
              reason: each.reason,
              by: writer(each.by),
            }),
            " ",
            writes &&
              button(
                {
                  class: "button small",
                  onclick: () => app.act({ do: "drop", adjustment: each.id }, each.reason),
                },
                told.take_out,
              ),
          ),
        ),
      ),
    writes &&
      h(
        "form",
        { key: "form", class: "fields", onsubmit: (event) => adjust(app, event) },
        who("owes", told.from, 0),
        who("owed", told.to, 1),
        h(
          "p",
          { class: "field" },
          h("label", { for: "amount" }, told.amount),
          " ",
          h("input", { id: "amount", name: "amount", inputmode: "decimal", autocomplete: "off" }),
        ),
        h(
          "p",
          { class: "field" },
          h("label", { for: "reason" }, told.reason),
          " ",
          h("input", { id: "reason", name: "reason", maxlength: "80", autocomplete: "off" }),
        ),
        h("p", { class: "note", role: "status" }, app.notes.adjust || ""),
        h("p", null, button({ type: "submit", class: "button" }, told.adjust)),
      ),
  );
}

/**
 * An amount in dollars as cents, read as the server reads money; 0 for what is none, such as 1,250 or 1e3.
 */
function centsOf(text) {
  const [, whole, part = ""] = /^\$?(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) || [];
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, "0")) : 0;
}

function adjust(app, event) {
  event.preventDefault();
  const { owes, owed, amount, reason } = event.target.elements;
  const cents = centsOf(amount.value);
  const good = cents > 0 && reason.value.trim();
  app.note("adjust", good ? "" : told.bad_amount);
  if (!good) return;
  app.act(
    { do: "adjust", from: owes.value, to: owed.value, cents, reason: reason.value.trim() },
    reason.value.trim(),
  );
  event.target.reset();
}

function running(state) {
  const part = (key, title, transfers, pot) =>
    h(
      "details",
      { key },
      h("summary", null, h("span", null, title), " ", h("small", null, t("pad.pot_after", { cents: pot }))),
      h("ul", { class: "coins" }, transfers.length ? transfers.map(coin) : h("li", null, told.no_coin)),
    );
  return h(
    "div",
    { key: "running", class: "panel" },
    h("h2", null, told.running),
    part("start", told.beginning, state.start.transfers, state.start.pot_cents),
    state.rows
      .filter((row) => row.transfers)
      .map((row) =>
        part(
          row.item,
          `${row.number === null ? "" : `${t("pad.hand_number", { number: row.number })}: `}${sayPiece(row)}`,
          row.transfers,
          row.pot_cents,
        ),
      ),
  );
}
