"""The browser client's frames a second, in headless Chromium, with the heaviest boards there are.

    python benchmarks/frames.py [--seconds 6] [--chromium /usr/bin/chromium]

It needs Playwright for Python, Chromium on the machine and a built client. The client is the real one; this script
plays the server's part, so that all cases are alike: five updates a second, each with everything that moves. On the
largest board a finger scrolls the close-up of a telephone back and forth, and then shows the whole board and the
close-up by turns.
"""

from __future__ import annotations

import argparse
import asyncio
import mimetypes
import os
import random
import shutil
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.json import encode

try:
    from playwright.async_api import Page, Route, WebSocketRoute, async_playwright
except ImportError:
    raise SystemExit("This needs Playwright: pip install playwright") from None

import garrison
from garrison.look.feedback import SIGHTS, SceneFeedback
from garrison.look.scene import Board, Piece, Scene, Terrain
from garrison.play.server.wire.codec import patch
from garrison.play.server.wire.messages import MatchView, SeatView, Update, Welcome
from garrison.play.server.work import catalogue

DIST = Path(garrison.__file__).parent / "play" / "web" / "dist"
BASE = "http://garrison.test"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
TICK = 0.2
COUNT_FRAMES = """seconds => new Promise(done => {
  const times = [];
  const frame = now => {
    times.push(now);
    if (now - times[0] < seconds * 1000) requestAnimationFrame(frame);
    else done(times.slice(1).map((time, place) => time - times[place]));
  };
  requestAnimationFrame(frame);
})"""

Views = Iterator[dict[str, Any]]


def crowd(rows: int = 40, count: int = 400, moving: int = 10, sights: int = 0) -> Views:
    """A square board with hundreds of pieces, many of which step at every update, with things to be seen there."""
    dice = random.Random(1)
    kinds = ("human", "elf", "dwarf", "goblin", "ork", "troll")
    legend = {".": Terrain("meadow", "meadow", "."), ",": Terrain("meadow_dark", "meadow", ",")}
    terrain = tuple("".join(".,"[(row + column) % 2] for column in range(rows)) for row in range(rows))
    places = [divmod(field, rows) for field in dice.sample(range(rows * rows), count)]
    while True:
        pieces = tuple(
            Piece(f"p{i}", kinds[i % 6], row, column, f"piece {i}", "p", "blue", owner=i % 2, badge=str(i % 100))
            for i, (row, column) in enumerate(places)
        )
        legal = tuple(dice.sample(range(rows * rows), 60))
        board = Board(rows, rows, terrain, legend, pieces, legal_fields=legal)
        seen = tuple(sight_between(*dice.sample(range(rows * rows), 2), dice) for _ in range(sights))
        yield Scene("skirmish", "A crowd", 0, (board,), waiting=(0,), feedback=seen).to_data()
        for i in dice.sample(range(count), moving):
            row, column = places[i]
            places[i] = (
                min(max(row + dice.choice((-1, 0, 1)), 0), rows - 1),
                min(max(column + dice.choice((-1, 0, 1)), 0), rows - 1),
            )


def sight_between(origin: int, field: int, dice: random.Random) -> SceneFeedback:
    """A blow, a shot, an explosion that shakes the board, or another sight, with a number that flies off."""
    return SceneFeedback(sight=dice.choice(SIGHTS), colour="red", text="-10", field=field, origin=origin)


def played(name: str, skip: int, **options: Any) -> Views:
    """A game played at random; a new one when it ends."""
    dice, seed = random.Random(2), 0
    while True:
        seed += 1
        position = garrison.load(name, **options).new(seed=seed)
        while not position.over:
            for _ in range(skip):
                if position.waiting:
                    player = position.waiting[0]
                    position.play(player, dice.choice(position.actions(player)))
            yield position.scene(0).to_data()


async def drag(page: Page) -> None:
    """Scroll the close-up with a finger, from corner to corner and back."""
    finger = await page.context.new_cdp_session(page)
    box = await page.locator(".large.close").bounding_box()
    assert box is not None
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    way = {**middle, "gestureSourceType": "touch", "speed": 900, "preventFling": True}
    while True:
        for sign in (-1, 1):
            far = {"xDistance": 400 * sign, "yDistance": 300 * sign}
            await finger.send("Input.synthesizeScrollGesture", {**way, **far})


async def zoom(page: Page) -> None:
    """Show the whole board, then the close-up, and so on."""
    while True:
        for words in ("Whole board", "Close up"):
            await page.get_by_role("button", name=words).click()
            await page.wait_for_timeout(500)


@dataclass(frozen=True)
class Case:
    """A board, and what is done with it while frames are counted."""

    game: str
    views: Callable[[], Views]
    screen: dict[str, Any]
    deed: Callable[[Page], Awaitable[None]] | None = None


LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CASES = {
    "40x40, 400 pieces, 10 step at a time": Case("skirmish", crowd, LAPTOP),
    "the same, 20 sights a second": Case("skirmish", lambda: crowd(sights=4), LAPTOP),
    "23x53 (Minefield), 5 ticks a second": Case("minefield", lambda: played("minefield", 1), LAPTOP),
    "the same on a telephone": Case("minefield", lambda: played("minefield", 1), PHONE),
    "6 boards (Boneyard), 5 actions a second": Case("boneyard", lambda: played("boneyard", 1, players=6), LAPTOP),
    "32x32 (Siege) on a telephone, dragged": Case("siege", lambda: played("siege", 5), PHONE, drag),
    "32x32 (Siege) on a telephone, zoomed": Case("siege", lambda: played("siege", 5), PHONE, zoom),
}


def match_view(game: str, ticking: bool) -> MatchView:
    """A match as the server would describe it."""
    return MatchView(
        id="bench", game=game, title="Benchmark", variant="standard", options={}, number=1, status="playing",
        sentence="", seats=[SeatView(0, "Player", "blue", "person", "Player", True, "", present=True)],
        private=False, undo=False,
        undoable=[], askable=[], bots=True, open_talk=False, instant=False, gone_after=0, timer_ms=0, bank_ms=0,
        increment_ms=0, held=False, tick_ms=200 if ticking else 0, tick_range=[200, 200], paused=False,
        waits_for_input=False, seed="", wishes=[], next="", series=[], created="", reason="", winners=[], scores=[],
        hints=0,
    )  # fmt: skip


async def answer(route: Route) -> None:
    """Files of the client, sprites, and nothing else."""
    path = route.request.url.removeprefix(BASE).partition("?")[0]
    if path.endswith("sprites.svg"):
        await route.fulfill(body=catalogue.sprites(path.split("/")[3]), content_type="image/svg+xml")
    elif path == "/api/games":
        await route.fulfill(body="[]", content_type="application/json")
    else:
        file = DIST / path.lstrip("/") if path.startswith("/assets/") else DIST / "index.html"
        await route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain")


async def feed(socket: WebSocketRoute, game: str, views: Views) -> None:
    """Act as the server of a match: welcome, then five updates a second."""
    joined = asyncio.Event()
    socket.on_message(lambda _: joined.set())
    await joined.wait()
    view, number = next(views), 1
    match = match_view(game, game == "minefield")
    welcome = Welcome(match, [0], host=True, number=1, log=[], remarks=[], trail=[], scene=view)
    socket.send(encode(welcome).decode())
    while True:
        await asyncio.sleep(TICK)
        after, number = next(views), number + 1
        change = Update(number, [f"Update {number}."], patch(view, after), undoable=[], askable=[])
        socket.send(encode(change).decode())
        view = after


async def measured(page: Page, case: Case, seconds: float) -> list[float]:
    """The times between frames, in ms."""
    busy: list[asyncio.Future[None]] = []
    await page.route("**/*", answer)
    await page.route_web_socket(
        "**/socket", lambda socket: busy.append(asyncio.ensure_future(feed(socket, case.game, case.views())))
    )
    await page.goto(f"{BASE}/m/bench")
    await page.wait_for_selector(".piece", timeout=180_000)  # a game may have to be compiled first
    await page.wait_for_timeout(1500)
    if case.deed:
        busy.append(asyncio.ensure_future(case.deed(page)))
    times: list[float] = await page.evaluate(COUNT_FRAMES, seconds)
    for task in busy:
        if task.done():
            task.result()  # tells what went wrong
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    return times


async def run(chromium: str, seconds: float) -> None:
    """All cases, as a table."""
    print(f"System load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores.")
    print(f"{'case':42} {'frames/s':>9} {'median ms':>10} {'p99 ms':>8} {'worst ms':>9}")
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium, args=FLAGS)
        for title, case in CASES.items():
            page = await browser.new_page(**case.screen)
            times = sorted(await measured(page, case, seconds))
            rate = 1000 * len(times) / sum(times)
            p99 = times[int(len(times) * 0.99)]
            print(f"{title:42} {rate:9.1f} {times[len(times) // 2]:10.1f} {p99:8.1f} {times[-1]:9.1f}", flush=True)
            await page.close()
        await browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome") or "")
    options = parser.parse_args()
    if not options.chromium:
        raise SystemExit("This needs Chromium; --chromium says where it is.")
    if not DIST.exists():
        raise SystemExit("This needs the browser client: python hatch_build.py builds it.")
    asyncio.run(run(options.chromium, options.seconds))


if __name__ == "__main__":
    main()
