/** The colours of the seats of the game that a part of the page is about: whatever draws plates asks here. */

import { getContext, setContext } from "svelte";
import { OWNER_COLOURS } from "./palette";

const KEY = Symbol("the colours of seats");

/** Say which colours the seats have, to everything within a component. */
export function colourSeats(colours: () => string[] | undefined): void {
  setContext(KEY, colours);
}

/** A function that names an owner's colour, for a component that is being made. */
export function seatColours(): (owner: number) => string {
  const colours = getContext<Parameters<typeof colourSeats>[0] | undefined>(KEY);
  return (owner) => {
    const stated = colours?.() ?? [];
    const names = stated.length ? stated : OWNER_COLOURS;
    return names[owner % names.length]!;
  };
}
