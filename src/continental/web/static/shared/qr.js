/**
 * A text as a QR code (ISO/IEC 18004): bytes, error correction L, versions 1 to 9, which is up to 230 bytes.
 */

// By version: data codewords, check codewords of a block, blocks. All blocks of these versions are of one
// length.
const DATA = [19, 34, 55, 80, 108, 136, 156, 194, 232];
const CHECK = [7, 10, 15, 20, 26, 18, 20, 24, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2];
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const MASKS = [
  (r, c) => (r + c) % 2,
  (r) => r % 2,
  (r, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

const EXP = [];
const LOG = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (one, two) => (one && two ? EXP[(LOG[one] + LOG[two]) % 255] : 0);

/**
 * The code's rows, true for dark; null where the text is too long. @param {string} text @returns
 * {boolean[][]|null}
 */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = DATA.findIndex((room) => bytes.length <= room - 2) + 1;
  if (!version) return null;
  const bits = codewords(bytes, version).flatMap((word) => bitsOf(word, 8));
  const drawn = MASKS.map((_, mask) => draw(bits, version, mask));
  return drawn.reduce((best, each) => (fault(each) < fault(best) ? each : best));
}

const bitsOf = (value, many) =>
  Array.from({ length: many }, (_, place) => ((value >> (many - 1 - place)) & 1) === 1);

function codewords(bytes, version) {
  const room = DATA[version - 1];
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, 8),
    ...bytes.flatMap((byte) => bitsOf(byte, 8)),
    ...bitsOf(0, 4),
  ];
  const words = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 236; words.length < room; pad ^= 236 ^ 17) words.push(pad);
  const size = room / BLOCKS[version - 1];
  const blocks = Array.from({ length: BLOCKS[version - 1] }, (_, place) =>
    words.slice(place * size, (place + 1) * size),
  );
  const checks = blocks.map((block) => checkOf(block, CHECK[version - 1]));
  const woven = (all) => all[0].flatMap((_, place) => all.map((each) => each[place]));
  return [...woven(blocks), ...woven(checks)];
}

function checkOf(block, many) {
  let divisor = [1];
  for (let power = 0; power < many; power += 1)
    divisor = [...divisor, 0].map((value, place) => value ^ times(divisor[place - 1] || 0, EXP[power]));
  const rest = [...block, ...Array(many).fill(0)];
  block.forEach((_, at) => {
    const lead = rest[at];
    divisor.forEach((value, place) => (rest[at + place] ^= times(value, lead)));
  });
  return rest.slice(block.length);
}

// A value with the remainder of its division after it, as format and version are written.
function withRest(value, many, divisor, width) {
  let rest = value << many;
  for (let bit = width - 1; bit >= 0; bit -= 1) if (rest & (1 << (bit + many))) rest ^= divisor << bit;
  return (value << many) | rest;
}

function draw(bits, version, mask) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (r, c, dark) => r >= 0 && c >= 0 && r < size && c < size && (grid[r][c] = Boolean(dark));
  for (let at = 8; at < size - 8; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  const centres = CENTRES[version - 1];
  for (const r of centres)
    for (const c of centres)
      if (!(r === 6 && c === 6) && !(r === 6 && c === size - 7) && !(r === size - 7 && c === 6))
        rings(put, r, c, 2);
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    rings(put, r, c, 4);
  formats(put, size, mask, version);
  fill(grid, bits, mask);
  return grid;
}

// Rings round a centre, dark and light in turn: two of an alignment pattern, or four of a finder, whose
// second is dark as well.
function rings(put, row, column, far) {
  const light = far === 2 ? [1] : [2, 4];
  for (let r = -far; r <= far; r += 1)
    for (let c = -far; c <= far; c += 1)
      put(row + r, column + c, !light.includes(Math.max(Math.abs(r), Math.abs(c))));
}

function formats(put, size, mask, version) {
  const format = bitsOf(withRest(8 | mask, 10, 0x537, 5) ^ 0x5412, 15).reverse();
  format.forEach((dark, place) => {
    put(place < 6 ? place : place < 8 ? place + 1 : size - 15 + place, 8, dark);
    put(8, place < 8 ? size - 1 - place : place < 9 ? 7 : 14 - place, dark);
  });
  put(size - 8, 8, true);
  if (version < 7) return;
  bitsOf(withRest(version, 12, 0x1f25, 6), 18)
    .reverse()
    .forEach((dark, place) => {
      put(Math.floor(place / 3), size - 11 + (place % 3), dark);
      put(size - 11 + (place % 3), Math.floor(place / 3), dark);
    });
}

// Bits go up and down in columns of two, from the right, past the column of the timing pattern.
function fill(grid, bits, mask) {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step += 1) {
      const r = up ? size - 1 - step : step;
      for (const c of [right, right - 1]) {
        if (grid[r][c] !== null) continue;
        grid[r][c] = Boolean(bits[at]) !== (MASKS[mask](r, c) === 0);
        at += 1;
      }
    }
  }
}

// How hard a code is to read: long runs of one shade, and squares of one shade.
function fault(grid) {
  let sum = 0;
  const runs = (line) =>
    line.reduce(
      (run, dark, place) => (
        (sum += run + 1 === 5 ? 3 : run + 1 > 5 ? 1 : 0),
        dark === line[place + 1] ? run + 1 : 0
      ),
      0,
    );
  grid.forEach(runs);
  grid.forEach((_, c) => runs(grid.map((row) => row[c])));
  grid.forEach((row, r) =>
    row.forEach(
      (dark, c) =>
        (sum +=
          r && c && dark === row[c - 1] && dark === grid[r - 1][c] && dark === grid[r - 1][c - 1] ? 3 : 0),
    ),
  );
  return sum;
}

/** The code as the path of an SVG, one unit a module. @param {boolean[][]} grid */
export const pathOf = (grid) =>
  grid.flatMap((row, r) => row.map((dark, c) => (dark ? `M${c} ${r}h1v1h-1Z` : ""))).join("");
