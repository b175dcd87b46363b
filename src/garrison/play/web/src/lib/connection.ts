/**
 * The connection to a match: joins, reconnects with back-off, and sends every message until it is answered.
 * A message keeps its id, so the server plays it once however often it arrives.
 */

import type { ClientMessage, Join, ServerMessage } from "./messages";
import { ownMatch, ownTokens } from "./storage";

export type ConnectionState = "connecting" | "open" | "waiting" | "closed";
export type Request = Extract<ClientMessage, { id: string }>;

export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export interface Listener {
  receive: (message: ServerMessage) => void;
  changed: (state: ConnectionState) => void;
  counted: (unanswered: number) => void; // how many requests wait for an answer
}

export interface ConnectionOptions extends Listener {
  socket: () => SocketLike;
  join: () => Join;
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
const WINDOW_EVENTS = ["online", "offline", "pageshow"] as const; // after which the connection may be dead

/** An id for a request, which no other has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** A connection to a match, not yet open; it joins with whatever this browser may show: tokens, or an invitation. */
export function connectionTo(match: string, invite: string, listener: Listener): Connection {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const address = `${scheme}//${location.host}/api/matches/${match}/socket`;
  const join = (): Join => {
    const own = ownMatch(match);
    return { type: "join", tokens: ownTokens(match), host: own?.host ?? "", invite: invite || (own?.invite ?? "") };
  };
  return new Connection({ socket: () => new WebSocket(address) as never, join, ...listener });
}

export class Connection {
  state: ConnectionState = "connecting";
  readonly #options: ConnectionOptions;
  readonly #pending = new Map<string, Request>(); // in the order they were sent
  #socket: SocketLike | null = null;
  #failures = 0;
  #isRefused = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #again: ReturnType<typeof setTimeout> | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** What was sent and has not been answered yet. */
  get pending(): Request[] {
    return [...this.#pending.values()];
  }

  /** Whether such a request waits for an answer. */
  isPending(type: Request["type"]): boolean {
    return this.pending.some((message) => message.type === type);
  }

  /** Connect. */
  start(): void {
    this.#connect();
  }

  /** Connect, and check the connection whenever the page comes back; what ends both. */
  keepUp(): () => void {
    const check = () => document.visibilityState === "visible" && this.check();
    this.start();
    document.addEventListener("visibilitychange", check);
    for (const name of WINDOW_EVENTS) window.addEventListener(name, check);
    return () => {
      document.removeEventListener("visibilitychange", check);
      for (const name of WINDOW_EVENTS) window.removeEventListener(name, check);
      this.stop();
    };
  }

  /** Send a request until it is answered. */
  send(message: Request): void {
    this.#pending.set(message.id, message);
    this.#options.counted(this.#pending.size);
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

  /** Something may have happened to the connection (the laptop slept, for example): check it now. */
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
    const isOurs = () => socket === this.#socket;
    socket.onopen = () => isOurs() && this.#write(this.#options.join());
    socket.onmessage = (event) => isOurs() && this.#receive(String(event.data));
    socket.onclose = () => isOurs() && this.#retry();
    socket.onerror = () => isOurs() && socket.close();
    this.#alarm(OPENING, () => this.#retry());
  }

  #receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === "welcome") this.#resume();
    if (this.state === "open") this.#alarm(QUIET, () => this.#ask(ANSWER));
    this.#settle(message);
    this.#options.receive(message);
  }

  #resume(): void {
    this.#failures = 0;
    this.#set("open");
    for (const message of this.#pending.values()) this.#write(message);
  }

  #settle(message: ServerMessage): void {
    if (message.type === "ack") {
      this.#pending.delete(message.id);
    } else if (message.type === "refused") {
      this.#isRefused = this.state !== "open" && message.reason === "rate";
      if (message.reason === "busy" || message.reason === "rate") this.#sendAgainSoon();
      else this.#pending.delete(message.id);
    }
    this.#options.counted(this.#pending.size);
  }

  #sendAgainSoon(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null;
      if (this.state === "open") for (const message of this.#pending.values()) this.#write(message);
    }, AGAIN);
  }

  #ask(patience: number): void {
    this.#write({ type: "ping" });
    this.#alarm(patience, () => this.#retry());
  }

  #retry(): void {
    if (this.state === "closed") return;
    this.#drop();
    const most = this.#isRefused ? FULL_DELAY : Math.min(FIRST_DELAY * 2 ** this.#failures, LONGEST_DELAY);
    this.#isRefused = false;
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

  #set(state: ConnectionState): void {
    if (this.state === state || this.state === "closed") return;
    this.state = state;
    this.#options.changed(state);
  }
}
