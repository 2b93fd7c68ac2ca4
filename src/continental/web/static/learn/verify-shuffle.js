/**
 * The published shuffle (docs/shuffle.md), redone in the browser: dice to words, words to numbers, numbers
 * to an order of cards.
 */

const SUITS = "SHDC";
const RANKS = "A23456789TJQK";
const WORDS = 2 ** 32;

const text = (string) => new TextEncoder().encode(string);
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));

// --- SHA-256, by the browser where it offers it (over https, or on this very machine), else by the lines
// below

export const hasWebCrypto = Boolean(globalThis.crypto && crypto.subtle);

/** The SHA-256 of some bytes. @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array>} */
export async function sha256(bytes, own = !hasWebCrypto) {
  return own ? ownSha256(bytes) : new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** HMAC-SHA-256. @returns {Promise<Uint8Array>} */
export async function hmac(key, message, own = !hasWebCrypto) {
  if (own) return ownHmac(key, message);
  const kept = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", kept, message));
}

// The constants of SHA-256 are the fractions of the square and cube roots of the first primes.
const PRIMES = (() => {
  const found = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();

// 32 bits after the point of the root, worked out in whole numbers, for a double has too few digits.
function fraction(prime, power) {
  const wanted = BigInt(prime) << BigInt(32 * power);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(power) <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));
let constants = null;

function ownSha256(bytes) {
  constants = constants || {
    start: PRIMES.slice(0, 8).map((prime) => fraction(prime, 2)),
    each: PRIMES.map((prime) => fraction(prime, 3)),
  };
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / WORDS));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const sum = Uint32Array.from(constants.start);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const one = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const two = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + one + w[i - 7] + two;
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants.each[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (sum[place] += word));
  }
  const found = new DataView(new ArrayBuffer(32));
  sum.forEach((word, place) => found.setUint32(place * 4, word));
  return new Uint8Array(found.buffer);
}

function ownHmac(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? ownSha256(key) : key);
  const inner = ownSha256(Uint8Array.of(...padded.map((byte) => byte ^ 0x36), ...message));
  return ownSha256(Uint8Array.of(...padded.map((byte) => byte ^ 0x5c), ...inner));
}

// --- words, numbers, orders

/** The endless row of 32-bit words that follows from the dice under a label. */
export async function* wordsOf(dice, label, own = !hasWebCrypto) {
  for (let block = 0; ; block++) {
    const message = new Uint8Array([...text(label), 0, ...new Uint8Array(8)]);
    new DataView(message.buffer).setUint32(message.length - 4, block);
    const digest = new DataView((await hmac(dice, message, own)).buffer);
    for (let place = 0; place < 32; place += 4) yield digest.getUint32(place);
  }
}

async function below(row, n) {
  const fair = WORDS - (WORDS % n);
  for (;;) {
    const { value } = await row.next();
    if (value < fair) return value % n;
  }
}

/** A number from 0 to n - 1 that follows from the dice. */
export const lot = (dice, label, n) => below(wordsOf(dice, label), n);

/** The cards in the order that follows from the dice; the last one is the top. */
export async function shuffled(dice, label, cards, own = !hasWebCrypto) {
  const row = wordsOf(dice, label, own);
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(row, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The pack as it lies before the shuffle: both copies of a card together, the jokers at the end. */
export function packOf({ decks, jokers }) {
  const faces = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  return [...faces.flatMap((face) => Array(decks).fill(face)), ...Array(jokers).fill("JK")];
}

/** What is shown of the dice before the deal. @param {string} dice 64 hexadecimal digits */
export const commitmentOf = async (dice) => hexOf(await sha256(bytesOf(dice)));
