/** A game's rules in a browser: the same source as on the server, as a WebAssembly module, and the same bytes.
 *
 * This file needs nothing else: `Machine.load` reads a module, `start` begins a game. All positions share the module's
 * memory, in which one at a time lies; what is read of one (`record`, `mask`, `observe`) is a view, good until the next
 * call of any of them.
 */

/** What a module says about its game, in a section of its own. */
export interface Facts {
  game: string;
  title: string;
  rules_version: number;
  state_size: number; // bytes of a position's record
  parameters_size: number; // and of that of the rules
  header: Record<"rng" | "waiting" | "over" | "reason" | "winners" | "turn" | "steps", number>; // where they are in it
  seats: string[];
  fields: number; // actions below this are clicks on fields; the buttons follow
  buttons: string[];
  reasons: string[];
  variants: Record<string, Variant>;
}

/** The rules of a variant: their record in base64, who takes part, and how much is observed. */
export interface Variant {
  parameters: string;
  players: number;
  planes: [count: number, rows: number, columns: number];
  numbers: number;
}

type Entry = (...given: bigint[]) => bigint | undefined;
type Exports = Record<string, Entry> & { memory: WebAssembly.Memory; heap: WebAssembly.Global };

const SECTION = "garrison";
const LINE = 64; // bytes
const PAGE = 1 << 16;
const MOST_PLAYERS = 62;

export class Machine {
  readonly state: number; // where a position's record lies, then its rules, a mask, and other answers
  readonly rules: number;
  readonly mask: number;
  readonly answer: number;
  readonly #exports: Exports;
  #held: Position | null = null;

