/** What this browser keeps: the player's name and preferences, and the secrets of their seats. */

export interface Kept {
  game: string;
  title: string;
  created: number;
  host: string;
  invite: string;
  tokens: Record<string, string>; // by player
}

const MATCHES = "garrison.matches";
const MOST_MATCHES = 60;

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
