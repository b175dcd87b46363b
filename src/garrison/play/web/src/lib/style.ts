/** The look of scenes: the same plates and patterns as in Garrison's pictures (look/picture). */

import { COLOURS, INK, LOW_BAR, MIDDLE_BAR, OWNER_COLOURS, PAPER, REACH } from "./palette";

export const UNIT = 64; // a field is 64 units wide in sprites and plates

type Shape = "round" | "square" | "hexagon" | "octagon";
type Pattern = "plain" | "stripes" | "dots" | "grid" | "rings" | "waves";

/** Colour alone must not tell owners apart: each also has a base plate of its own shape and pattern. */
const OWNER_PLATES: readonly [Shape, Pattern][] = [
  ["round", "plain"],
  ["square", "stripes"],
  ["hexagon", "dots"],
  ["octagon", "grid"],
  ["round", "rings"],
  ["square", "waves"],
];
const PATTERNS: Record<Exclude<Pattern, "plain">, [number, string]> = {
  stripes: [12, '<path d="M-3 3L3 -3M0 12L12 0M9 15L15 9" stroke-width="4"/>'],
  dots: [12, '<path d="M3 3h.1M9 9h.1" stroke-width="4.6"/>'],
  grid: [12, '<path d="M0 6H12M6 0V12" stroke-width="3"/>'],
  rings: [16, '<circle cx="8" cy="8" r="5" stroke-width="3"/>'],
  waves: [16, '<path d="M-1 6Q4 0 8 6T17 6M-1 14Q4 8 8 14T17 14" stroke-width="3"/>'],
};
const INSET = 3;

/** The actual colour of a palette name; unknown names are grey. */
export function colourOf(name: string): string {
  return COLOURS[name] ?? COLOURS.grey!;
}

/** The actual colour of an owner. */
export function ownerColour(owner: number): string {
  return colourOf(OWNER_COLOURS[owner % OWNER_COLOURS.length] ?? "grey");
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

/** The outline of an owner's plate as path data. */
export function plateOutline(owner: number, rows = 1, columns = 1): string {
  const [shape] = OWNER_PLATES[owner % OWNER_PLATES.length]!;
  const height = rows * UNIT;
  const width = columns * UNIT;
  const right = width - INSET;
  const bottom = height - INSET;
  const middle = height / 2;
  if (shape === "hexagon") {
    return `M${INSET} ${middle}L18 ${INSET}H${width - 18}L${right} ${middle}L${width - 18} ${bottom}H18Z`;
  }
  if (shape === "octagon") {
    return `M${INSET} 20L20 ${INSET}H${width - 20}L${right} 20V${height - 20}L${width - 20} ${bottom}H20L${INSET} ${height - 20}Z`;
  }
  const r = shape === "square" ? 12 : (UNIT - INSET) / 2 - INSET / 2;
  const arc = `A${r} ${r} 0 0 1`;
  return (
    `M${INSET + r} ${INSET}H${right - r}${arc} ${right} ${INSET + r}V${bottom - r}${arc} ${right - r} ${bottom}` +
    `H${INSET + r}${arc} ${INSET} ${bottom - r}V${INSET + r}${arc} ${INSET + r} ${INSET}Z`
  );
}

/** The colours of an owner's plate. */
export function plateColours(owner: number): { pale: string; edge: string; pattern: string | null } {
  const own = ownerColour(owner);
  const [, pattern] = OWNER_PLATES[owner % OWNER_PLATES.length]!;
  return {
    pale: mixed(own, PAPER, 0.62),
    edge: mixed(own, INK, 0.15),
    pattern: pattern === "plain" ? null : `url(#owner-${owner % OWNER_PLATES.length})`,
  };
}

/** The patterns of all owners and the hatching of fields in range, as the inside of an SVG `defs`. */
export function patternDefinitions(): string {
  const owners = OWNER_PLATES.map(([, pattern], owner) => {
    if (pattern === "plain") return "";
    const [size, strokes] = PATTERNS[pattern];
    const shade = mixed(ownerColour(owner), PAPER, 0.3);
    return (
      `<pattern id="owner-${owner}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">` +
      `<g fill="none" stroke="${shade}" stroke-linecap="round">${strokes}</g></pattern>`
    );
  });
  const range =
    `<pattern id="range" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="${REACH}" opacity=".16"/>` +
    `<path d="M-4 4L4 -4M0 16L16 0M12 20L20 12" stroke="${REACH}" stroke-width="2.8" opacity=".5"/></pattern>`;
  return owners.join("") + range;
}
