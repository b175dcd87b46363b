/** What this browser keeps: the player's name and preferences, and the secrets of their seats. */

export interface Kept {
  game: string;
  title: string;
  created: number;
  host: string;
  invite: string;
  tokens: Record<string, string>; // by player
}

export type Theme = "system" | "light" | "dark";
export type Pace = "slow" | "normal" | "fast" | "none";

const MATCHES = "garrison.matches";
const MOST_MATCHES = 200;

function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback; // storage is off, or contains something else
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, everything works until the page is closed.
  }
}

let matches: Record<string, Kept> | null = null;

/** All matches that this browser made or has a seat in, the latest first. */
export function keptMatches(): [string, Kept][] {
  matches ??= read<Record<string, Kept>>(MATCHES, {});
  return Object.entries(matches).sort(([, a], [, b]) => b.created - a.created);
}

/** What this browser keeps about a match. */
export function keptMatch(id: string): Kept | null {
  return Object.fromEntries(keptMatches())[id] ?? null;
}

/** Add to what is kept about a match. */
export function keepMatch(id: string, part: Partial<Kept>): void {
  // Another tab may have written in the meantime.
  const all = read<Record<string, Kept>>(MATCHES, matches ?? {});
  const old = all[id] ?? { game: "", title: "", created: Date.now(), host: "", invite: "", tokens: {} };
  all[id] = { ...old, ...part, tokens: { ...old.tokens, ...part.tokens } };
  const latest = Object.entries(all).sort(([, a], [, b]) => b.created - a.created);
  matches = Object.fromEntries(latest.slice(0, MOST_MATCHES));
  write(MATCHES, matches);
}

/** Forget a match. */
export function forgetMatch(id: string): void {
  const all = read<Record<string, Kept>>(MATCHES, matches ?? {});
  delete all[id];
  matches = all;
  write(MATCHES, all);
}

export const kept = {
  get name(): string {
    return read("garrison.name", "");
  },
  set name(value: string) {
    write("garrison.name", value.trim().slice(0, 24));
  },
  get sound(): boolean {
    return read("garrison.sound", false);
  },
  set sound(value: boolean) {
    write("garrison.sound", value);
  },
  get muted(): boolean {
    return read("garrison.muted", false);
  },
  set muted(value: boolean) {
    write("garrison.muted", value);
  },
  /** Whether bots play without a pause in this browser's new matches. */
  get instant(): boolean {
    return read("garrison.instant", false);
  },
  set instant(value: boolean) {
    write("garrison.instant", value);
  },
  get volume(): number {
    return read("garrison.volume", 0.5);
  },
  set volume(value: number) {
    write("garrison.volume", value);
  },
  get theme(): Theme {
    return read<Theme>("garrison.theme", "system");
  },
  set theme(value: Theme) {
    write("garrison.theme", value);
  },
  get pace(): Pace {
    return read<Pace>("garrison.pace", "normal");
  },
  set pace(value: Pace) {
    write("garrison.pace", value);
  },
  get hints(): boolean {
    return read("garrison.hints", true);
  },
  set hints(value: boolean) {
    write("garrison.hints", value);
  },
  get notices(): boolean {
    return read("garrison.notices", false);
  },
  set notices(value: boolean) {
    write("garrison.notices", value);
  },
  /** The level that was last chosen for a game, by its name. */
  get levels(): Record<string, string> {
    return read<Record<string, string>>("garrison.levels", {});
  },
  set levels(value: Record<string, string>) {
    write("garrison.levels", value);
  },
  /** The games whose lesson was taken, or not wanted. */
  get lessons(): string[] {
    return read("garrison.lessons", []);
  },
  set lessons(value: string[]) {
    write("garrison.lessons", [...new Set(value)]);
  },
  /** The puzzles that were solved here, as GAME/ID. */
  get solved(): string[] {
    return read("garrison.solved", []);
  },
  set solved(value: string[]) {
    write("garrison.solved", [...new Set(value)]);
  },
};
