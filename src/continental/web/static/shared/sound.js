/** Two short tones, made here and loaded from nowhere: one for one's turn, one for an ending. */

const TONES = {
  turn: [
    [587, 0, 0.12],
    [784, 0.11, 0.18],
  ],
  ending: [
    [523, 0, 0.14],
    [659, 0.13, 0.14],
    [784, 0.26, 0.3],
  ],
};
const LOUD = 0.12;

let audio = null;

/**
 * Whether sound is on before anybody has chosen: on a desk, and not on a phone, which is held among others.
 */
export const atFirst = () => !matchMedia("(pointer: coarse)").matches;

/**
 * Play a tone, once the page was touched: browsers keep it still until then. @param {"turn"|"ending"} name
 */
export function play(name) {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  try {
    audio = audio || new AudioContext();
    if (audio.state === "suspended") audio.resume();
    for (const [pitch, from, lasts] of TONES[name]) tone(pitch, audio.currentTime + from, lasts);
  } catch {
    // a browser without sound plays on in silence
  }
}

function tone(pitch, from, lasts) {
  const string = audio.createOscillator();
  const volume = audio.createGain();
  string.type = "triangle";
  string.frequency.value = pitch;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUD, from + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  string.connect(volume).connect(audio.destination);
  string.start(from);
  string.stop(from + lasts);
}
