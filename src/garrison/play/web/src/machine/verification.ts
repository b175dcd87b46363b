/** A replay is played again in this browser and compared with what the server says: core/verification.py in TypeScript. */

import type { VerificationView } from "../lib/messages";
import { checksum } from "./checksum";
import { fromBase64, type Machine, type Position } from "./machine";

const DIGITS = 4; // of a checksum

export interface Verdict {
  isTrue: boolean;
  place: number; // after how many moves it differs; all of them if it does not
  words: string;
}

/** Play a replay again. */
export function verify(told: VerificationView, machine: Machine): Verdict {
  if (machine.facts.game !== told.game || machine.facts.rules_version !== told.rules_version)
    throw new Error(`The rules in this browser are version ${machine.facts.rules_version} of ${machine.facts.title}, not ${told.rules_version}.`);
  return firstDifference(told, machine) ?? { isTrue: true, place: told.moves.length, words: trueWords(told.moves.length) };
}

function trueWords(count: number): string {
  return `Verified here: ${moves(count)}, the dice came from the seed, nobody's move was changed.`;
}

/** The first step at which it differs; null if there is none. */
function firstDifference(told: VerificationView, machine: Machine): Verdict | null {
  const position = machine.start(fromBase64(told.parameters), BigInt(told.seed));
  const bits = new Map(told.stirs.map((stir) => [stir.place, BigInt(stir.bits)]));
  if (differs(position, told, 0)) return isFalse(0, "it did not begin from this seed with these rules.");
  for (const [place, [player, action]] of told.moves.entries()) {
    if (bits.has(place)) position.stir(bits.get(place)!);
    if (!position.allows(player!, action!)) return isFalse(place + 1, `${move(told, machine, place)} is not legal.`);
    position.step(player!, action!);
    if (differs(position, told, place + 1))
      return isFalse(place + 1, `${move(told, machine, place)} led to another position than when it was played.`);
  }
  return otherEnd(position, told);
}

/** Whether a position is not the one that was played; one that nobody says anything about does not differ. */
function differs(position: Position, told: VerificationView, place: number): boolean {
  const wanted = told.checksums.slice(DIGITS * place, DIGITS * (place + 1));
  return wanted !== "" && checksum(position.record, told.moves[place - 1]) !== wanted;
}

function otherEnd(position: Position, told: VerificationView): Verdict | null {
  const count = told.moves.length;
  const traced = told.checksums.length / DIGITS - 1;
  if (count !== traced) return isFalse(Math.min(count, traced), `it has ${moves(count)}, and ${moves(traced)} were played.`);
  const last = fromBase64(told.final);
  const isSame = last.length === position.record.length && position.record.every((byte, place) => byte === last[place]);
  return isSame ? null : isFalse(count, `after ${moves(count)}, the last position is not the one that it gives.`);
}

function isFalse(place: number, words: string): Verdict {
  return { isTrue: false, place, words: `This replay is false: ${words}` };
}

/** A move by its number, counted from 1, and what was done in it. */
function move(told: VerificationView, machine: Machine, place: number): string {
  const [player, action] = told.moves[place]!;
  const { fields, seats } = machine.facts;
  const what = action! < fields ? `${Math.floor(action! / told.columns)},${action! % told.columns}` : machine.actionName(action!);
  return `move ${place + 1} of ${told.moves.length} (${seats[player!] ?? `player ${player}`}, ${what})`;
}

function moves(count: number): string {
  return `${count.toLocaleString("en")} move${count === 1 ? "" : "s"}`;
}
