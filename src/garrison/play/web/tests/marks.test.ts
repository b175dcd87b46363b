import { describe, expect, it } from "vitest";
import { Trail } from "../src/lib/marks";
import type { SceneView } from "../src/lib/messages";

function scene(waiting: number[], marked: number[]): SceneView {
  return { seats: ["White", "Black"], waiting, boards: { 0: { owner: -1, marked_fields: marked } } } as unknown as SceneView;
}

const marks = (of: SceneView) => of.boards["0"]!.marked_fields;

describe("the last move", () => {
  it("is marked as a whole, until somebody else touches something", () => {
    const trail = new Trail();
    trail.follow(scene([0], []), scene([0], [1, 2]));
    expect(marks(trail.follow(scene([0], [1, 2]), scene([0], [2, 3])))).toEqual([1, 2, 3]);
    expect(marks(trail.follow(scene([0], [2, 3]), scene([1], [])))).toEqual([1, 2, 3]);
    expect(marks(trail.follow(scene([1], []), scene([1], [])))).toEqual([1, 2, 3]);
    expect(marks(trail.follow(scene([1], []), scene([0], [7])))).toEqual([7]);
  });

  it("is marked as a whole for somebody who comes back", () => {
    const steps = [scene([0], [9]), scene([0], [1, 2]), scene([1], [3])];
    expect(marks(new Trail().retrace(steps, scene([1], [3])))).toEqual([1, 2, 3]);
    expect(marks(new Trail().retrace([], scene([1], [3])))).toEqual([3]);
  });

  it("starts over when the same player is to move again", () => {
    const trail = new Trail();
    trail.follow(scene([0], []), scene([1], [1]));
    trail.follow(scene([1], [1]), scene([0], []));
    expect(marks(trail.follow(scene([0], []), scene([1], [5])))).toEqual([5]);
  });
});
