/** How time passes in a match, and what people can do about it. */

import { kept } from "./keep";
import type { MatchSession } from "./match.svelte";

/** Whether anything happens by itself after a while. */
export function isTimed({ isRealTime, match }: MatchSession): boolean {
  return isRealTime || (match?.timer_ms ?? 0) > 0 || (match?.bank_ms ?? 0) > 0;
}

/** Whether ticks can be shorter or longer. */
export function hasSpeeds({ match }: MatchSession): boolean {
  return match !== null && match.tick_range[0]! < match.tick_range[1]!;
}

/** Pause, or go on. */
export function pause(session: MatchSession): void {
  session.gatherer.clear();
  session.change({ paused: !session.match?.paused });
}

/** Longer or shorter ticks. */
export function speed(session: MatchSession, factor: number): void {
  if (!session.match) return;
  const [quickest = 0, slowest = 0] = session.match.tick_range;
  session.change({ tick_ms: Math.min(Math.max(Math.round(session.match.tick_ms * factor), quickest), slowest) });
}

/** Let bots play without a pause, or no longer, here and in new matches. */
export function hurry(session: MatchSession): void {
  kept.instant = !session.match?.instant;
  session.change({ instant: kept.instant });
}
