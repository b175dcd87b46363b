/** What this browser remembers of the matches that were played here: who won against whom, and how strong that makes
 * somebody on the scale of the bots. */

import type { BotView, MatchView } from "./messages";
import { profile } from "./storage";

/** How somebody did against one opponent in one match, or in a game for one alone. */
export interface Result {
  match: string;
  game: string;
  day: string;
  rival: string; // "bot:easy", or "friend:Ben"; "" alone
  won: number; // 1, 0, or 0.5 where neither did better
  points: number; // in a game for one
  counts: boolean; // for one's strength: without hints, by the rules that everybody plays
}

export interface Strength {
  rating: number;
  low: number; // of a 95% interval
  high: number;
}

export interface Tally {
  rival: string;
  won: number;
  drawn: number;
  lost: number;
}

const MOST_RESULTS = 2000;
const [LOWEST, HIGHEST, STEP] = [-600, 2600, 10];
const [USUAL, SPREAD] = [500, 500]; // what is known about somebody of whom nothing is known
const TEN_TO_ONE = 400; // a lead of so many points means ten wins for every loss

/** What a match that is over says about the one player who sat here. */
export function resultsOf(match: MatchView, me: number, day: string, isUsual: boolean): Result[] {
  const one = { match: match.id, game: match.game, day, points: match.scores[me] ?? 0, counts: isUsual && !match.hints };
  const others = match.seats.filter((seat) => seat.player !== me);
  if (!others.length) return [{ ...one, rival: "", won: Number(match.winners.includes(me)) }];
  return others.map((seat) => ({
    ...one,
    rival: seat.kind === "bot" ? `bot:${seat.bot}` : `friend:${seat.name}`,
    won: 0.5 + (Number(match.winners.includes(me)) - Number(match.winners.includes(seat.player))) / 2,
  }));
}

/** Remember how a match went; the same one only once. */
export function remember(results: Result[]): void {
  const [first] = results;
  if (!first || profile.results.some((one) => one.match === first.match)) return;
  profile.results = [...profile.results, ...results].slice(-MOST_RESULTS);
}

/** The record against each opponent in a game, the one who was met most often first. */
export function tallies(results: Result[], game: string): Tally[] {
  const all = new Map<string, Tally>();
  for (const one of results.filter((result) => result.game === game && result.rival)) {
    const tally = all.get(one.rival) ?? { rival: one.rival, won: 0, drawn: 0, lost: 0 };
    if (one.won === 1) tally.won++;
    else if (one.won === 0) tally.lost++;
    else tally.drawn++;
    all.set(one.rival, tally);
  }
  const count = (one: Tally) => one.won + one.drawn + one.lost;
  return [...all.values()].sort((a, b) => count(b) - count(a));
}

/** The most points in a game for one, ever and on a day; null where there are none. */
export function bestPoints(results: Result[], game: string, day = ""): number | null {
  const points = results.filter((one) => one.game === game && !one.rival && (!day || one.day === day)).map((one) => one.points);
  return points.length ? Math.max(...points) : null;
}

/** How strong somebody is by their results against rated bots; null without any. */
export function strengthOf(results: Result[], game: string, bots: BotView[]): Strength | null {
  const rated = new Map(bots.filter((bot) => bot.games).map((bot) => [`bot:${bot.name}`, bot.rating]));
  const games = results.flatMap((one) => {
    const rating = rated.get(one.rival);
    return one.game === game && one.counts && rating !== undefined ? [{ won: one.won, rating }] : [];
  });
  if (!games.length) return null;
  const places = Array.from({ length: (HIGHEST - LOWEST) / STEP + 1 }, (_, place) => LOWEST + place * STEP);
  const logs = places.map((mine) => games.reduce((sum, one) => sum + logChance(one.won, mine - one.rating), -(((mine - USUAL) / SPREAD) ** 2) / 2));
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const within = (share: number) => {
    let sum = 0;
    return places.find((_, place) => (sum += weights[place]! / whole) >= share) ?? HIGHEST;
  };
  return { rating: within(0.5), low: within(0.025), high: within(0.975) };
}

/** The logarithm of how likely a result is with this lead; a draw is half of each. */
function logChance(won: number, lead: number): number {
  const win = -Math.log1p(10 ** (-lead / TEN_TO_ONE));
  const loss = -Math.log1p(10 ** (lead / TEN_TO_ONE));
  return won * win + (1 - won) * loss;
}

/** The middle of somebody's points in a game for one, and where it lies with 95%; null without any. */
export function usualPoints(results: Result[], game: string): Strength | null {
  const points = results.filter((one) => one.game === game && !one.rival && one.counts).map((one) => one.points).sort((a, b) => a - b);
  if (!points.length) return null;
  const at = (share: number) => points[Math.min(Math.max(Math.round(share), 0), points.length - 1)]!;
  const spread = 0.98 * Math.sqrt(points.length); // of the ranks around the middle one
  const middle = (points.length - 1) / 2;
  return { rating: at(middle), low: at(Math.floor(middle - spread)), high: at(Math.ceil(middle + spread)) };
}

/** The bot that is nearest to a strength; null where none is rated. */
export function botLike(strength: Strength, bots: BotView[]): BotView | null {
  const rated = bots.filter((bot) => bot.games && bot.name !== "random");
  const [nearest] = rated.sort((a, b) => Math.abs(a.rating - strength.rating) - Math.abs(b.rating - strength.rating));
  return nearest ?? null;
}

/** The next level above a bot, in the order of the levels: easy, medium, hard; "" above the last. */
export function levelAbove(levels: { name: string }[], bot: string): string {
  const place = levels.findIndex((level) => level.name === bot);
  return place < 0 ? "" : (levels[place + 1]?.name ?? "");
}

/** A day in this place, such as 2026-11-19. */
export function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
