/** The score sheet as a picture, drawn line by line: for whoever has no link, and for the group's album. */

import { ofName } from "./draft.js";
import { kindOf } from "./kinds.js";
import { save } from "./saving.js";
import { closerOf, hasBought } from "./sheet.js";
import { words } from "./words.js";
import { format } from "../shared/words.js";

const told = words.pad;
const CELL = { wide: 92, high: 42, first: 56 };
const EDGE = 10;
const INK = "#17211b";
const SOFT = "#4a5a50";

/** Draw the sheet as it stands, and have the browser save it. */
export async function savePicture(state) {
  const names = state.players.map((player) => player.name);
  const rows = state.rows.filter((row) => row.totals).map((row) => lineOf(row, names));
  const now = {
    first: told.now,
    cells: state.players.map((player) => ({ text: format.number(player.total) + signs(player), under: "" })),
  };
  const wide = Math.max(CELL.first + CELL.wide * names.length + 2 * EDGE, 300);
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.font = "12px system-ui, sans-serif";
  const legend = wrapped(pen, kindOf(state).marks(false), wide - 2 * EDGE);
  canvas.width = wide * 2;
  canvas.height = ((rows.length + 3) * CELL.high + legend.length * 18 + 4) * 2;
  pen.scale(2, 2);
  pen.fillStyle = "#fffdf7";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  titleLine(pen, state, wide);
  headLine(pen, names, wide);
  [...rows, now].forEach((row, place) =>
    drawLine(pen, row, (place + 2) * CELL.high, { wide, isLast: row === now }),
  );
  pen.textAlign = "left";
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = SOFT;
  legend.forEach((text, place) => pen.fillText(text, EDGE, (rows.length + 3) * CELL.high + 14 + place * 18));
  /** @type {Blob} */
  const image = await new Promise((done) => canvas.toBlob(/** @type {BlobCallback} */ (done), "image/png"));
  save(image, "sheet.png");
}

const signs = ({ out, window }) => (out ? " ✕" : window ? " ⚑" : "");

function lineOf(row, names) {
  const closer = closerOf(row);
  const marks = (name) =>
    (closer === name ? " ▸" : "") +
    (hasBought(row, name) ? " ↩" : "") +
    signs({ out: row.out.includes(name), window: row.window.includes(name) });
  const cell = (name) => ({
    text: format.number(row.totals[name]) + marks(name),
    under: ofName(row.points, name) === undefined ? "" : format.signed(row.points[name]),
  });
  return {
    first: row.number === null ? "·" : String(row.number),
    cells: names.map((name) =>
      ofName(row.totals, name) === undefined ? { text: "", under: "" } : cell(name),
    ),
  };
}

function titleLine(pen, state, wide) {
  const { title, pot_cents: pot } = state;
  pen.fillStyle = INK;
  pen.font = "bold 17px system-ui, sans-serif";
  const money = kindOf(state).pot(pot);
  const room = wide - 3 * EDGE - pen.measureText(money).width;
  pen.fillText(fitted(pen, title, room), EDGE, 27);
  pen.textAlign = "right";
  pen.fillText(money, wide - EDGE, 27);
}

function headLine(pen, names, wide) {
  pen.font = "bold 15px system-ui, sans-serif";
  pen.textAlign = "left";
  pen.fillText(told.column_hand, EDGE, CELL.high + 27);
  pen.textAlign = "right";
  names.forEach((name, place) =>
    pen.fillText(fitted(pen, name, CELL.wide - 8), CELL.first + CELL.wide * (place + 1), CELL.high + 27),
  );
  pen.fillRect(EDGE, 2 * CELL.high - 4, wide - 2 * EDGE, 2);
}

function drawLine(pen, { first, cells }, top, { wide, isLast }) {
  const base = top + (cells.some((cell) => cell.under) ? 15 : 24);
  pen.fillStyle = INK;
  pen.font = `${isLast ? "bold " : ""}15px system-ui, sans-serif`;
  pen.textAlign = "left";
  pen.fillText(first, EDGE, base);
  pen.textAlign = "right";
  cells.forEach(({ text }, place) => pen.fillText(text, CELL.first + CELL.wide * (place + 1), base));
  pen.fillStyle = SOFT;
  pen.font = "11px system-ui, sans-serif";
  cells.forEach(({ under }, place) => pen.fillText(under, CELL.first + CELL.wide * (place + 1), base + 15));
  if (!isLast) pen.fillRect(EDGE, top + CELL.high - 4, wide - 2 * EDGE, 0.5);
}

/** The text, or as much of its beginning as has room. */
function fitted(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  let short = text;
  while (short && pen.measureText(`${short}…`).width > room) short = short.slice(0, -1);
  return `${short}…`;
}

/** The parts between dots, in as many lines as it takes. */
function wrapped(pen, text, room) {
  const lines = [];
  for (const part of text.split(" · ")) {
    const longer = lines.length ? `${lines.at(-1)} · ${part}` : part;
    if (lines.length && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}
