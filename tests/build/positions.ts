/** Plays a game again in a module, and says of every position what it is: for a comparison with machine code. */

import { checksum } from "../../src/garrison/play/web/src/machine/checksum";
import { fromBase64, Machine, type Position, type Variant } from "../../src/garrison/play/web/src/machine/machine";

export interface Game {
  parameters: string;
  seed: string;
  moves: [player: number, action: number][];
  shape: Variant;
  dice: string;
}

/** What there is to say of each position of some games. */
export async function positions(module: string, games: Game[]): Promise<string[][][]> {
  const machine = await Machine.load(fromBase64(module));
  return games.map((game) => told(machine, game));
}

function told(machine: Machine, game: Game): string[][] {
  const position = machine.start(fromBase64(game.parameters), BigInt(game.seed));
  const dice = { state: BigInt(game.dice) };
  const all = [about(machine, position, game.shape, dice)];
  const other = machine.start(fromBase64(game.parameters), 1n); // in the same memory, by turns
  for (const [player, action] of game.moves) {
    position.play(player, action);
    if (other.waiting[0] !== undefined) other.play(other.waiting[0], other.actions(other.waiting[0])[0]!);
    all.push(about(machine, position, game.shape, dice));
  }
  return all;
}

function about(machine: Machine, position: Position, shape: Variant, dice: { state: bigint }): string[] {
  const players = Array.from({ length: shape.players }, (_, player) => player);
  const bytes = (array: ArrayBufferView) => checksum(padded(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)));
  return [
    bytes(position.record),
    ...players.map((player) => bytes(position.mask(player))),
    ...players.map((player) => bytes(position.observe(player, shape.planes))),
    ...players.map((player) => bytes(position.measure(player, shape.numbers))),
    bytes(position.scores()),
    bytes(position.value()),
    ...position.waiting.slice(0, 1).map((player) => choice(position, player, dice)),
    bytes(position.record),
  ];
}

function choice(position: Position, player: number, dice: { state: bigint }): string {
  const { action, dice: state } = position.policy(player, dice.state, Number(dice.state % 3n));
  dice.state = state;
  return `${action} ${state}`;
}

/** The bytes, with as many zeros as a whole number of words needs. */
function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  whole.set(bytes);
  return whole;
}