  private constructor(
    module: WebAssembly.Module,
    readonly facts: Facts,
  ) {
    this.#exports = new WebAssembly.Instance(module).exports as Exports;
    this.state = wholeLines(Number(this.#exports.heap.value));
    this.rules = wholeLines(this.state + facts.state_size);
    this.mask = wholeLines(this.rules + facts.parameters_size);
    this.answer = wholeLines(this.mask + this.actions);
    this.bytes(this.answer, 0);
  }

  /** Read a module. */
  static async load(bytes: BufferSource): Promise<Machine> {
    const module = await WebAssembly.compile(bytes);
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    if (!section) throw new Error("This module has no game in it.");
    return new Machine(module, JSON.parse(new TextDecoder().decode(section)) as Facts);
  }

  /** Read a module from an address. */
  static async fetch(address: string | URL): Promise<Machine> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The rules can't be loaded: the server answered with ${response.status}.`);
    return Machine.load(await response.arrayBuffer());
  }

  /** How many actions there are. */
  get actions(): number {
    return this.facts.fields + this.facts.buttons.length;
  }

  /** An action's name: "field 17", or the name of a button. */
  actionName(action: number): string {
    return this.facts.buttons[action - this.facts.fields] ?? (action < this.facts.fields ? `field ${action}` : `action ${action}`);
  }

  /** Begin a game by the rules of a variant, or by a record of rules. */
  start(rules: string | Uint8Array, seed: bigint): Position {
    const parameters = typeof rules === "string" ? fromBase64(this.#variant(rules).parameters) : rules;
    if (parameters.length === this.facts.parameters_size) return new Position(this, parameters, seed);
    throw new Error(`A record of rules has ${this.facts.parameters_size} bytes here, not ${parameters.length}.`);
  }

  #variant(name: string): Variant {
    const variant = this.facts.variants[name];
    if (!variant) throw new Error(`There is no variant called ${name}; there are: ${Object.keys(this.facts.variants).join(", ")}.`);
    return variant;
  }

  /** Call a function of the module. */
  call(name: string, ...given: (number | bigint)[]): bigint {
    return this.#exports[name]!(...given.map(BigInt)) ?? 0n;
  }

  /** Let a position lie in the memory; the one that lay there leaves. */
  hold(position: Position): void {
    if (this.#held === position) return;
    this.#held?.leave();
    this.#held = position;
    position.enter();
  }

  /** So many bytes of the memory, which becomes larger if need be. */
  bytes(at: number, size: number): Uint8Array {
    const { memory } = this.#exports;
    const missing = at + size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return new Uint8Array(memory.buffer, at, size);
  }
}

export class Position {
  readonly #parameters: Uint8Array;
  #record: Uint8Array; // while it does not lie in the memory

  constructor(
    readonly machine: Machine,
    parameters: Uint8Array,
    seed: bigint,
  ) {
    this.#parameters = parameters;
    this.#record = new Uint8Array(machine.facts.state_size);
    this.#generator = machine.call("seeded", seed);
    this.#call("new");
  }

  /** The record: all there is to know, the generator included. */
  get record(): Uint8Array {
    this.machine.hold(this);
    return this.#own;
  }

  set record(bytes: Uint8Array) {
    this.record.set(bytes);
  }

  /** The players who may act. */
  get waiting(): number[] {
    return playersIn(this.#header("waiting"));
  }

  get over(): boolean {
    return this.#header("over") !== 0n;
  }

  get winners(): number[] {
    return playersIn(this.#header("winners"));
  }

  /** Why it is over. */
  get reason(): string {
    return this.machine.facts.reasons[Number(this.#header("reason"))] ?? "";
  }

  get steps(): number {
    return Number(this.#header("steps"));
  }

  /** One byte for each action: 1 where the player may play it now. */
  mask(player: number): Uint8Array {
    const isAsked = player >= 0 && player < MOST_PLAYERS && (this.#header("waiting") >> BigInt(player)) & 1n;
    const mask = this.machine.bytes(this.machine.mask, this.machine.actions);
    if (isAsked) this.#call("legal", player, this.machine.mask);
    else mask.fill(0);
    return mask;
  }

  /** What a player may do now. */
  actions(player: number): number[] {
    return [...this.mask(player)].flatMap((mark, action) => (mark ? [action] : []));
  }

  /** Whether a player may play an action now. */
  allows(player: number, action: number): boolean {
    return this.mask(player)[action] === 1;
  }

  /** Play an action, without a look at whether it is allowed. */
  step(player: number, action: number): void {
    this.#call("step", player, action);
  }

  /** Play an action; an error if it is not allowed. */
  play(player: number, action: number): void {
    if (!this.allows(player, action)) throw new Error(`${this.machine.actionName(action)} is not legal now for player ${player}.`);
    this.step(player, action);
  }

  /** Stir secret bits into the generator. */
  stir(bits: bigint): void {
    this.#generator = this.machine.call("stirred", this.#header("rng"), bits);
  }

  /** What a network sees: planes of rows and columns, from the player's side. */
  observe(player: number, [count, rows, columns]: Variant["planes"]): Uint8Array {
    const planes = this.#answer(count * rows * columns);
    this.#call("observe", player, this.machine.answer, count, rows, columns);
    return planes;
  }

  /** The numbers that a network sees beside the planes. */
  measure(player: number, count: number): BigInt64Array {
    const { buffer } = this.#answer(8 * count);
    this.#call("measure", player, this.machine.answer, count);
    return new BigInt64Array(buffer, this.machine.answer, count);
  }

  /** One number for each seat. */
  scores(): Float64Array {
    return this.#floats("score");
  }

  /** What the position is worth to each seat, from -1 to 1, as the game's own rules judge it. */
  value(): Float64Array {
    return this.#floats("value");
  }

  /** What the game's own skill would do, and its dice afterwards; `style` 0 is the usual one. */
  policy(player: number, dice: bigint, style = 0): { action: number; dice: bigint } {
    const { mask, answer } = this.machine;
    const cup = new BigUint64Array(this.#answer(8).buffer, answer, 1);
    cup[0] = dice;
    const tally = this.#call("legal", player, mask);
    const action = this.#call("policy", player, mask, tally, answer, style);
    return { action: Number(action), dice: cup[0] };
  }

  /** Enter the memory; the machine says when. */
  enter(): void {
    this.machine.bytes(this.machine.rules, this.#parameters.length).set(this.#parameters);
    this.#own.set(this.#record);
  }

  /** Leave the memory; the machine says when. */
  leave(): void {
    this.#record = this.#own.slice();
  }

  get #own(): Uint8Array {
    return this.machine.bytes(this.machine.state, this.machine.facts.state_size);
  }

  #floats(name: string): Float64Array {
    const seats = this.machine.facts.seats.length;
    const { buffer } = this.#answer(8 * seats);
    this.#call(name, this.machine.answer);
    return new Float64Array(buffer, this.machine.answer, seats);
  }

  /** Call an entry about this position. */
  #call(name: string, ...given: (number | bigint)[]): bigint {
    this.machine.hold(this);
    return this.machine.call(name, this.machine.rules, this.machine.state, ...given);
  }

  #header(name: keyof Facts["header"]): bigint {
    return this.#numbers.getBigInt64(this.machine.facts.header[name], true);
  }

  set #generator(state: bigint) {
    this.#numbers.setBigInt64(this.machine.facts.header.rng, state, true);
  }

  get #numbers(): DataView {
    const { buffer, byteOffset } = this.record;
    return new DataView(buffer, byteOffset);
  }

  /** Memory for an answer, all zero. */
  #answer(size: number): Uint8Array {
    return this.machine.bytes(this.machine.answer, size).fill(0);
  }
}

/** The next address at which a cache line begins. */
function wholeLines(at: number): number {
  return Math.ceil(at / LINE) * LINE;
}

/** The players whose bits are set. */
function playersIn(bits: bigint): number[] {
  return Array.from({ length: MOST_PLAYERS }, (_, player) => player).filter((player) => (bits >> BigInt(player)) & 1n);
}

/** Bytes from text. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
