/** Lessons, puzzles and missions: where they are, which comes next, and what this browser remembers of them. */

import { profile } from "./storage";

export type Kind = "lesson" | "puzzle" | "mission";

export interface Listed {
  game: string;
  id: string;
}

const DAY = 86_400_000; // ms
const MOST_DAYS = 400;

export const nameOf = (one: Listed) => `${one.game}/${one.id}`;
export const placeOf = (kind: Kind, one: Listed) => `/${kind}s/${nameOf(one)}`;
export const pictureOf = (kind: Kind, one: Listed) => `/api/games/${one.game}/${kind}s/${one.id}/picture.svg`;

/** Where its state is asked for. */
export function pathOf(kind: Kind, game: string, id: string): string {
  return kind === "lesson" ? `${game}/lesson` : `${game}/${kind}s/${id}`;
}

/** The next one of the same game that has not been done yet, or else simply the next one. */
export function nextOf<T extends Listed>(all: T[], game: string, id: string, isDone: (one: T) => boolean): T | null {
  const own = all.filter((one) => one.game === game);
  const place = own.findIndex((one) => one.id === id);
  const after = [...own.slice(place + 1), ...own.slice(0, Math.max(place, 0))];
  return after.find((one) => !isDone(one)) ?? own[place + 1] ?? null;
}

/** The most stars that were earned in a mission here. */
export const starsOf = (one: Listed) => profile.stars[nameOf(one)] ?? 0;
export const isSolved = (one: Listed) => profile.solved.includes(nameOf(one));

export function rememberStars(one: Listed, stars: number): void {
  if (stars > starsOf(one)) profile.stars = { ...profile.stars, [nameOf(one)]: stars };
}

/** A puzzle was solved; the puzzle of a day, on that day, counts for the days in a row. */
export function rememberSolved(one: Listed, day: string): void {
  profile.solved = [...profile.solved, nameOf(one)];
  if (day) profile.days = [...new Set([...profile.days, day])].slice(-MOST_DAYS);
}

/** How many days in a row the puzzle of the day was solved, up to today or, as long as today's is open, yesterday. */
export function daysInARow(days: string[], today: string): number {
  const known = new Set(days);
  let time = Date.parse(today);
  if (!known.has(today)) time -= DAY;
  let count = 0;
  for (; known.has(new Date(time).toISOString().slice(0, 10)); time -= DAY) count++;
  return count;
}
