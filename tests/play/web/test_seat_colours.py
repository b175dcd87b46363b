"""A game that is not ours states the colours of its seats: every page shows its plates in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from host import Server
from visitor import visiting

import toy
from garrison.look.palette import INK, PAPER, colour_of, mix
from garrison.look.picture.plate import DARKER, PALE, plate_outline

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

STATED = 'SEATS, SEAT_COLOURS = ("Red", "Gold"), ("red", "gold")'
SCENE = """
from garrison.look.scene import Board, Line, Panel, Piece, Scene, Terrain


def scene(p, s, player):
    pieces = tuple(Piece(f"{who}", "stone", 0, who, "a stone", "S", "white", owner=who) for who in (0, 1))
    panels = tuple(Panel(name, (Line("Total", "0"),), owner=who) for who, name in enumerate(("Red", "Gold")))
    board = Board(1, 3, ("...",), {".": Terrain("floor", "floor", ".")}, pieces)
    return Scene(boards=(board,), panels=panels, prompt=f"{s.total} so far")


def describe(event):
    return f"{event.number}!"
"""


def hexed(colour: str) -> str:
    """A colour as browsers give it back."""
    return f"rgb({', '.join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))})"


def check_plates(places: Locator) -> None:
    """Of each seat a plate: the first round and red, the second square, golden and striped."""
    for owner, (name, shape) in enumerate((("red", "round"), ("gold", "square"))):
        colour = colour_of(name)
        paths = places.nth(owner).locator("path")
        assert paths.first.get_attribute("fill") == mix(colour, PAPER, PALE)
        assert paths.last.get_attribute("stroke") == mix(colour, INK, DARKER)
        drawn, outline = paths.first.get_attribute("d"), plate_outline(shape, 64, 64)
        assert (drawn or "").replace(".0", "") == outline.replace(".0", "")
    pattern = places.nth(1).locator("path").nth(1).get_attribute("fill") or ""
    assert pattern == "url(#owner-1-gold)"
    assert places.page.locator(pattern[4:-1]).count() == 1, "its pattern is there"


@pytest.fixture
def server(chromium: str, tmp_path: Path):
    facts = toy.FACTS.replace('SEATS = ("First", "Second")', STATED)
    environment = toy.install(tmp_path / "installed", __init__=facts, show=SCENE)
    (tmp_path / "data").mkdir()
    running = Server(tmp_path / "data", **{**environment, "GARRISON_LANE": "interpreted"})
    running.start()
    yield running
    running.kill()


def test_plates_have_the_colours_that_a_game_states(browser: Browser, server: Server) -> None:
    assert next(game for game in server.get("/api/games") if game["name"] == "counting")["colours"] == ["red", "gold"]
    with visiting(browser, server) as visitor:
        page = visitor.page
        visitor.sit(server.make("counting", 2))
        check_plates(page.locator("[data-piece] svg"))
        check_plates(page.locator(".panel h2 svg"))
        check_plates(page.locator("[aria-label=Seats] li > svg"))
        edges = [
            panel.evaluate("one => getComputedStyle(one).borderTopColor") for panel in page.locator(".panel").all()
        ]
        assert edges == [hexed(colour_of("red")), hexed(colour_of("gold"))]
        page.get_by_role("link", name="Garrison lobby").click()
        page.get_by_role("heading", name="Your matches").wait_for()
        check_plates(page.locator(".sitters svg"))
        page.get_by_role("button", name="Set up Counting").click()
        check_plates(page.get_by_role("dialog").locator("label.seat svg"))
