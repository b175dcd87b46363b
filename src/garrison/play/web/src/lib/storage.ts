/** What this browser keeps: the player's name and preferences, and the secrets of their seats. */

import type { Result } from "./career";

export interface OwnMatch {
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

let matches: Record<string, OwnMatch> | null = null;

/** All matches that this browser made or has a seat in, the latest first. */
export function ownMatches(): [string, OwnMatch][] {
  matches ??= read<Record<string, OwnMatch>>(MATCHES, {});
  return Object.entries(matches).sort(([, a], [, b]) => b.created - a.created);
}

/** What this browser keeps about a match. */
export function ownMatch(id: string): OwnMatch | null {
  return Object.fromEntries(ownMatches())[id] ?? null;
}

/** The tokens of the seats that this browser has in a match. */
export function ownTokens(id: string): string[] {
  return Object.values(ownMatch(id)?.tokens ?? {});
}

/** Add to what is kept about a match. */
export function saveMatch(id: string, part: Partial<OwnMatch>): void {
  // Another tab may have written in the meantime.
  const all = read<Record<string, OwnMatch>>(MATCHES, matches ?? {});
  const old = all[id] ?? { game: "", title: "", created: Date.now(), host: "", invite: "", tokens: {} };
  all[id] = { ...old, ...part, tokens: { ...old.tokens, ...part.tokens } };
  const latest = Object.entries(all).sort(([, a], [, b]) => b.created - a.created);
  matches = Object.fromEntries(latest.slice(0, MOST_MATCHES));
  write(MATCHES, matches);
}

/** Forget a match. */
export function forgetMatch(id: string): void {
  const all = read<Record<string, OwnMatch>>(MATCHES, matches ?? {});
  delete all[id];
  matches = all;
  write(MATCHES, all);
}

/** Preferences and the like, each with what it is until somebody changes it. */
const PREFERENCES = {
  name: "",
  sound: false,
  soundAsked: false, // whether somebody has said yes or no to sounds
  muted: false,
  instant: false, // whether bots play without a pause in this browser's new matches
  volume: 0.5,
  theme: "system" as Theme,
  pace: "normal" as Pace,
  hints: true,
  wholeMoves: true, // whether one click goes all the way
  notices: false,
  levels: {} as Record<string, string>, // the level that was last chosen for a game, by its name
  lessons: [] as string[], // the games whose lesson was taken, or not wanted
  solved: [] as string[], // the puzzles that were solved here, as GAME/ID
  days: [] as string[], // the days whose puzzle was solved on that day
  results: [] as Result[], // of the matches that were played here
  stars: {} as Record<string, number>, // the most stars that were earned in each mission, by GAME/ID
};

/** What has to be done to a value before it is profile. */
const TIDIED: { [name: string]: (value: never) => unknown } = {
  name: (value: string) => value.trim().slice(0, 24),
  lessons: (value: string[]) => [...new Set(value)],
  solved: (value: string[]) => [...new Set(value)],
};

export const profile = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(PREFERENCES).map(([name, usual]) => [
      name,
      {
        get: () => read<unknown>(`garrison.${name}`, usual),
        set: (value: never) => write(`garrison.${name}`, TIDIED[name]?.(value) ?? value),
      },
    ]),
  ),
) as typeof PREFERENCES;
