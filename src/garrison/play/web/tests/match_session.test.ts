import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MatchSession } from "../src/lib/match_session";
import type { ServerMessage } from "../src/lib/messages";
import { router } from "../src/lib/router.svelte";

vi.mock("../src/lib/router.svelte", () => ({ router: { go: vi.fn() } }));

class FakeSocket {
  readyState = 1;
  sent: { type: string; id: string; action?: number; at?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly address: string) {
    socket = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  says(message: { type: ServerMessage["type"]; [part: string]: unknown }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  get last() {
    return this.sent.at(-1)!;
  }
}

let socket: FakeSocket;
let session: MatchSession;

const board = { rows: 2, columns: 2, margin: 0, head: 0, owner: -1, legal_fields: [0, 1], chosen_fields: [], marked_fields: [], ways: {} };
const scene = { feedback: [], player: 0, waiting: [0], over: false, seats: ["White", "Black"], boards: { 0: board }, buttons: {}, winners: [] };
const match = { status: "playing", title: "", game: "some", tick_ms: 0, seats: [{}, {}], undoable: [], askable: [], next: "" };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("WebSocket", FakeSocket);
  session = new MatchSession("m1", "");
  session.connection.start();
  socket.onopen?.();
  socket.says({ type: "welcome", match, scene, players: [0], host: true, number: 0, log: [], remarks: [], trail: [] });
});

afterEach(() => {
  session.connection.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a click is sent as an action, and what comes back is shown", () => {
  session.click("0", 1);
  expect(socket.address).toBe("ws://here/api/matches/m1/socket");
  expect(socket.last).toMatchObject({ type: "act", player: 0, action: 1, at: 0 });
  expect(session.state.unanswered).toBe(1);
  socket.says({ type: "ack", id: socket.last.id, number: 1 });
  expect(session.state.unanswered).toBe(0);
  socket.says({ type: "update", number: 1, patch: { waiting: [1], boards: { 0: { marked_fields: [1] } } }, log: ["So."], undoable: [], askable: [] });
  expect(session.state.scene?.boards["0"]?.marked_fields).toEqual([1]);
  expect(session.state.log.map((line) => line.text)).toEqual(["So."]);
  expect(session.state.actor).toBe(-1);
});

test("a click that follows at once waits until the board shows the first, and then knows what can be taken back", () => {
  session.click("0", 0);
  session.click("0", 1);
  expect(socket.sent.filter(({ type }) => type === "act")).toHaveLength(1);
  socket.says({ type: "ack", id: socket.last.id, number: 1 });
  socket.says({ type: "update", number: 1, patch: { boards: { 0: { legal_fields: [3], chosen_fields: [0] } } }, log: [], undoable: [0], askable: [] });
  expect(socket.last).toMatchObject({ type: "undo", at: 1 });
  socket.says({ type: "ack", id: socket.last.id, number: 2 });
  socket.says({ type: "update", number: 2, patch: { boards: { 0: { legal_fields: [0, 1], chosen_fields: [] } } }, log: [], undoable: [], askable: [] });
  expect(socket.last).toMatchObject({ type: "act", action: 1, at: 2 });
});

test("the page is left once the server knows that somebody leaves", () => {
  session.requests.leave(0);
  socket.says({ type: "ack", id: "another", number: 0 });
  expect(router.go).not.toHaveBeenCalled();
  socket.says({ type: "ack", id: socket.last.id, number: 0 });
  expect(router.go).toHaveBeenCalledWith("/");
});

test("one click plays all the actions of a way, each when the board shows the one before it", () => {
  const ways = { 3: { actions: [1, 3, 3], fields: [1, 3], hits: [], answers: [], text: "" } };
  const acts = () => socket.sent.filter(({ type }) => type === "act").map(({ action }) => action);
  const shows = (number: number, patch: object) => socket.says({ type: "update", number, patch, log: [], undoable: [0], askable: [] });
  shows(1, { boards: { 0: { chosen_fields: [0], legal_fields: [1], ways } } });
  session.click("0", 3);
  expect(acts()).toEqual([1]);
  socket.says({ type: "ack", id: socket.last.id, number: 2 });
  expect(acts()).toEqual([1]);
  shows(2, { boards: { 0: { ways: { 3: null } } } });
  expect(acts()).toEqual([1, 3]);
  socket.says({ type: "ack", id: socket.last.id, number: 3 });
  shows(3, { boards: { 0: {} } });
  expect(acts()).toEqual([1, 3, 3]);
});

