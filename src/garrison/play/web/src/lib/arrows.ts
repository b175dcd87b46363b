/** Arrows on a board: what others did, what would be good, what threatens, and what somebody draws. */

export type ArrowKind = "last" | "better" | "threat" | "own";

export interface Arrow {
  kind: ArrowKind;
  fields: number[]; // from the first to the last; a single one is a ring
}

/** The arrows with one more, or without it if it was there. */
export function toggled(arrows: Arrow[], fields: number[]): Arrow[] {
  const key = fields.join();
  const rest = arrows.filter((arrow) => arrow.fields.join() !== key);
  return rest.length < arrows.length ? rest : [...arrows, { kind: "own", fields }];
}

/** Clicks on fields as one arrow; none where they lead nowhere. */
export function arrowOf(kind: ArrowKind, fields: number[]): Arrow[] {
  const way = fields.filter((field, place) => field !== fields[place - 1]);
  return way.length > 1 ? [{ kind, fields: way }] : [];
}
