/** The line from this page to a match, with whatever this browser may show of it: tokens, or an invitation. */

import { Line, type LineState } from "./connection";
import { keptMatch, ownTokens } from "./keep";
import type { ServerMessage } from "./messages";

/** A line to a match, not yet connected. */
export function lineTo(id: string, invite: string, heard: (message: ServerMessage) => void, changed: (state: LineState) => void): Line {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const address = `${scheme}//${location.host}/api/matches/${id}/socket`;
  return new Line({
    socket: () => new WebSocket(address) as never,
    join: () => {
      const kept = keptMatch(id);
      return {
        type: "join",
        tokens: ownTokens(id),
        host: kept?.host ?? "",
        invite: invite || (kept?.invite ?? ""),
      };
    },
    heard,
    changed,
  });
}

const WINDOW_EVENTS = ["online", "offline", "pageshow"] as const; // after which the line may be dead

/** Connect, and look whether the line still holds whenever the page comes back; what ends both. */
export function keepUp(line: Line): () => void {
  const check = () => document.visibilityState === "visible" && line.check();
  line.start();
  document.addEventListener("visibilitychange", check);
  for (const name of WINDOW_EVENTS) window.addEventListener(name, check);
  return () => {
    document.removeEventListener("visibilitychange", check);
    for (const name of WINDOW_EVENTS) window.removeEventListener(name, check);
    line.stop();
  };
}
