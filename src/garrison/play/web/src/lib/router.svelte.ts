/** Which page is shown, according to the address. */

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    window.addEventListener("popstate", () => this.#look());
    window.addEventListener("hashchange", () => this.#look());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to another page of this client. */
  go(address: string): void {
    history.pushState(null, "", address);
    this.#look();
    window.scrollTo(0, 0);
  }

  #look(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }

  /** Links inside the client change the page without a reload. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || (link.pathname === location.pathname && link.hash)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
