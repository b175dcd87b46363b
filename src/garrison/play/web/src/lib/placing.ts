/** Where a tip goes: near what it is about, never over that, and over as few fields as possible that can be chosen. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Spot {
  left: number;
  top: number;
}

const GAP = 14;
const MARGIN = 8;
const NEVER = 10_000; // as bad as covering so many fields

/** The fields of the live board that can be chosen, and the board itself. */
function live(): { board: Box | null; fields: Box[] } {
  const hits = document.querySelector<HTMLElement>(".hits.live");
  const grid = hits?.parentElement?.querySelector("[role=grid]");
  if (!hits || !grid) return { board: null, fields: [] };
  const board = hits.getBoundingClientRect();
  const columns = Number(grid.ariaColCount);
  const [wide, high] = [board.width / columns, board.height / Number(grid.ariaRowCount)];
  const fields = (hits.dataset.legal ?? "").split(",").filter(Boolean).map(Number);
  return { board, fields: fields.map((field) => box(board.left + (field % columns) * wide, board.top + Math.floor(field / columns) * high, wide, high)) };
}

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** The four places at the sides of a box. */
function beside(one: Box, x: number, y: number, width: number, height: number): Spot[] {
  return [
    { left: one.right + MARGIN, top: y - height / 2 },
    { left: one.left - width - MARGIN, top: y - height / 2 },
    { left: x - width / 2, top: one.bottom + MARGIN },
    { left: x - width / 2, top: one.top - height - MARGIN },
  ];
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The first of several places around a point, then around what it is about and around the board, that covers neither
 * of both and the fewest fields to choose. */
export function placed(x: number, y: number, width: number, height: number, subject: Box | null): Spot {
  const { board, fields } = live();
  const { innerWidth, innerHeight } = window;
  const near = [
    { left: x + GAP, top: y + GAP + 4 },
    { left: x + GAP, top: y - height - GAP },
    { left: x - width - GAP, top: y + GAP + 4 },
    { left: x - width - GAP, top: y - height - GAP },
  ];
  const around = [subject, board].flatMap((one) => (one ? beside(one, x, y, width, height) : []));
  let best = { spot: near[0]!, covered: Infinity };
  for (const wish of [...near, ...around]) {
    const left = Math.max(MARGIN, Math.min(wish.left, innerWidth - width - MARGIN));
    const top = Math.max(MARGIN, Math.min(wish.top, innerHeight - height - MARGIN));
    const own = box(left, top, width, height);
    const pointer = overlaps(own, box(x - 2, y - 2, 4, 4)) ? 1 : 0;
    const hidden = subject && overlaps(own, subject) ? NEVER : 0;
    const covered = hidden + pointer + fields.filter((field) => overlaps(own, field)).length;
    if (covered < best.covered) best = { spot: { left, top }, covered };
  }
  return best.spot;
}
