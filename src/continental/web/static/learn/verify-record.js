/** A record's text read line by line (docs/record.md), as far as the cards' ways can be followed from it. */

/** What is wrong with a text, at the line it stands on; `code` names the sentence. */
export class NoRecord extends Error {
  constructor(code, line) {
    super(code);
    this.code = code;
    this.line = line;
  }
}

/**
 * @typedef {{line: number, seat: number, text: string, outcome: string}} Act
 * @typedef {{number: number, line: number, commitment: string, dice: string|null, pack: string[]|null,
 *   dealer: number|null, acts: Act[], out: number[]}} RecordDeal
 * @typedef {{rules: string, switches: Object<string, string>, names: string[], start: Object<string, string>,
 *   firstDealer: number|null, deals: RecordDeal[]}} ReadRecord
 */

/** @param {string} text @returns {ReadRecord} raises NoRecord */
export function readRecord(text) {
  const rows = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((row, place) => ({ row: row.trim(), line: place + 1 }))
    .filter(({ row }) => row && !row.startsWith("#"));
  if (!rows.length || !/^continental record \d+$/.test(rows[0].row))
    throw new NoRecord("not_a_record", rows.length ? rows[0].line : 1);
  if (rows[0].row !== "continental record 1") throw new NoRecord("unknown_version", rows[0].line);
  const record = { rules: "", switches: {}, names: [], start: {}, firstDealer: null, deals: [] };
  for (const { row, line } of rows.slice(1)) readLine(record, row, line);
  if (!record.rules || !record.names.length) throw new NoRecord("head_lacks", rows[0].line);
  return record;
}

function readLine(record, row, line) {
  const deal = record.deals.at(-1);
  const begun = /^deal (\d+)$/.exec(row);
  if (begun)
    return record.deals.push({
      number: Number(begun[1]),
      line,
      commitment: "",
      dice: null,
      pack: null,
      dealer: null,
      acts: [],
      out: [],
    });
  if (deal && /^\d/.test(row)) return deal.acts.push(readAct(record, row, line));
  const [, key, value] = /^([^:]+):\s*(.*)$/.exec(row) || [];
  if (key === undefined) throw new NoRecord("unknown_line", line);
  return deal ? readFact(deal, key, value, line) : readHead(record, key, value);
}

function readHead(record, key, value) {
  const [what, name] = key.split(/ (.*)/);
  if (key === "rules") record.rules = value.split(" ")[0];
  else if (what === "seat") record.names[Number(name)] = readName(value);
  else if (what === "switch") record.switches[name] = value;
  else if (what === "start") record.start[name] = value;
  else if (key === "first dealer") record.firstDealer = Number(value);
}

function readName(text) {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readFact(deal, key, value, line) {
  if (key === "commitment" || key === "dice") {
    if (!/^[0-9a-f]{64}$/i.test(value)) throw new NoRecord("not_hexadecimal", line);
    deal[key] = value.toLowerCase();
  } else if (key === "pack") deal.pack = value.toUpperCase().split(/\s+/);
  else if (key === "dealer") deal.dealer = Number(value);
  else if (key === "out") deal.out = value.split(/\s+/).filter(Boolean).map(Number);
}

// A name may hold colons, so it is left out by its own length where it is there.
function readAct(record, row, line) {
  const seat = Number.parseInt(row, 10);
  let rest = row.slice(String(seat).length).trimStart();
  const name = record.names[seat];
  const printed = [name, JSON.stringify(name)].find((each) => each && rest.startsWith(`${each}:`));
  rest = printed ? rest.slice(printed.length + 1) : rest.slice(rest.indexOf(":") + 1);
  const [, text, outcome] = /^(.*?)(?:\s*\(([^()]*)\))?$/.exec(rest.trim()) || [];
  if (text === undefined) throw new NoRecord("unknown_line", line); // it holds a line break of another kind
  return { line, seat, text, outcome: outcome || "" };
}
