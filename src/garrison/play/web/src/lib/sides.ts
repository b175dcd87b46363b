/** The colours of the seats of the game that a part of the page is about, and who plays them: whatever draws plates or
 * speaks of seats asks here. */

import { getContext, setContext } from "svelte";
import { OWNER_COLOURS } from "./palette";

const KEY = Symbol("the colours of seats");
const PEOPLE = Symbol("who plays the seats");

export interface Sitter {
  label: string; // the seat's own name
  name: string; // of whoever plays it
}

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

/** Say who plays the seats, to everything within a component. */
export function nameSeats(people: () => Sitter[]): void {
  setContext(PEOPLE, people);
}

/** A function that says who plays a seat, for a component that is being made; where nobody has said so, nobody. */
export function seatPeople(): (player: number) => Sitter | undefined {
  const people = getContext<Parameters<typeof nameSeats>[0] | undefined>(PEOPLE);
  return (player) => people?.()[player];
}
