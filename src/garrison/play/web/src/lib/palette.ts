// Generated from garrison/look/palette.py; a test checks it. Change the palette, not this file.

export const COLOURS: Record<string, string> = {
  white: "#f6f0e3",
  grey: "#9297a0",
  red: "#d5534d",
  orange: "#e68a3c",
  gold: "#e6b740",
  green: "#5fa65a",
  teal: "#36a199",
  blue: "#4b84d6",
  purple: "#8f69c9",
  pink: "#dd7ba8",
  brown: "#9b6d4a",
  dark: "#454855",
};
export const OWNER_COLOURS = ["blue", "red", "green", "orange", "purple", "teal"];
export const PAPER = "#efe6d3";
export const INK = "#2a2730";
export const TROUGH = "#24222a";
export const LOW_BAR = 0.3;
export const MIDDLE_BAR = 0.6;
