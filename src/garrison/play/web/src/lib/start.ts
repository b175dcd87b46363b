/** Making a match and sitting down at it. */

import { makeMatch, takeSeat } from "./api";
import type { GameView, MatchView, NewMatch, SeatWish } from "./messages";
import { router } from "./router.svelte";
import { ownTokens, profile, saveMatch } from "./storage";

/** How many seats a game has by default. */
export function usualSeats(game: GameView, players = ""): number {
  const offered = game.variants[0]?.options.players;
  return Math.min(Math.max(Number(players || offered || game.fewest), game.fewest), game.most);
}

/** What a level is like, if a seat is taken by one. */
export function levelOf(game: GameView, seat: string | undefined): string {
  return game.levels.find((level) => seat === `bot:${level.name}`)?.sentence ?? "";
}

/** The default bot: the level that was chosen last; for somebody's first match the first one, which is the easiest. */
export function usualBot(game: GameView): string {
  const last = profile.levels[game.name];
  return last && game.bots.includes(last) ? last : (game.bots.at(0) ?? "");
}

/** Remember which bot was chosen. */
export function chose(game: GameView, bot: string): void {
  profile.levels = { ...profile.levels, [game.name]: bot };
}

/** You in the first seat, bots in the others. */
export function againstBots(game: GameView, count: number, bot = usualBot(game)): SeatWish[] {
  return Array.from({ length: count }, (_, player) => (player === 0 || !game.bots.length ? { kind: "person" } : { kind: "bot", bot }));
}

/** You in the first seat, the others for friends. */
export function withFriends(count: number): SeatWish[] {
  return Array.from({ length: count }, (_, player) => ({ kind: player === 0 ? "person" : "open" }));
}

let newest = "";

/** Whether a match has just been made here; true only once, for the invitation that is then shown. */
export function isNew(id: string): boolean {
  const isNewest = newest === id;
  if (isNewest) newest = "";
  return isNewest;
}

/** Make a match, keep its secrets in this browser and go there. */
export async function start(wish: Partial<NewMatch>, title: string): Promise<void> {
  const { match, host, invite, seats } = await makeMatch({ instant: profile.instant, ...wish, name: profile.name });
  saveMatch(match, { game: wish.game ?? "", title, created: Date.now(), host, invite, tokens: seats });
  newest = match;
  router.go(`/m/${match}`);
}

/** Take a free seat and go there. */
export async function join(match: MatchView): Promise<void> {
  const seat = await takeSeat(match.id, { name: profile.name, own: ownTokens(match.id) });
  const { game, title, id } = match;
  saveMatch(id, { game, title, tokens: { [seat.player]: seat.token } });
  router.go(`/m/${id}`);
}

/** A new match like one that has been played; the seats of others are open to them. */
export async function again(match: MatchView, mine: number[]): Promise<void> {
  const seats = match.seats.map((seat): SeatWish => {
    if (seat.kind === "bot") return { kind: "bot", bot: seat.bot };
    return { kind: mine.includes(seat.player) ? "person" : "open" };
  });
  if (!seats.some((seat) => seat.kind === "person") && seats[0]) seats[0] = { kind: "person" };
  const { game, variant, options, undo, bots, open_talk, gone_after, timer_ms, bank_ms, increment_ms, tick_ms } = match;
  const terms = { undo, bots, open_talk, gone_after, timer_ms, bank_ms, increment_ms, tick_ms };
  await start({ game, variant, options, seats, ...terms, private: match.private }, match.title);
}
