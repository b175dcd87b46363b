/** Where a hint leads. */

import type { MatchSession } from "./match.svelte";
import { fieldOf } from "./words";

/** The fields of the main board that the hinted move clicks, in order; those that come twice only once. */
export function hinted(session: MatchSession): number[] {
  const { scene, hint } = session;
  const board = scene?.boards["0"];
  if (!scene || !board || !hint) return [];
  const clicks = hint.actions.filter((action) => !(action in scene.buttons));
  return [...new Set(clicks.map((action) => fieldOf(board, action)).filter((field) => field >= 0))];
}
