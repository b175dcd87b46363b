import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Line, type LineState, type SocketLike } from "../src/lib/connection";
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
let states: LineState[];
let line: Line;
const last = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  line = new Line({
    socket: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    join: () => ({ type: "join", tokens: ["secret"] }),
    heard: () => undefined,
    changed: (state) => states.push(state),
    random: () => 0.5,
  });
  line.start();
});

afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

describe("a line", () => {
  it("joins first and is open once it is welcomed", () => {
    last().open();
    expect(last().sent).toEqual([{ type: "join", tokens: ["secret"] }]);
    expect(line.state).toBe("connecting");
    last().says({ type: "welcome" });
    expect(line.state).toBe("open");
  });

  it("comes back late when it is turned away, since all who share its address would pay for each attempt", () => {
    last().open();
    last().says({ type: "refused", id: "", reason: "rate", sentence: "Too many connections.", number: 0 });
    last().close();
    expect(line.state).toBe("waiting");
    vi.advanceTimersByTime(20_000);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(2);
    last().close();
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(3);
  });

  it("keeps what is sent before it is open, and sends it in order", () => {
    line.send(act("a"));
    line.send(act("b"));
    last().welcome();
    expect(last().acts).toEqual(["a", "b"]);
  });

  it("sends again, with the same id, what was not answered before the line broke", () => {
    last().welcome();
    line.send(act("a"));
    line.send(act("b"));
    last().says({ type: "ack", id: "a", number: 1 });
    last().close();
    expect(line.state).toBe("waiting");
    vi.advanceTimersByTime(400);
    last().welcome();
    expect(sockets).toHaveLength(2);
    expect(last().acts).toEqual(["b"]);
    last().says({ type: "ack", id: "b", number: 2 });
    expect(line.pending).toEqual([]);
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
    line.send(act("a"));
    line.send(act("b"));
    last().says({ type: "refused", id: "a", reason: "illegal", sentence: "No.", number: 0 });
    last().says({ type: "refused", id: "b", reason: "busy", sentence: "Later.", number: 0 });
    expect(line.pending.map((message) => message.id)).toEqual(["b"]);
    vi.advanceTimersByTime(1000);
    expect(last().acts).toEqual(["a", "b", "b"]);
  });

  it("notices a server that is silent", () => {
    last().welcome();
    vi.advanceTimersByTime(12_000);
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    last().says({ type: "pong" });
    vi.advanceTimersByTime(12_000);
    expect(line.state).toBe("open");
    vi.advanceTimersByTime(5_000);
    expect(line.state).toBe("waiting");
  });

  it("makes sure of itself at once after sleep", () => {
    last().welcome();
    line.check();
    expect(last().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(2_000);
    expect(line.state).toBe("waiting");
    line.check();
    expect(sockets).toHaveLength(2);
    expect(line.state).toBe("connecting");
  });

  it("gives up a socket that never opens, and ignores what old ones say", () => {
    const old = last();
    vi.advanceTimersByTime(8_000);
    expect(line.state).toBe("waiting");
    vi.advanceTimersByTime(400);
    old.says({ type: "welcome" });
    expect(line.state).toBe("connecting");
  });

  it("stays closed once it is hung up", () => {
    last().welcome();
    line.stop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
  });
});
