/** Making a match and sitting down at it. */

import { makeMatch } from "./api";
import { keepMatch, kept } from "./keep";
import type { GameView, MatchView, NewMatch, SeatWish } from "./messages";
import { router } from "./router.svelte";

/** How many seats a game has by default. */
export function usualSeats(game: GameView, players = ""): number {
  const offered = game.options.find((option) => option.name === "players")?.values[0];
  return Math.min(Math.max(Number(players || offered || game.fewest), game.fewest), game.most);
}

/** What a level is like, if a seat is taken by one. */
export function levelOf(game: GameView, seat: string | undefined): string {
  return game.levels.find((level) => seat === `bot:${level.name}`)?.sentence ?? "";
}

/** The default bot: the first in the list, which is the easiest level. */
export function usualBot(game: GameView): string {
  return game.bots.at(0) ?? "";
}

/** You in the first seat, bots in the others. */
export function againstBots(game: GameView, count: number): SeatWish[] {
  return Array.from({ length: count }, (_, player) =>
    player === 0 || !game.bots.length ? { kind: "person" } : { kind: "bot", bot: usualBot(game) },
  );
}

/** Make a match, keep its secrets in this browser and go there. */
export async function start(wish: Partial<NewMatch>, title: string): Promise<void> {
  const made = await makeMatch({ instant: kept.instant, ...wish, name: kept.name });
  keepMatch(made.match, {
    game: wish.game ?? "",
    title,
    created: Date.now(),
    host: made.host,
    invite: made.invite,
    tokens: made.seats,
  });
  router.go(`/m/${made.match}`);
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
