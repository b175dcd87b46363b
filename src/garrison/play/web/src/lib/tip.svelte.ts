/** The words that hover and long-press bring up; one for the whole page. */

import type { Box } from "./placing";

const DELAY = 220; // ms that a pointer rests before the tip appears

class Tip {
  lines = $state.raw<string[]>([]);
  x = $state(0);
  y = $state(0);
  subject = $state.raw<Box | null>(null); // what it must not cover
  #about = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(lines: string[], x: number, y: number, about: string, subject: Box | null = null): void {
    if (about === this.#about) return;
    this.#about = about;
    clearTimeout(this.#timer);
    const isShown = this.lines.length > 0;
    this.#timer = setTimeout(
      () => {
        this.lines = lines;
        this.x = x;
        this.y = y;
        this.subject = subject;
      },
      isShown ? 40 : DELAY,
    );
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#about = "";
    if (this.lines.length) this.lines = [];
  }
}

export const tip = new Tip();

/** An action for elements: hover, a long press, or F1 on the focus says these words, if there are any. */
export function explains(element: HTMLElement, words: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (x: number, y: number) => words() && tip.show([words()], x, y, words(), element.getBoundingClientRect());
  const over = (event: PointerEvent) => event.pointerType === "mouse" && show(event.clientX, event.clientY);
  const down = (event: PointerEvent) => {
    tip.hide(); // pressing means the user has understood
    if (event.pointerType !== "mouse") timer = setTimeout(() => show(event.clientX, event.clientY), 450);
  };
  const away = () => {
    clearTimeout(timer);
    tip.hide();
  };
  const stop = () => clearTimeout(timer);
  const key = (event: KeyboardEvent) => {
    if (event.key !== "F1" || !words()) return;
    event.preventDefault();
    const { left, bottom } = element.getBoundingClientRect();
    show(left, bottom - 10);
  };
  const menu = (event: Event) => tip.lines.length > 0 && event.preventDefault();
  element.addEventListener("pointerenter", over);
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointerleave", away);
  element.addEventListener("pointerup", stop);
  element.addEventListener("contextmenu", menu);
  element.addEventListener("keydown", key);
  element.addEventListener("blur", away);
  return { destroy: away };
}
