/** A game's drawings, put into the page once as symbols that `use` refers to. */

import { SvelteMap } from "svelte/reactivity";
import { getSprites } from "./api";
import { patternDefinitions } from "./style";

export interface Drawing {
  kind: string;
  width: number;
  height: number;
  ground: boolean; // whether it fills its whole field
  strokes: number; // how many shapes it is made of
}

const SVG = "http://www.w3.org/2000/svg";
const sheets = new SvelteMap<string, Map<string, Drawing>>();
const requests = new Map<string, Promise<void>>();

function shelf(): SVGSVGElement {
  let element = document.querySelector<SVGSVGElement>("#sprites");
  if (!element) {
    element = document.createElementNS(SVG, "svg");
    element.id = "sprites";
    element.setAttribute("aria-hidden", "true");
    element.setAttribute("width", "0");
    element.setAttribute("height", "0");
    element.innerHTML = `<defs>${patternDefinitions()}</defs>`;
    document.body.append(element);
  }
  return element;
}

async function load(game: string): Promise<void> {
  const parsed = new DOMParser().parseFromString(await getSprites(game), "image/svg+xml");
  const sizes = new Map<string, Drawing>();
  const target = shelf();
  for (const symbol of parsed.querySelectorAll("symbol")) {
    const box = (symbol.getAttribute("viewBox") ?? "0 0 64 64").split(/[\s,]+/).map(Number);
    const filling = symbol.querySelector("rect");
    sizes.set(symbol.id, {
      kind: symbol.id.slice(game.length + 1),
      width: box[2] || 64,
      height: box[3] || 64,
      strokes: symbol.querySelectorAll("path, circle, rect, ellipse").length,
      ground: filling?.getAttribute("width") === "64" && filling.getAttribute("height") === "64",
    });
    target.append(document.importNode(symbol, true));
  }
  sheets.set(game, sizes);
}

/** Load a game's sprites; requested once. */
export function loadSprites(game: string): Promise<void> {
  shelf();
  let waiting = requests.get(game);
  if (!waiting) {
    waiting = load(game).catch(() => {
      requests.delete(game); // glyphs stand in for what is missing
    });
    requests.set(game, waiting);
  }
  return waiting;
}

/** The size of a sprite; null while it is loading, or where there is none. */
export function spriteOf(game: string, kind: string): Drawing | null {
  return sheets.get(game)?.get(`${game}-${kind}`) ?? null;
}

/** All of a game's drawings. */
export function sheetOf(game: string): Drawing[] {
  return [...(sheets.get(game)?.values() ?? [])];
}
