/** Sounds made in the browser from short tones and noises. Off until somebody turns them on. */

import type { SceneFeedbackView } from "./messages";
import { profile } from "./storage";

/** A tone glides from one frequency to another; of noise, that is what passes a filter. */
interface Tone {
  from: number; // Hz
  to?: number;
  at?: number; // s
  for: number; // s
  shape?: OscillatorType | "noise";
  loud?: number;
}

const tri = (from: number, at: number, length: number, to = from): Tone => ({ from, to, at, for: length, shape: "triangle" });
const noise = (from: number, at: number, length: number, to = from, loud = 1): Tone => ({ from, to, at, for: length, shape: "noise", loud });
const saw = (from: number, at: number, length: number, to = from): Tone => ({ from, to, at, for: length, shape: "sawtooth", loud: 0.6 });
const sine = (from: number, at: number, length: number, to = from): Tone => ({ from, to, at, for: length, shape: "sine" });

/** Of the screens themselves. */
const OF_SCREENS: Record<string, Tone[]> = {
  click: [tri(520, 0, 0.05)],
  move: [tri(300, 0, 0.07), tri(240, 0.04, 0.08)],
  tick: [sine(180, 0, 0.02)],
  turn: [tri(440, 0, 0.09), tri(660, 0.09, 0.14)],
  clock: [sine(880, 0, 0.04)],
  talk: [tri(620, 0, 0.06), tri(780, 0.07, 0.08)],
  no: [saw(160, 0, 0.12)],
  over: [tri(330, 0, 0.18), tri(262, 0.16, 0.2), tri(196, 0.34, 0.34)],
  won: [tri(392, 0, 0.14), tri(523, 0.12, 0.14), tri(659, 0.24, 0.14), tri(784, 0.36, 0.4)],
};

/** Of what happens in games. */
const OF_EVENTS: Record<NonNullable<SceneFeedbackView["sound"]>, Tone[]> = {
  bell: [sine(880, 0, 0.5), sine(1320, 0, 0.3)],
  block: [tri(420, 0, 0.06, 300), noise(2400, 0, 0.05)],
  blow: [noise(900, 0, 0.1, 300), tri(140, 0, 0.1, 70)],
  bones: [noise(3200, 0, 0.03), noise(2700, 0.05, 0.03), noise(3600, 0.1, 0.03), noise(2300, 0.15, 0.05)],
  build: [noise(1500, 0, 0.04), noise(1500, 0.12, 0.04), tri(260, 0.2, 0.08)],
  bump: [tri(150, 0, 0.08, 90)],
  capture: [tri(392, 0, 0.12), tri(494, 0.1, 0.12), tri(587, 0.2, 0.25)],
  card: [noise(4200, 0, 0.06, 2600, 0.6), tri(660, 0.05, 0.07)],
  clink: [sine(1560, 0, 0.07), sine(1970, 0.06, 0.1), sine(2350, 0.12, 0.14)],
  crash: [noise(700, 0, 0.35, 120), tri(110, 0, 0.2, 50)],
  critical: [noise(1400, 0, 0.07, 500), saw(330, 0, 0.1, 660)],
  death: [tri(330, 0, 0.3, 110), noise(500, 0.05, 0.2, 150, 0.5)],
  drop: [sine(620, 0, 0.09, 260)],
  eat: [noise(1100, 0, 0.04), noise(900, 0.08, 0.05)],
  equip: [noise(3000, 0, 0.05, 5000, 0.6), tri(523, 0.04, 0.09, 660)],
  explosion: [noise(420, 0, 0.5, 60, 1.3), sine(90, 0, 0.35, 35)],
  flap: [noise(600, 0, 0.07, 900, 0.7), noise(600, 0.12, 0.07, 900, 0.7)],
  growl: [saw(95, 0, 0.22, 70)],
  gulp: [sine(420, 0, 0.07, 620), sine(460, 0.1, 0.07, 700), sine(500, 0.2, 0.09, 780)],
  heal: [sine(523, 0, 0.1), sine(659, 0.08, 0.1), sine(784, 0.16, 0.16)],
  hurl: [noise(500, 0, 0.22, 2200, 0.7), noise(500, 0.22, 0.12, 160)],
  magic: [sine(740, 0, 0.12, 1110), sine(990, 0.09, 0.18, 1480)],
  march: [noise(420, 0, 0.03, 300, 0.7), noise(380, 0.09, 0.03, 260, 0.7)],
  miss: [noise(2600, 0, 0.1, 1200, 0.4)],
  pay: [tri(784, 0, 0.06), tri(988, 0.06, 0.08)],
  pickup: [tri(660, 0, 0.05), tri(990, 0.05, 0.08)],
  slam: [tri(85, 0, 0.2, 45), noise(320, 0, 0.15, 120)],
  rise: [sine(260, 0, 0.22, 520)],
  roll: [noise(240, 0, 0.2, 330, 0.6)],
  shot: [noise(3800, 0, 0.05, 1800, 0.8), sine(880, 0, 0.12, 380)],
  snap: [noise(3400, 0, 0.03), tri(240, 0.02, 0.09, 150)],
  splat: [noise(700, 0, 0.16, 160), tri(220, 0, 0.18, 60)],
  step: [noise(520, 0, 0.03, 380, 0.5)],
  thud: [tri(120, 0, 0.12, 60), noise(260, 0, 0.08)],
};

const SOUNDS: Record<string, Tone[]> = { ...OF_EVENTS, ...OF_SCREENS };
const LOUDEST = 0.24;
const NOISE_LENGTH = 1; // s

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
let on = profile.sound;
let volume = profile.volume; // from 0 to 1

/** Turn sounds on or off. */
export function setSound(value: boolean): void {
  on = profile.sound = value;
  profile.soundAsked = true;
  if (value) play("turn");
}

/** Make sounds louder or softer. */
export function setVolume(value: number): void {
  volume = profile.volume = value;
  play("turn");
}

/** Play a sound by name, if sounds are on. */
export function play(name: string): void {
  if (!on || !volume || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const one of SOUNDS[name] ?? []) sounding(context, one);
}

function sounding(audio: AudioContext, tone: Tone): void {
  const from = audio.currentTime + (tone.at ?? 0);
  const until = from + tone.for;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(LOUDEST * volume * (tone.loud ?? 1), from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, until);
  const source = tone.shape === "noise" ? hissing(audio, tone, from, gain) : singing(audio, tone, from, gain);
  gain.connect(audio.destination);
  source.start(from);
  source.stop(until + 0.02);
}

function singing(audio: AudioContext, tone: Tone, from: number, into: AudioNode): AudioScheduledSourceNode {
  const source = audio.createOscillator();
  source.type = tone.shape as OscillatorType;
  source.frequency.setValueAtTime(tone.from, from);
  source.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, from + tone.for);
  source.connect(into);
  return source;
}

function hissing(audio: AudioContext, tone: Tone, from: number, into: AudioNode): AudioScheduledSourceNode {
  const source = audio.createBufferSource();
  source.buffer = hiss ??= whiteNoise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(tone.from, from);
  filter.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, from + tone.for);
  source.connect(filter).connect(into);
  return source;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * NOISE_LENGTH, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return buffer;
}
