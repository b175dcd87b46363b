/**
 * The line to a match: joins, reconnects with back-off, and sends every message until it is answered.
 * A message keeps its id, so the server plays it once however often it arrives.
 */

import type { ClientMessage, Join, ServerMessage } from "./messages";

export type LineState = "connecting" | "open" | "waiting" | "closed";
export type Numbered = Extract<ClientMessage, { id: string }>;

export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export interface LineOptions {
  socket: () => SocketLike;
  join: () => Join;
  heard: (message: ServerMessage) => void;
  changed: (state: LineState) => void;
  random?: () => number;
}

const FIRST_DELAY = 400; // ms
const LONGEST_DELAY = 10_000;
const FULL_DELAY = 30_000; // where too many come from one address, each attempt counts against all of them
const OPENING = 8_000; // a socket that is not welcomed within this time is abandoned
const QUIET = 12_000; // after this long without a word, we ask whether the server is there
const ANSWER = 5_000; // how long it has to answer
const QUICK_ANSWER = 2_000; // after sleep or a change of network
const AGAIN = 700; // the delay before a message refused as "busy" or "rate" is sent again
const OPEN = 1;

export class Line {
  state: LineState = "connecting";
  readonly #options: LineOptions;
  readonly #pending = new Map<string, Numbered>(); // in the order they were sent
  #socket: SocketLike | null = null;
  #failures = 0;
  #isTurnedAway = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #again: ReturnType<typeof setTimeout> | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** What was sent and has not been answered yet. */
  get pending(): Numbered[] {
    return [...this.#pending.values()];
  }

  /** Connect. */
  start(): void {
    this.#connect();
  }

  /** Send a message until it is answered. */
  send(message: Numbered): void {
    this.#pending.set(message.id, message);
    if (this.state === "open") this.#write(message);
  }

  /** Join again, at once. */
  restart(): void {
    this.#failures = 0;
    this.#connect();
  }

  /** Hang up for good. */
  stop(): void {
    this.#set("closed");
    this.#drop();
  }

  /** Something may have happened to the line (the laptop slept, for example): check it now. */
  check(): void {
    if (this.state === "waiting") {
      this.#failures = 0;
      this.#connect();
    } else if (this.state === "open") {
      this.#ask(QUICK_ANSWER);
    }
  }

  #connect(): void {
    if (this.state === "closed") return;
    this.#drop();
    this.#set("connecting");
    const socket = this.#options.socket();
    this.#socket = socket;
    const ours = () => socket === this.#socket;
    socket.onopen = () => ours() && this.#write(this.#options.join());
    socket.onmessage = (event) => ours() && this.#hear(String(event.data));
    socket.onclose = () => ours() && this.#lost();
    socket.onerror = () => ours() && socket.close();
    this.#alarm(OPENING, () => this.#lost());
  }

  #hear(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === "welcome") this.#welcomed();
    if (message.type === "preparing") this.#alarm(OPENING, () => this.#lost());
    if (this.state === "open") this.#alarm(QUIET, () => this.#ask(ANSWER));
    this.#answered(message);
    this.#options.heard(message);
  }

  #welcomed(): void {
    this.#failures = 0;
    this.#set("open");
    for (const message of this.#pending.values()) this.#write(message);
  }

  #answered(message: ServerMessage): void {
    if (message.type === "ack") {
      this.#pending.delete(message.id);
    } else if (message.type === "refused") {
      this.#isTurnedAway = this.state !== "open" && message.reason === "rate";
      if (message.reason === "busy" || message.reason === "rate") this.#sendAgainSoon();
      else this.#pending.delete(message.id);
    }
  }

  #sendAgainSoon(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null;
      if (this.state === "open") for (const message of this.#pending.values()) this.#write(message);
    }, AGAIN);
  }

  #ask(patience: number): void {
    this.#write({ type: "ping" });
    this.#alarm(patience, () => this.#lost());
  }

  #lost(): void {
    if (this.state === "closed") return;
    this.#drop();
    const most = this.#isTurnedAway ? FULL_DELAY : Math.min(FIRST_DELAY * 2 ** this.#failures, LONGEST_DELAY);
    this.#isTurnedAway = false;
    this.#failures += 1;
    this.#set("waiting");
    // Half of it random, so that a thousand browsers don't all come back at the same moment.
    this.#alarm(most / 2 + ((this.#options.random ?? Math.random)() * most) / 2, () => this.#connect());
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#again !== null) clearTimeout(this.#again);
    this.#timer = this.#again = null;
    socket?.close();
  }

  #write(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #alarm(ms: number, then: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #set(state: LineState): void {
    if (this.state === state || this.state === "closed") return;
    this.state = state;
    this.#options.changed(state);
  }
}
