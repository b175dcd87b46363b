/** Which fields a whole move has touched. */

import type { SceneView, TrailStep } from "./messages";

type Touched = Pick<TrailStep, "boards">;
type Owned = TrailStep["boards"][string];

/** Which board this is: in some games the order depends on who looks. */
function nameOf({ owner }: Pick<Owned, "owner">, place: string): string {
  return owner >= 0 ? `owner-${owner}` : place;
}

/** The fields that these scenes mark, by board. */
export function marksOf(scenes: Touched[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const scene of scenes) {
    for (const [place, board] of Object.entries(scene.boards)) {
      const name = nameOf(board, place);
      found.set(name, new Set([...(found.get(name) ?? []), ...board.marked_fields]));
    }
  }
  return found;
}

/** A scene with these fields marked instead of its own. */
export function marked(scene: SceneView, marks: Map<string, Set<number>>): SceneView {
  const boards = Object.entries(scene.boards).map(([place, board]) => {
    const fields = marks.get(nameOf(board, place));
    return [place, fields ? { ...board, marked_fields: [...fields] } : board];
  });
  return { ...scene, boards: Object.fromEntries(boards) as SceneView["boards"] };
}

/** A scene with everything marked that these scenes mark. */
export function withMarks(scene: SceneView, scenes: SceneView[]): SceneView {
  return scenes.length ? marked(scene, marksOf(scenes)) : scene;
}

/**
 * The last move of a match that is being played. A move may take several actions; what it touched stays marked until
 * somebody touches something else.
 */
export class Trail {
  #mover = -1;
  #isOpen = false; // the mover may go on
  #marks = new Map<string, Set<number>>();

  /** Something has happened: how the scene was, and how it is. */
  follow(before: TrailStep, after: SceneView): SceneView {
    this.#pass(before, after, after.seats.length);
    return marked(after, this.#marks);
  }

  /** Somebody has come back: the positions that led to the scene, the latest last. */
  retrace(steps: TrailStep[], scene: SceneView): SceneView {
    this.clear();
    steps.slice(1).forEach((after, place) => this.#pass(steps[place]!, after, scene.seats.length));
    return steps.length ? marked(scene, this.#marks) : scene;
  }

  #pass(before: TrailStep, after: TrailStep, seats: number): void {
    const mover = seats > 1 && before.waiting.length === 1 ? before.waiting[0]! : -1;
    const fresh = marksOf([after]);
    if ([...fresh.values()].some((fields) => fields.size)) {
      const goesOn = this.#isOpen && mover >= 0 && mover === this.#mover;
      this.#marks = goesOn ? joined(this.#marks, fresh) : fresh;
      this.#mover = mover;
      this.#isOpen = true;
    } else if (mover < 0 && seats === 1) {
      this.#marks = fresh;
    }
    if (!after.waiting.includes(this.#mover)) this.#isOpen = false;
  }

  /** Forget everything, for example because a move was taken back. */
  clear(): void {
    this.#marks = new Map();
    this.#isOpen = false;
  }
}

function joined(some: Map<string, Set<number>>, more: Map<string, Set<number>>): Map<string, Set<number>> {
  const names = new Set([...some.keys(), ...more.keys()]);
  return new Map([...names].map((name) => [name, new Set([...(some.get(name) ?? []), ...(more.get(name) ?? [])])]));
}
