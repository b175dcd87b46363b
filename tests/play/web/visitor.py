"""A person with a browser of their own, what they see, and what they can do. All that the tests know of the page."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from host import PATIENCE, Server
from page_checks import ASTRAY, AXE_RUN, FITS, OF_COLOURS, SLACK, TOO_SMALL
from places import NAMES, facts_of

from garrison.core.facts import Facts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, WebSocket

ROOT = Path(__file__).parents[3]
SHOTS = Path(os.environ.get("GARRISON_SHOTS") or ROOT / "artefacts" / "screens")
AXE = ROOT / "src" / "garrison" / "play" / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
LARGE = {"width": 2560, "height": 1440}
LOST = ("WebSocket", "net::ERR_", "Failed to load resource")  # what a browser itself says of a lost line
KEYS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "space": "Space"}
ARROWS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}
LONGEST_PAUSE = 60.0  # ms between two looks at a page
A_FEW = 5  # pauses of 10 ms
AGAIN = 3.0  # seconds after which a click that led to nothing is tried again, as a person would

# Seats and wishes are kept by the browser; this puts them there before a page begins.
KEEP = """([matches, lessons]) => {
  if (!location.protocol.startsWith("http")) return;
  const known = JSON.parse(localStorage.getItem("garrison.matches") ?? "{}");
  localStorage.setItem("garrison.matches", JSON.stringify({ ...matches, ...known }));
  if (!localStorage.getItem("garrison.lessons")) localStorage.setItem("garrison.lessons", JSON.stringify(lessons));
}"""
TELL_VIOLATIONS = """addEventListener("securitypolicyviolation", event =>
  console.error(`The policy was violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`))"""
LOOK = """() => {
  const board = document.querySelector(".hits.live"), grid = document.querySelector("[role=grid]");
  const cell = grid?.querySelector("[role=gridcell]");
  return {
    fields: (board?.dataset.legal || "").split(",").filter(Boolean).map(Number),
    buttons: [...document.querySelectorAll("button[data-action]:enabled:not([aria-pressed])")].map(
      one => Number(one.dataset.action)),
    ticking: [...document.querySelectorAll("[aria-label=Controls] button:enabled")].map(one => one.ariaLabel),
    over: document.querySelector("#over-title") !== null,
    rows: Number(grid?.ariaRowCount), columns: Number(grid?.ariaColCount),
    cursor: cell && [Number(cell.parentElement.ariaRowIndex) - 1, Number(cell.ariaColIndex) - 1],
  };
}"""
PIECES = """() => [...document.querySelectorAll("[data-board='0'] [data-piece]")].map(one => {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}).filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight).slice(0, 8)"""
# Where the board is, once it has stayed there for a while: after a change of the window it finds its size in steps.
SETTLED = """async board => {
  const seen = () => JSON.stringify(board.getBoundingClientRect());
  const frame = () => new Promise(requestAnimationFrame);
  for (let old = "", calm = 0; calm < 3; calm = seen() === old ? calm + 1 : 0) { old = seen(); await frame(); }
  const { x, y, width, height } = board.getBoundingClientRect();
  return { x, y, width, height };
}"""
FINGER = 40  # pixels


IN_MENU = ("Invite", "Resign…", "Resign or draw…", "Leave…", "Remove…", "Give up…", "Instant bots")  # of a match


class Visitor:
    """One person: a browser context with one page."""

    def __init__(self, browser: Browser, server: Server, new: bool = False, **options: Any) -> None:
        self.server = server
        self.context = browser.new_context(
            base_url=server.base, **{"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.forgiven: tuple[str, ...] = ()  # parts of console messages that belong to a test
        self.sent: dict[str, Any] = {}  # what was sent over the line, by its id
        self.answers: dict[str, int] = {}  # the number of every action that was acknowledged
        self.refusals: list[str] = []
        self.number = 0  # of the last scene that arrived
        self._lessons = [] if new else list(NAMES)
        self.context.add_init_script(TELL_VIOLATIONS)
        self.keep({})
        self.page.on("console", self._heard_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"An error in the page: {error}"))
        self.context.on("request", self._heard_request)
        self.page.on("websocket", self._heard_socket)

    def press(self, name: str) -> None:
        """Press a button, which may be in the menu of what is needed rarely."""
        button = self.page.get_by_role("button", name=name, exact=True)
        if name in IN_MENU or name.startswith("Let a bot play"):
            self.page.get_by_role("button", name="More").click()
        button.click()

    def keep(self, matches: dict[str, Any]) -> None:
        """Have the browser keep these matches."""
        self.context.add_init_script(f"({KEEP})({json.dumps([matches, self._lessons])})")

    def sit(self, made: dict[str, Any]) -> Table:
        """Open a match with the seats and the secrets of who made it."""
        kept = {"game": "", "title": "", "created": 1, **{key: made[key] for key in ("host", "invite")}}
        self.keep({made["match"]: {**kept, "tokens": made["seats"]}})
        return self.go_to_match(f"/m/{made['match']}")

    def go_to_match(self, path: str) -> Table:
        """Open the page of a match."""
        self.page.goto(path)
        return self.table()

    def table(self) -> Table:
        """The match that is on the screen, once it is there."""
        self.page.wait_for_selector("[role=grid], .fields")
        return Table(self)

    def close(self) -> None:
        """Go; whatever went wrong meanwhile is told now."""
        self.context.close()
        assert not self.problems, "\n".join(self.problems)

    # --- What the page does.

    def _heard_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in self.forgiven):
            self.problems.append(f"The console says: {message.text} ({message.location.get('url', '')})")

    def _heard_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.base}/", "data:", "blob:")):
            self.problems.append(f"A request went to somebody else: {request.url}")

    def _heard_socket(self, line: WebSocket) -> None:
        if not line.url.startswith(self.server.base.replace("http:", "ws:")):
            self.problems.append(f"A line went to somebody else: {line.url}")
        line.on("framesent", lambda text: self._sent(json.loads(text)))
        line.on("framereceived", lambda text: self._received(json.loads(text)))

    def _sent(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self.sent[message["id"]] = message

    def _received(self, message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "update"):
            self.number = message["number"]
        elif message["type"] == "ack" and self.sent[message["id"]]["type"] == "act":
            self.answers[message["id"]] = message["number"]
        elif message["type"] == "refused":
            self.refusals.append(message["sentence"])

    # --- Looking.

    def until(self, condition: Callable[[], Any], what: str, patience: float = PATIENCE) -> None:
        """Wait until something is so. To look takes longer than most waits, so it is not done all the time."""
        end, pause = time.monotonic() + patience, 10.0
        while not condition():
            if time.monotonic() > end:
                self.shot("waited-in-vain")
                raise AssertionError(f"Waited in vain for this: {what}.")
            self.page.wait_for_timeout(pause)
            pause = min(1.5 * pause, LONGEST_PAUSE)

    def shot(self, name: str) -> None:
        """Keep a picture of the screen."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")

    def check_screen(self, name: str) -> None:
        """Both themes and a telephone: nothing for axe to find, nothing to scroll sideways, a picture of each."""
        for theme, rules in (("light", {}), ("dark", OF_COLOURS)):
            self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            self.check_axe(f"{name}, {theme}", rules)
            self.check_text(f"{name}, {theme}")
            self.shot(f"{name}-{theme}")
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        self.check_width(name)
        self.check_axe(f"{name}, phone")
        self.check_text(f"{name}, phone")
        self.shot(f"{name}-phone")
        self.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]

    def check_axe(self, what: str, rules: dict[str, Any] | None = None) -> None:
        """No violation of the rules that axe-core knows, or of some of them."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(AXE_RUN, rules or {})
        self.problems += [f"{what}: {one}" for one in found]

    def check_width(self, what: str) -> None:
        """Nothing is wider than the screen, once everything has found its place."""
        from playwright.sync_api import TimeoutError as TooLate

        try:
            self.page.wait_for_function(FITS, timeout=5000)
        except TooLate:
            self.problems.append(f"{what}: something is wider than the screen")

    def check_text(self, what: str) -> None:
        """No text leaves its box, or lies on other text."""
        self.problems += [f"{what}: {one}" for one in self.page.evaluate(ASTRAY, SLACK)]

    def check_fingers(self, what: str) -> None:
        """All that can be pressed is large enough for a finger."""
        self.problems += [f"{what}: too small for a finger: {one}" for one in self.page.evaluate(TOO_SMALL, FINGER)]

    # --- Keys.

    def tab_to(self, target: Locator, most: int = 80) -> None:
        """Move the keyboard's focus, as somebody without a mouse does."""
        for _ in range(most):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        self.shot("not-reached")
        raise AssertionError(f"{target} is not reached with the tab key.")


