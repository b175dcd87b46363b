import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionState, type SocketLike } from "../src/lib/connection";
import type { Act, ServerMessage } from "../src/lib/messages";

class FakeSocket implements SocketLike {
  readyState = 0;
  sent: { type: string; id?: string }[] = [];
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.(undefined as never);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }

  says(message: Partial<ServerMessage> & { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.open();
    this.says({ type: "welcome" });
  }

  get acts(): (string | undefined)[] {
    return this.sent.filter((message) => message.type === "act").map((message) => message.id);
  }
}

const act = (id: string): Act => ({ type: "act", id, player: 0, action: 1, at: 0 });

let sockets: FakeSocket[];
let states: ConnectionState[];
let unansweredCount: number;
let connection: Connection;
const last = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  connection = new Connection({
    socket: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    join: () => ({ type: "join", tokens: ["secret"] }),
    receive: () => undefined,
    changed: (state) => states.push(state),
    counted: (unanswered) => (unansweredCount = unanswered),
    random: () => 0.5,
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

describe("a connection", () => {
  it("joins first and is open once it is welcomed", () => {
    last().open();
    expect(last().sent).toEqual([{ type: "join", tokens: ["secret"] }]);
    expect(connection.state).toBe("connecting");
    last().says({ type: "welcome" });
    expect(connection.state).toBe("open");
  });

  it("comes back late when it is turned away, since all who share its address would pay for each attempt", () => {
    last().open();
    last().says({ type: "refused", id: "", reason: "rate", sentence: "Too many connections.", number: 0 });
    last().close();
    expect(connection.state).toBe("waiting");
    vi.advanceTimersByTime(20_000);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(2);
    last().close();
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(3);
  });

  it("keeps what is sent before it is open, and sends it in order", () => {
    connection.send(act("a"));
    connection.send(act("b"));
    last().welcome();
    expect(last().acts).toEqual(["a", "b"]);
  });

  it("sends again, with the same id, what was not answered before the connection broke", () => {
    last().welcome();
    connection.send(act("a"));
    connection.send(act("b"));
    expect([connection.isPending("act"), unansweredCount]).toEqual([true, 2]);
    last().says({ type: "ack", id: "a", number: 1 });
    expect(unansweredCount).toBe(1);
    last().close();
    expect(connection.state).toBe("waiting");
    vi.advanceTimersByTime(400);
    last().welcome();
    expect(sockets).toHaveLength(2);
    expect(last().acts).toEqual(["b"]);
    last().says({ type: "ack", id: "b", number: 2 });
    expect(connection.pending).toEqual([]);
    expect([connection.isPending("act"), unansweredCount]).toEqual([false, 0]);
  });

  it("waits longer after every failure, but not for ever, and starts over after a success", () => {
    const gaps: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const before = Date.now();
      last().close();
      vi.advanceTimersToNextTimer();
      gaps.push(Date.now() - before);
    }
    expect(gaps).toEqual([300, 600, 1200, 2400, 4800, 7500, 7500, 7500]);
    last().welcome();
    const before = Date.now();
    last().close();
    vi.advanceTimersToNextTimer();
    expect(Date.now() - before).toBe(300);
  });

  it("forgets what was refused, but sends again what the server was too busy for", () => {
    last().welcome();
    connection.send(act("a"));
    connection.send(act("b"));
    last().says({ type: "refused", id: "a", reason: "illegal", sentence: "No.", number: 0 });
    last().says({ type: "refused", id: "b", reason: "busy", sentence: "Later.", number: 0 });
    expect(connection.pending.map((message) => message.id)).toEqual(["b"]);
    vi.advanceTimersByTime(1000);
    expect(last().acts).toEqual(["a", "b", "b"]);
  });

  it("notices a server that is silent", () => {
    last().welcome();
    vi.advanceTimersByTime(12_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    last().says({ type: "pong" });
    vi.advanceTimersByTime(12_000);
    expect(connection.state).toBe("open");
    vi.advanceTimersByTime(5_000);
    expect(connection.state).toBe("waiting");
  });

  it("makes sure of itself at once after sleep", () => {
    last().welcome();
    connection.check();
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(2_000);
    expect(connection.state).toBe("waiting");
    connection.check();
    expect(sockets).toHaveLength(2);
    expect(connection.state).toBe("connecting");
  });

  it("gives up a socket that never opens, and ignores what old ones say", () => {
    const old = last();
    vi.advanceTimersByTime(8_000);
    expect(connection.state).toBe("waiting");
    vi.advanceTimersByTime(400);
    old.says({ type: "welcome" });
    expect(connection.state).toBe("connecting");
  });

  it("stays closed once it is hung up", () => {
    last().welcome();
    connection.stop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
  });
});
