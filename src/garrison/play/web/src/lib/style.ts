/** The look of scenes: the same plates and patterns as in Garrison's pictures (look/picture). */

import { COLOURS, INK, LOW_BAR, MIDDLE_BAR, PAPER } from "./palette";
import { DARKER, HATCHING, PALE, PLATES, SHADE, UNIT } from "./plates";

/** Colour alone must not tell owners apart: each also has a base plate of its own shape and pattern. */
const plateOf = (owner: number) => PLATES[owner % PLATES.length]!;

/** The actual colour of a palette name; unknown names are grey. */
export function colourOf(name: string): string {
  return COLOURS[name] ?? COLOURS.grey!;
}

/** A colour mixed with a share of another. */
export function mixed(colour: string, other: string, share: number): string {
  const channel = (text: string, place: number) => parseInt(text.slice(place, place + 2), 16);
  const parts = [1, 3, 5].map((place) => {
    const own = channel(colour, place);
    return Math.round(own + (channel(other, place) - own) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** Whether light lettering reads better on a colour than dark lettering. */
export function isDark(colour: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16)) as [number, number, number];
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
}

/** Green for high, amber for middling, red for low. */
export function barColour(share: number): string {
  return colourOf(share <= LOW_BAR ? "red" : share <= MIDDLE_BAR ? "gold" : "green");
}

/** How full a bar is, from 0 to 1. */
export function barShare(bar: { value: number; full: number }): number {
  return bar.full > 0 ? Math.min(Math.max(bar.value / bar.full, 0), 1) : 0;
}

/** The outline of an owner's plate as path data: the gaps in it are filled with what depends on its size. */
export function plateOutline(owner: number, rows = 1, columns = 1): string {
  const [height, width] = [rows * UNIT, columns * UNIT];
  return plateOf(owner).outline.replace(/\{([whm])([\d.]*)\}/g, (_, side: string, less: string) =>
    String(side === "m" ? height / 2 : (side === "w" ? width : height) - Number(less)),
  );
}

/** The colours of an owner's plate; `name` is that of the owner's colour. */
export function plateColours(owner: number, name: string): { pale: string; edge: string; pattern: string } {
  const colour = colourOf(name);
  const pattern = plateOf(owner).pattern && `url(#${patternName(owner % PLATES.length, name)})`;
  return { pale: mixed(colour, PAPER, PALE), edge: mixed(colour, INK, DARKER), pattern };
}

const patternName = (owner: number, name: string) => `owner-${owner}-${name in COLOURS ? name : "grey"}`;

/** The patterns of all owners in all colours and the hatching of fields in range, as the inside of an SVG `defs`. */
export function patternDefinitions(): string {
  const names = Object.keys(COLOURS);
  const patterns = PLATES.flatMap(({ pattern }, owner) => (pattern ? names.map((name) => coloured(pattern, owner, name)) : []));
  return patterns.join("") + HATCHING;
}

function coloured(pattern: string, owner: number, name: string): string {
  return pattern.replace(`"owner-${owner}"`, `"${patternName(owner, name)}"`).replace("{shade}", mixed(colourOf(name), PAPER, SHADE));
}
