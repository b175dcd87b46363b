/** The lab: what is to be tried, as an address that can be shared, and numbers as people read them. */

import type { DialView, LabFigure, LabMeasure, LabWish } from "./messages";

const CHANGE = "rule.";
const OPTION = "option.";
const PLAY = "play"; // in an address: what it describes is to be played at once
const OTHERS = "More numbers";

/** A trial as the part of an address after #. */
export function addressOf(wish: LabWish): string {
  const words = new URLSearchParams({ game: wish.game });
  if (wish.variant) words.set("variant", wish.variant);
  if (wish.bot) words.set("bot", wish.bot);
  for (const [name, value] of Object.entries(wish.options ?? {})) words.set(OPTION + name, String(value));
  for (const [name, value] of Object.entries(wish.changes ?? {})) words.set(CHANGE + name, String(value));
  return `#${words}`;
}

/** The trial that an address describes; null if it describes none. */
export function wishOf(hash: string): LabWish | null {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const game = words.get("game");
  if (!game) return null;
  const changes: Record<string, number> = {};
  const options: Record<string, string | number> = {};
  for (const [name, value] of words) {
    if (name.startsWith(CHANGE) && /^-?\d{1,15}$/.test(value)) changes[name.slice(CHANGE.length)] = Number(value);
    if (name.startsWith(OPTION)) options[name.slice(OPTION.length)] = /^\d+$/.test(value) ? Number(value) : value;
  }
  return { game, variant: words.get("variant") ?? "", bot: words.get("bot") ?? "", options, changes };
}

/** Whether whoever follows a link wants to play what it describes. */
export function isToBePlayed(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has(PLAY);
}

/** Only what differs from the variant. */
export function changesIn(dials: DialView[], values: Record<string, number>): Record<string, number> {
  const differences = dials.filter((dial) => values[dial.name] !== undefined && values[dial.name] !== dial.value);
  return Object.fromEntries(differences.map((dial) => [dial.name, values[dial.name] as number]));
}

/** Changes as people read them: what each number means, and what it is now. */
export function changeWords(dials: DialView[], changes: Record<string, number>): string {
  const meanings = new Map(dials.map((dial) => [dial.name, dial.plain_meaning]));
  return Object.entries(changes)
    .map(([name, value]) => `${meanings.get(name) ?? name} ${value}`)
    .join(", ");
}

/** A number with its unit. */
export function numberWords(value: number | null, unit: string): string {
  if (value === null) return "?";
  if (unit === "%") return `${(100 * value).toFixed(1)}%`;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`.trim();
}

export interface Scale {
  low: number;
  high: number;
}

/** From where to where the figures of a measure are drawn, by unit: the same for the same quantity in a whole report. */
export function scalesOf(measures: LabMeasure[], measure: LabMeasure): Record<string, Scale> {
  const units = [...new Set(measure.figures.map((figure) => figure.unit))];
  const figuresIn = (unit: string) => (unit ? measures : [measure]).flatMap((one) => one.figures.filter((figure) => figure.unit === unit));
  return Object.fromEntries(units.map((unit) => [unit, unit === "%" ? { low: 0, high: 1 } : scaleOf(figuresIn(unit))]));
}

function scaleOf(figures: LabFigure[]): Scale {
  const values = figures.flatMap((figure) => [figure.value, figure.low, figure.high]).filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return { low, high: high > low ? high : low + 1 };
}

/** Where a figure and its interval lie on a scale, in percent; an interval without an end goes on to the scale's. */
export function placesIn(scale: Scale, figure: LabFigure): { at: number; from: number; to: number } {
  const place = (value: number) => (100 * (Math.min(Math.max(value, scale.low), scale.high) - scale.low)) / (scale.high - scale.low);
  return { at: place(figure.value ?? scale.low), from: place(figure.low ?? scale.low), to: place(figure.high ?? scale.high) };
}

/** An interval in words; it may be open at an end. */
export function intervalWords(figure: LabFigure): string {
  if (figure.low === null && figure.high === null) return "too few games";
  if (figure.low === null) return `${numberWords(figure.high, figure.unit)} or less`;
  if (figure.high === null) return `${numberWords(figure.low, figure.unit)} or more`;
  return `${numberWords(figure.low, figure.unit)} – ${numberWords(figure.high, figure.unit)}`;
}

export interface DialGroup {
  name: string;
  dials: DialView[];
}

/** The numbers by the part of the rulebook that they belong to, as far as what is searched for is in their names. */
export function dialGroups(dials: DialView[], search: string): DialGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, DialView[]>();
  for (const dial of dials) {
    const text = `${dial.meaning} ${dial.name} ${dial.group}`.toLowerCase();
    const name = dial.group || OTHERS;
    if (words.every((word) => text.includes(word))) groups.set(name, [...(groups.get(name) ?? []), dial]);
  }
  const named = [...groups].map(([name, own]) => ({ name, dials: own }));
  return [...named.filter((group) => group.name !== OTHERS), ...named.filter((group) => group.name === OTHERS)];
}
