"""Every game in a real browser: begun in two clicks, played by mouse and by keyboard, ended, and watched again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from host import Server
from places import IN_REAL_TIME, IN_TURNS, NAMES, begin, crowded, facts_of, nearly_over, rotated
from visitor import Table, Visitor

from garrison.core.replay import parse

MOVES = 10


def start_from_lobby(visitor: Visitor, name: str) -> Table:
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name=f"Play {facts_of(name).title}", exact=True).click()
    visitor.page.wait_for_url("**/m/*")
    return visitor.table()


@pytest.mark.parametrize("name", rotated(0, IN_TURNS, IN_REAL_TIME))
def test_two_clicks_lead_from_the_lobby_into_a_game(name: str, visit, server: Server) -> None:
    visitor = visit(new=True)
    start_from_lobby(visitor, name)  # the first click
    offer = visitor.page.get_by_role("dialog")
    offer.get_by_role("heading", name=f"New to {facts_of(name).title}?").wait_for()
    offer.get_by_role("button", name="Play right away").click()  # the second, where somebody is new; others need none
    table = visitor.table()
    assert not offer.is_visible()
    if not crowded(name).moves:
        table.play(1)
    visitor.page.reload()  # the seat is this browser's
    visitor.table()
    visitor.page.get_by_text("you", exact=True).first.wait_for()


@pytest.mark.parametrize("name", rotated(1, IN_TURNS, IN_REAL_TIME))
def test_ten_moves_by_mouse(name: str, visit, server: Server) -> None:
    prepared, visitor = crowded(name), visit(reduced_motion="no-preference")
    table = visitor.sit(begin(server, prepared)) if prepared.moves else start_from_lobby(visitor, name)
    table.play(MOVES)
    assert table.moves >= MOVES
    assert not visitor.refusals


@pytest.mark.parametrize("name", rotated(4, NAMES))
def test_ten_moves_by_keyboard(name: str, visitor: Visitor, server: Server) -> None:
    prepared, page = crowded(name), visitor.page
    if prepared.moves:
        table = visitor.sit(begin(server, prepared))
    else:
        page.goto("/")
        visitor.tab_to(page.get_by_role("button", name=f"Play {facts_of(name).title}", exact=True))
        page.keyboard.press("Enter")
        page.wait_for_url("**/m/*")
        table = visitor.table()
    table.play(MOVES, table.press_something)
    assert table.moves >= MOVES
    assert not visitor.refusals


@pytest.mark.parametrize("name", rotated(3, IN_TURNS, IN_REAL_TIME))
def test_a_short_game_is_played_to_its_end_and_watched_again(
    name: str, visitor: Visitor, server: Server, tmp_path: Path
) -> None:
    replay, page = nearly_over(name), visitor.page
    table = visitor.sit(begin(server, replay))
    before = len(replay.moves)
    match = table.match
    table.finish()
    visitor.check_screen(f"over-{name}")
    length = server.number(match)
    assert length > before
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "replay.json"
    download.value.save_as(file)
    assert len(parse(file.read_text()).moves) == length

    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_url(f"**/replay/m-{match}")
    shown = page.locator("output")
    scrubber = page.get_by_role("slider", name="Place in the replay")

    def is_at(place: int) -> None:
        visitor.until(lambda: shown.inner_text() == f"{place} of {length}", f"place {place} of {length}")

    is_at(0)
    if page.get_by_label("Step by").count():
        page.get_by_label("Step by").select_option("action")
    scrubber.focus()
    page.keyboard.press("End")
    is_at(length)
    page.keyboard.press("ArrowLeft")
    is_at(length - 1)
    page.get_by_role("button", name="One action forward").click()
    is_at(length)
    box = scrubber.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.until(lambda: abs(_place(shown.inner_text()) - length / 2) < 4, "the middle of the replay")

    begun = _place(shown.inner_text())
    page.get_by_label("Speed").select_option("20/s")
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.until(lambda: _place(shown.inner_text()) >= min(begun + 5, length), "the replay plays")
    if page.get_by_role("button", name="Pause").is_visible():
        page.get_by_role("button", name="Pause").click()
    visitor.check_screen(f"replay-{name}")

    scrubber.focus()
    page.keyboard.press("Home")
    is_at(0)
    for _ in range(2):
        page.get_by_role("button", name="One action forward").click()
    is_at(2)
    page.get_by_role("button", name="Play on from here").click()
    if facts_of(name).players[1] > 1 and replay.game.players > 1:
        page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*")
    again = visitor.table()
    assert again.match != match
    visitor.until(lambda: server.number(again.match) >= 2, "a new match that has begun")

    page.get_by_role("link", name="Scores").click()
    page.get_by_role("link", name=facts_of(name).title, exact=True).click()
    page.locator(f"a[href='/replay/m-{match}']").first.wait_for()
    page.goto("/")
    page.get_by_label("Open a replay file").set_input_files(file)
    page.wait_for_url("**/replay/f-*")
    is_at(0)


def _place(text: str) -> int:
    found = re.match(r"[\d,]+", text)
    return int(found[0].replace(",", "")) if found else -1