class Table:
    """A match on somebody's screen."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.dice = Random(1)

    @property
    def match(self) -> str:
        """The match's name."""
        return self.page.url.partition("/m/")[2].partition("#")[0]

    @property
    def facts(self) -> Facts:
        """The facts of the game that is played."""
        return facts_of(self.visitor.server.get(f"/api/matches/{self.match}")["game"])

    def look(self) -> dict[str, Any]:
        """What can be done now."""
        return dict(self.page.evaluate(LOOK))

    @property
    def moves(self) -> int:
        """How many actions of this person were acknowledged."""
        return len(self.visitor.answers)

    def is_over(self) -> bool:
        return bool(self.look()["over"])

    def play(self, count: int, deed: Callable[[Facts, dict[str, Any]], None] | None = None) -> None:
        """Play this many moves, by mouse unless `deed` does it; a game that ends is played again."""
        facts, goal, deed = self.facts, self.moves + count, deed or self.click_something
        while self.moves < goal:
            if self.is_over():
                self.page.get_by_role("button", name="Play again").click()
                self.page.wait_for_selector("#over-title", state="detached")
            self.move(facts, deed)

    def finish(self) -> None:
        """Play until it is over."""
        facts = self.facts
        while not self.is_over():
            self.move(facts, self.click_something)

    def move(self, facts: Facts, deed: Callable[[Facts, dict[str, Any]], None]) -> None:
        """Do something as soon as there is something to do, and wait for the answer and for the board."""
        visitor, before, seen = self.visitor, self.moves, self.look()

        def can_go_on() -> bool:
            seen.update(self.look())
            return _is_something(seen) or seen["over"]

        if not (_is_something(seen) or seen["over"]):
            visitor.until(can_go_on, "something can be done")
        if seen["over"]:
            return
        deed(facts, seen)
        end, pauses = time.monotonic() + AGAIN, 0
        while time.monotonic() < end and (pauses % A_FEW or not self.is_over()):
            if self.moves > before and visitor.number >= max(visitor.answers.values()):
                return
            self.page.wait_for_timeout(10)
            pauses += 1

    # --- By mouse.

    def click_something(self, facts: Facts, seen: dict[str, Any]) -> None:
        """Click a field or a button that is offered."""
        self._press(seen, lambda target, **where: target.click(**where))

    def tap_something(self, facts: Facts, seen: dict[str, Any]) -> None:
        """Tap a field or a button that is offered."""
        self._press(seen, lambda target, **where: target.tap(**where))

    def _press(self, seen: dict[str, Any], press: Callable[..., None]) -> None:
        """Press what is offered; a button may be gone by then, since real-time games go on by themselves."""
        from playwright.sync_api import TimeoutError as TooLate

        kind, what = self._choice(seen)
        if kind == "field":
            press(self.page.locator(".hits.live"), position=self.place(seen, what))
            return
        group = self.page.get_by_role("group", name="Controls", exact=True)
        named = group.get_by_role("button", name=str(what), exact=True)
        button = self.page.locator(f"button[data-action='{what}']") if kind == "button" else named
        try:
            press(button, timeout=AGAIN * 1000)
        except TooLate:
            if button.count():
                raise

    def click_field(self, seen: dict[str, Any], field: int) -> None:
        """Click a field of the main board."""
        self.page.locator(".hits.live").click(position=self.place(seen, field))

    def place(self, seen: dict[str, Any], field: int) -> Any:
        """The middle of a field, in pixels from the board's corner."""
        box = self.page.locator(".hits.live").evaluate(SETTLED)
        row, column = divmod(field, seen["columns"])
        return {
            "x": (column + 0.5) * box["width"] / seen["columns"],
            "y": (row + 0.5) * box["height"] / seen["rows"],
        }

    def rest_on_a_piece(self) -> None:
        """Let the pointer rest where a piece is, until words about it appear; pieces may walk away meanwhile."""
        from playwright.sync_api import TimeoutError as TooLate

        places = self.page.evaluate(PIECES)
        assert places
        for x, y in places * 3:
            self.page.mouse.move(x, y, steps=2)
            try:
                self.page.get_by_role("tooltip").wait_for(timeout=1500)
                return
            except TooLate:
                continue
        raise AssertionError("No piece is explained.")

    def _choice(self, seen: dict[str, Any]) -> tuple[str, Any]:
        """A field, a button or a control, by chance."""
        offered = {"field": seen["fields"], "button": seen["buttons"], "control": seen["ticking"]}
        kind = self.dice.choice([kind for kind, some in offered.items() if some])
        return kind, self.dice.choice(offered[kind])

    # --- By keyboard.

    def press_something(self, facts: Facts, seen: dict[str, Any]) -> None:
        """Choose a field or press a button that is offered, with keys only."""
        kind, what = self._choice(seen)
        if kind == "field":
            self.point_at(facts, seen, what)
            self.page.keyboard.press("Enter")
        elif kind == "button":
            self._press_button(facts, what)
        else:
            key = next(button.keys[0] for button in facts.buttons if button.label == what)
            self.page.keyboard.press(KEYS.get(key, key))

    def _press_button(self, facts: Facts, action: int) -> None:
        stands_for_a_click = action < facts.fields
        keys = () if stands_for_a_click else facts.buttons[action - facts.fields].keys
        if keys and keys[0]:
            self.page.keyboard.press(KEYS.get(keys[0], keys[0]))
        else:
            self.visitor.tab_to(self.page.locator(f"button[data-action='{action}']"))
            self.page.keyboard.press("Enter")

    def point_at(self, facts: Facts, seen: dict[str, Any], field: int) -> None:
        """Move the cursor with the arrows; where the game takes those itself, from one offered field to the next."""
        own = [action - facts.fields for action in seen["buttons"] if action >= facts.fields]
        mine = {key for place in own for key in facts.buttons[place].keys}
        row, column = divmod(field, seen["columns"])
        if mine & set(KEYS):
            for _ in range(len(seen["fields"])):
                if self.look()["cursor"] == [row, column]:
                    break
                self.page.keyboard.press("PageDown")
            return
        rows, columns = row - seen["cursor"][0], column - seen["cursor"][1]
        for arrow, count in (((_sign(rows), 0), abs(rows)), ((0, _sign(columns)), abs(columns))):
            for _ in range(count):
                self.page.keyboard.press(ARROWS[arrow])


def _is_something(seen: dict[str, Any]) -> bool:
    return bool(seen["fields"] or seen["buttons"] or seen["ticking"])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@contextmanager
def visiting(browser: Browser, server: Server, **options: Any) -> Iterator[Visitor]:
    """A visitor, who goes in the end."""
    visitor = Visitor(browser, server, **options)
    try:
        yield visitor
    except BaseException:
        visitor.context.close()
        raise
    visitor.close()