test("with Shift it is one step, and a refusal stops the rest of a way", () => {
  const ways = { 1: { actions: [1, 3], fields: [1, 3], hits: [], answers: [], text: "" } };
  socket.says({ type: "update", number: 1, patch: { boards: { 0: { chosen_fields: [0], legal_fields: [1], ways } } }, log: [], undoable: [0], askable: [] });
  session.click("0", 1, true);
  expect(socket.last).toMatchObject({ type: "act", action: 1 });
  socket.says({ type: "refused", id: socket.last.id, reason: "illegal", sentence: "No." });
  session.click("0", 1);
  socket.says({ type: "refused", id: socket.last.id, reason: "illegal", sentence: "No." });
  expect(socket.sent.filter(({ type }) => type === "act").map(({ action }) => action)).toEqual([1, 1]);
});

test("a hint goes on while it is followed, up to its next button, and ends with anything else", () => {
  const update = (number: number) => socket.says({ type: "update", number, patch: {}, log: [], undoable: [], askable: [], trail: [] });
  const withButton = { ...scene, buttons: { 9: { legal: true, keys: [], asks: "", label: "Build" } } };
  socket.says({ type: "welcome", match, scene: withButton, players: [0], host: true, number: 0, log: [], remarks: [], trail: [] });
  socket.says({ type: "hinted", id: "h", player: 0, number: 0, actions: [1, 9, 0], words: "Build." });
  expect([session.state.hintFields, session.state.hintButtons]).toEqual([[1], []]);
  session.click("0", 1);
  socket.says({ type: "ack", id: socket.last.id, number: 1 });
  update(1);
  expect([session.state.hintFields, session.state.hintButtons]).toEqual([[], [9]]);
  session.press(9);
  socket.says({ type: "ack", id: socket.last.id, number: 2 });
  update(2);
  expect([session.state.hintFields, session.state.hint?.words]).toEqual([[0], "Build."]);
  session.click("0", 1);
  socket.says({ type: "ack", id: socket.last.id, number: 3 });
  update(3);
  expect(session.state.hint).toBeNull();
});

test("a click on another thing leaves one that has moved as it stands, and takes one back that has not", () => {
  const ways = { 2: { actions: [9, 2], fields: [2], hits: [], answers: [], text: "", leaves: true } };
  const acts = () => socket.sent.filter(({ type }) => type === "act").map(({ action }) => action);
  const shows = (number: number, patch: object) => socket.says({ type: "update", number, patch, log: [], undoable: [0], askable: [] });
  session.click("0", 0);
  socket.says({ type: "ack", id: socket.last.id, number: 1 });
  shows(1, { boards: { 0: { chosen_fields: [0], legal_fields: [1], ways } } });
  session.click("0", 2);
  expect(socket.last).toMatchObject({ type: "undo" });
  socket.says({ type: "ack", id: socket.last.id, number: 2 });
  shows(2, { boards: { 0: { chosen_fields: [], legal_fields: [0, 1], ways: { 2: null } } } });
  session.click("0", 0);
  socket.says({ type: "ack", id: socket.last.id, number: 3 });
  shows(3, { boards: { 0: { chosen_fields: [0], legal_fields: [1], ways } } });
  session.click("0", 1);
  socket.says({ type: "ack", id: socket.last.id, number: 4 });
  shows(4, { boards: { 0: { chosen_fields: [1], legal_fields: [0] } } });
  session.click("0", 2);
  socket.says({ type: "ack", id: socket.last.id, number: 5 });
  shows(5, { boards: { 0: { chosen_fields: [], legal_fields: [2], ways: { 2: null } } } });
  expect(acts()).toEqual([0, 0, 1, 9, 2]);
});
