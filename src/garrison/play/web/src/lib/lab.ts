/** The lab: what is to be tried, as an address that can be shared, and numbers as people read them. */

import type { DialView, LabFigure, LabWish } from "./messages";

const CHANGE = "rule.";
const OPTION = "option.";

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

/** Where a figure and its interval lie between the ends of all of them, in percent. */
export function placesIn(figures: LabFigure[], figure: LabFigure): { at: number; from: number; to: number } {
  const values = figures.flatMap((one) => [one.value, one.low, one.high]).filter((one) => one !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const place = (value: number | null) => (high > low ? (100 * ((value ?? low) - low)) / (high - low) : 50);
  return { at: place(figure.value), from: place(figure.low), to: place(figure.high ?? high) };
}
