import { expect, test } from "vitest";
import { patternDefinitions, plateColours, plateOutline } from "../src/lib/style";

test("a plate is as large as its piece", () => {
  expect(plateOutline(2)).toBe("M3 32L18 3H46L61 32L46 61H18Z");
  expect(plateOutline(2, 1, 2)).toBe("M3 32L18 3H110L125 32L110 61H18Z");
  expect(plateOutline(0, 3, 1)).not.toMatch(/[{}]|NaN/);
});

test("owners beyond the last begin again, and each pattern is defined once", () => {
  expect(plateColours(7, "red")).toEqual(plateColours(1, "red"));
  expect(plateColours(1, "red").pattern).toBe("url(#owner-1-red)");
  expect(plateColours(0, "blue").pattern).toBeFalsy();
  const defined = patternDefinitions().match(/(?<=<pattern id=")[\w-]+/g)!;
  expect(new Set(defined).size).toBe(defined.length);
  expect(defined).toContain("owner-1-red");
  expect(patternDefinitions()).not.toMatch(/[{}]/);
});

test("a plate's colours are those of its seat, whatever its shape", () => {
  expect(plateColours(0, "red").pale).toBe(plateColours(1, "red").pale);
  expect(plateColours(0, "red").pale).not.toBe(plateColours(0, "blue").pale);
  expect(plateColours(3, "no such colour")).toEqual(plateColours(3, "grey"));
});
