// Generated from garrison/look/picture/plate.py; a test checks it. Change that, not this file.

export const UNIT = 64; // a field is this wide in sprites and plates
export const PALE = 0.62;
export const SHADE = 0.3;
export const DARKER = 0.15;
export const PLATES = [
  {
    outline: "M32.0 3H{w32.0}A29.0 29.0 0 0 1 {w3} 32.0V{h32.0}A29.0 29.0 0 0 1 {w32.0} {h3}H32.0A29.0 29.0 0 0 1 3 {h32.0}V32.0A29.0 29.0 0 0 1 32.0 3Z",
    pattern: "",
  },
  {
    outline: "M15 3H{w15}A12 12 0 0 1 {w3} 15V{h15}A12 12 0 0 1 {w15} {h3}H15A12 12 0 0 1 3 {h15}V15A12 12 0 0 1 15 3Z",
    pattern: "<pattern id=\"owner-1\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke=\"{shade}\" stroke-linecap=\"round\"><path d=\"M-3 3L3 -3M0 12L12 0M9 15L15 9\" stroke-width=\"4\"/></g></pattern>",
  },
  {
    outline: "M3 {m}L18 3H{w18}L{w3} {m}L{w18} {h3}H18Z",
    pattern: "<pattern id=\"owner-2\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke=\"{shade}\" stroke-linecap=\"round\"><path d=\"M3 3h.1M9 9h.1\" stroke-width=\"4.6\"/></g></pattern>",
  },
  {
    outline: "M3 20L20 3H{w20}L{w3} 20V{h20}L{w20} {h3}H20L3 {h20}Z",
    pattern: "<pattern id=\"owner-3\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke=\"{shade}\" stroke-linecap=\"round\"><path d=\"M0 6H12M6 0V12\" stroke-width=\"3\"/></g></pattern>",
  },
  {
    outline: "M32.0 3H{w32.0}A29.0 29.0 0 0 1 {w3} 32.0V{h32.0}A29.0 29.0 0 0 1 {w32.0} {h3}H32.0A29.0 29.0 0 0 1 3 {h32.0}V32.0A29.0 29.0 0 0 1 32.0 3Z",
    pattern: "<pattern id=\"owner-4\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke=\"{shade}\" stroke-linecap=\"round\"><circle cx=\"8\" cy=\"8\" r=\"5\" stroke-width=\"3\"/></g></pattern>",
  },
  {
    outline: "M15 3H{w15}A12 12 0 0 1 {w3} 15V{h15}A12 12 0 0 1 {w15} {h3}H15A12 12 0 0 1 3 {h15}V15A12 12 0 0 1 15 3Z",
    pattern: "<pattern id=\"owner-5\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke=\"{shade}\" stroke-linecap=\"round\"><path d=\"M-1 6Q4 0 8 6T17 6M-1 14Q4 8 8 14T17 14\" stroke-width=\"3\"/></g></pattern>",
  },
];
export const HATCHING = "<pattern id=\"range\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"scale(2)\"><rect width=\"8\" height=\"8\" fill=\"#2f8f9d\" opacity=\".16\"/><path d=\"M-2 2L2 -2M0 8L8 0M6 10L10 6\" stroke=\"#2f8f9d\" stroke-width=\"1.4\" opacity=\".5\"/></pattern>";
