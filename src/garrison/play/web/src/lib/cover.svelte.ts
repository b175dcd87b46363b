/** Whether a dialog covers the page. */

export class Cover {
  #changes = $state(0);

  /** Notice dialogs that open and close; in an effect. */
  watch(): () => void {
    const observer = new MutationObserver(() => (this.#changes += 1));
    observer.observe(document.body, { attributes: true, attributeFilter: ["open"], childList: true, subtree: true });
    return () => observer.disconnect();
  }

  get isThere(): boolean {
    return this.#changes >= 0 && document.querySelector("dialog[open]") !== null;
  }
}
