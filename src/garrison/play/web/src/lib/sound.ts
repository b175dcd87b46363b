/** Sounds made in the browser, a few short tones each. Off until somebody turns them on. */

import { profile } from "./storage";

type Tone = [frequency: number, start: number, length: number, shape?: OscillatorType];

const SOUNDS: Record<string, Tone[]> = {
  click: [[520, 0, 0.05, "triangle"]],
  move: [[300, 0, 0.07, "triangle"], [240, 0.04, 0.08, "triangle"]],
  tick: [[180, 0, 0.02, "sine"]],
  turn: [[440, 0, 0.09, "triangle"], [660, 0.09, 0.14, "triangle"]],
  clock: [[880, 0, 0.04, "sine"]],
  talk: [[620, 0, 0.06, "triangle"], [780, 0.07, 0.08, "triangle"]],
  no: [[160, 0, 0.12, "sawtooth"]],
  over: [[330, 0, 0.18, "triangle"], [262, 0.16, 0.2, "triangle"], [196, 0.34, 0.34, "triangle"]],
  won: [[392, 0, 0.14, "triangle"], [523, 0.12, 0.14, "triangle"], [659, 0.24, 0.14, "triangle"], [784, 0.36, 0.4, "triangle"]],
};
const LOUDEST = 0.24;

let context: AudioContext | null = null;
let on = profile.sound;
let volume = profile.volume; // from 0 to 1

/** Turn sounds on or off. */
export function setSound(value: boolean): void {
  on = profile.sound = value;
  if (value) play("turn");
}

/** Make sounds louder or softer. */
export function setVolume(value: number): void {
  volume = profile.volume = value;
  play("turn");
}

/** Play a sound by name, if sounds are on. */
export function play(name: keyof typeof SOUNDS): void {
  if (!on || !volume || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const [frequency, start, length, shape] of SOUNDS[name] ?? []) tone(context, frequency, start, length, shape ?? "sine");
}

function tone(audio: AudioContext, frequency: number, start: number, length: number, shape: OscillatorType): void {
  const from = audio.currentTime + start;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = shape;
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(LOUDEST * volume, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(gain).connect(audio.destination);
  source.start(from);
  source.stop(from + length + 0.02);
}
