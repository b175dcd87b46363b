/** How far the server has got with compiling its games, game by game; requested often while there is progress. */

import { SvelteMap } from "svelte/reactivity";
import { getPreparation } from "./api";
import type { PreparationView } from "./messages";

const BUSY = 500; // ms between two requests while something is being compiled
const CALM = 8_000;

export const preparation = new SvelteMap<string, PreparationView>();

function isUnderWay({ state }: PreparationView): boolean {
  return state === "waiting" || state === "compiling";
}

async function look(): Promise<void> {
  if (document.visibilityState !== "visible") return;
  const views = await getPreparation().catch(() => []); // the page itself says when the server can't be reached
  for (const one of views) preparation.set(one.game, one);
}

/** Keep checking until the returned function is called. */
export function watchPreparation(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching = true;
  async function again(): Promise<void> {
    await look();
    if (watching) timer = setTimeout(again, [...preparation.values()].some(isUnderWay) ? BUSY : CALM);
  }
  void again();
  return () => {
    watching = false;
    clearTimeout(timer);
  };
}
