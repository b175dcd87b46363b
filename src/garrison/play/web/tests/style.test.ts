import { expect, test } from "vitest";
import { patternDefinitions, plateColours, plateOutline } from "../src/lib/style";

test("a plate is as large as its piece", () => {
  expect(plateOutline(2)).toBe("M3 32L18 3H46L61 32L46 61H18Z");
  expect(plateOutline(2, 1, 2)).toBe("M3 32L18 3H110L125 32L110 61H18Z");
  expect(plateOutline(0, 3, 1)).not.toMatch(/[{}]|NaN/);
});

test("owners beyond the last begin again, and each pattern is defined once", () => {
  expect(plateColours(7)).toEqual(plateColours(1));
  expect(plateColours(1).pattern).toBe("url(#owner-1)");
  expect(plateColours(0).pattern).toBeFalsy();
  expect(patternDefinitions().match(/<pattern id="[\w-]+"/g)).toHaveLength(6);
});
