/** What is shown, in words. */

import type { BoardView, BotView, LineView, MatchView, PieceView, SceneView, SeatView } from "./messages";
import { fieldAction, placeOf } from "./scenes";

/** The pieces on a field, the topmost first. */
export function piecesOn(board: BoardView, field: number): PieceView[] {
  const row = Math.floor(field / board.columns);
  const column = field % board.columns;
  return Object.values(board.pieces)
    .filter(
      (piece) =>
        row >= piece.row && row < piece.row + piece.height && column >= piece.column && column < piece.column + piece.width,
    )
    .sort((a, b) => b.layer - a.layer);
}

/** The ground of a field. */
export function groundOf(board: BoardView, field: number): string {
  const row = Math.floor(field / board.columns);
  const mark = board.terrain[row]?.[field % board.columns] ?? "";
  return board.legend[mark]?.label || "field";
}

/** The name of a field's ground. */
export function kindOf(board: BoardView, field: number): string {
  const mark = board.terrain[Math.floor(field / board.columns)]?.[field % board.columns] ?? "";
  return board.legend[mark]?.kind ?? "";
}

/** A piece's label, with its owner where there are several and the label does not say so. */
function pieceWords(piece: PieceView, seats: string[]): string {
  const seat = seats.length > 1 && !piece.names_owner ? seats[piece.owner] : "";
  return seat ? `${piece.label} (${seat})` : piece.label;
}

/** A field for screen readers: "row 3, column 5: sand; rook (White); can be chosen". */
export function fieldWords(board: BoardView, field: number, seats: string[]): string {
  const [row, column] = placeOf(board, field);
  const parts = [groundOf(board, field), ...piecesOn(board, field).map((piece) => pieceWords(piece, seats))];
  if (board.chosen_fields.includes(field)) parts.push("chosen");
  if (board.range_fields.includes(field)) parts.push("in range");
  if (board.marked_fields.includes(field)) parts.push("touched by the last move");
  if (board.legal_fields.includes(field)) parts.push("can be chosen");
  const forecast = board.tips[field]?.text;
  if (forecast) parts.push(forecast);
  const where = fieldAction(board, field) < 0 ? "at the edge" : `row ${row}, column ${column}`;
  return `${where}: ${parts.join("; ")}`;
}

/** The lines of panels that have to be in sight at any time. */
export function alwaysShown(scene: SceneView): LineView[] {
  return Object.values(scene.panels).flatMap((panel) => panel.lines.filter((line) => line.always));
}

/** The text with its first letter in upper case. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Names as a list: "White, Black and Grey". */
export function listWords(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The prompt, with the name of the player it asks where there is one. */
export function namedPrompt(scene: SceneView): string {
  return scene.asked < 0 ? scene.prompt : `${scene.seats[scene.asked]}: ${scene.prompt}`;
}

/** A time for people, in seconds: "0.4 s", "45 s". */
export function secondsWords(ms: number): string {
  return `${(ms / 1000).toLocaleString("en", { maximumFractionDigits: 2 })} s`;
}

/** A score for people: 12,340, or 0.5 where it is not whole. */
export function scoreWords(score: number): string {
  return score.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** What was added to a number, or taken away: "+3", "−5". */
export function gainWords(change: number): string {
  return `${change > 0 ? "+" : "−"}${scoreWords(Math.abs(change))}`;
}

/** Who plays in a seat: somebody's name, a bot's, or else the seat's own. */
export function personWords(match: Pick<MatchView, "seats">, player: number): string {
  const seat = match.seats[player];
  if (!seat) return "";
  if (seat.kind === "bot") return match.seats.filter((other) => other.kind === "bot" && other.bot === seat.bot).length > 1 ? seat.label : capital(seat.bot);
  return seat.named ? seat.name : seat.label;
}

/** How it ended, for those who play. */
export function endingWords(scene: Pick<SceneView, "winners" | "seats">, players: number[], match: Pick<MatchView, "seats"> | null = null): string {
  const { winners, seats } = scene;
  if (!winners.length) return seats.length > 1 ? "A draw" : "Game over";
  const won = `${listWords(winners.map((player) => (match && personWords(match, player)) || (seats[player] ?? "")))} won`;
  if (!players.some((player) => winners.includes(player))) return players.length ? `You lost: ${won}` : won;
  return players.length === 1 ? "You won!" : won;
}

/** A sentence about seats, with the names of those who play them. */
export function withPeople(words: string, match: Pick<MatchView, "seats"> | null): string {
  const seats = match && match.seats.length > 1 ? match.seats : [];
  const names = new Map(seats.map((seat, player) => [seat.label, personWords(match!, player)] as const).filter(([label, name]) => name !== label));
  if (!names.size) return words;
  const labels = [...names.keys()].map((label) => label.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|");
  return words.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${labels})(?![\\p{L}\\p{N}])`, "gu"), (label) => names.get(label) ?? label);
}

/** How a match ended; for those who played it, from their side. */
export function outcomeWords(match: MatchView, mine: number[] = []): string {
  if (match.seats.length === 1) return `${scoreWords(match.scores[0] ?? 0)} points`;
  if (!match.winners.length) return "A draw";
  const names = match.winners.map((player) => personWords(match, player) || "?");
  const won = `${listWords(names)} won`;
  if (mine.length === 1) return match.winners.includes(mine[0]!) ? "You won" : match.winners.length < 3 ? `You lost: ${won}` : "You lost";
  return won;
}

/** A player where a game has ended: by name and, in a game for several, with the seat in brackets. */
export function playerWords(match: Pick<MatchView, "seats">, player: number): string {
  const seat = match.seats[player];
  if (!seat || match.seats.length === 1) return seat?.name || seat?.label || "";
  const person = personWords(match, player);
  return person === seat.label ? person : `${person} (${seat.label})`;
}

/** Who sits in a seat, for those who have some of the seats themselves. */
export function sitterWords(seat: SeatView, mine: number[]): string {
  if (mine.includes(seat.player)) return "you";
  if (seat.kind === "open") return "free";
  return seat.kind === "bot" ? `bot ${seat.bot}` : seat.name || seat.label;
}

/** A date for people, in their own time zone. */
export function dateWords(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

/** A day for people: "Nov 18, 2026". */
export function dayWords(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { dateStyle: "medium" });
}

const whole = (number: number) => Math.round(number).toLocaleString("en");

/** How strong a bot is: "1,240", or that nobody has found out. */
export function ratingWords(bot: BotView): string {
  return bot.games ? whole(bot.rating) : "not rated yet";
}

/** Where the true number lies: "1,180 to 1,300". */
export function spanWords(bot: BotView): string {
  return bot.games ? `${whole(bot.low)} to ${whole(bot.high)}` : "";
}

/** How long ago something was, roughly. */
export function ageWords(date: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(date)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

/** An opponent as a record names them: a bot by its level, a friend by their name. */
export function rivalWords(rival: string): string {
  const [, kind, name] = /^(bot|friend):(.*)$/s.exec(rival) ?? [];
  return kind === "bot" ? `the bot ${name}` : name || "somebody";
}

/** How often somebody won against an opponent: "3 won, 1 drawn, 2 lost". */
export function tallyWords(one: { won: number; drawn: number; lost: number }): string {
  return `${one.won} won${one.drawn ? `, ${one.drawn} drawn` : ""}, ${one.lost} lost`;
}
