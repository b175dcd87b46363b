"""Looking at a game afterwards: by turns and actions, the moves, the address, the analysis, playing on; and hints."""

from __future__ import annotations

import re
from typing import Any

import pytest
from host import Server
from places import facts_of
from visitor import LAPTOP, PHONE, Visitor

import garrison
from garrison.core.replay import Replay
from garrison.core.replay_turns import turns_of
from garrison.play.match import Match, Seat

MOVES = 40


@pytest.fixture(scope="module")
def duel(server: Server) -> tuple[str, Replay]:
    """A replay of two bots, uploaded."""
    match = Match(garrison.load("skirmish", setup="duel"), 3, [Seat("random"), Seat("random")])
    while not match.position.over and len(match.replay.moves) < MOVES:
        player = match.position.waiting[0]
        match.act(player, match.bot_choice(player))
    return server.post("/api/replays", match.replay.to_json())["id"], match.replay


def against_bots(server: Server, name: str, **options: Any) -> dict[str, Any]:
    """A match with bots on all other seats."""
    others = garrison.load(name, **options).players - 1
    seats = [{"kind": "person"}, *[{"kind": "bot", "bot": "random"}] * others]
    return dict(server.post("/api/matches", {"game": name, "seats": seats, "options": options}))


def place(visitor: Visitor) -> int:
    return int(visitor.page.locator("output").inner_text().split()[0])


def test_a_replay_goes_by_turns_and_by_actions_and_the_address_holds_the_place(visitor: Visitor, duel) -> None:
    name, replay = duel
    page, turns = visitor.page, list(turns_of(replay))
    page.goto(f"/replay/{name}")
    page.get_by_role("button", name="One turn forward").click()
    visitor.until(lambda: place(visitor) == turns[0].last, "the end of the first turn")
    page.keyboard.press("ArrowRight")
    visitor.until(lambda: place(visitor) == turns[1].last, "the end of the second turn")
    page.keyboard.press("Shift+ArrowLeft")
    visitor.until(lambda: place(visitor) == turns[1].last - 1, "one action back")
    page.get_by_label("Step by").select_option("action")
    page.get_by_role("button", name="One action back").click()
    visitor.until(lambda: place(visitor) == turns[1].last - 2, "another action back")
    page.wait_for_url(f"**/replay/{name}?at={turns[1].last - 2}")
    page.reload()
    page.locator("output").wait_for()
    visitor.until(lambda: place(visitor) == turns[1].last - 2, "the same place")


def test_the_moves_are_a_list_and_the_whole_last_one_is_marked(visitor: Visitor, duel) -> None:
    name, replay = duel
    page, turns = visitor.page, list(turns_of(replay))
    page.goto(f"/replay/{name}")
    entries = page.get_by_role("list", name="Moves").get_by_role("button")
    entries.first.wait_for()
    assert entries.count() == len(turns)
    page.set_viewport_size(LAPTOP)
    long = next(number for number, turn in enumerate(turns) if turn.last - turn.first > 2)
    entries.nth(long).click()
    visitor.until(lambda: place(visitor) == turns[long].last, "the end of that turn")
    assert entries.nth(long).get_attribute("aria-current") == "step"
    steps = replay.moves[turns[long].first : turns[long].last]
    marked = page.locator("[data-board='0'] path.marked-rim")
    visitor.until(lambda: len(re.findall("M", marked.get_attribute("d") or "")) >= len(steps) - 1, "every step marked")
    visitor.check_screen("replay-moves")


def test_an_analysis_shows_who_was_ahead_and_what_would_have_been_better(visitor: Visitor, duel) -> None:
    name, _ = duel
    page = visitor.page
    page.goto(f"/replay/{name}")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("img", name=re.compile("^Who is ahead")).wait_for()
    mistakes = page.get_by_role("list", name="The moves that cost most").get_by_role("listitem")
    visitor.until(lambda: not page.get_by_role("progressbar").count(), "the end of the analysis", patience=90)
    assert mistakes.count(), "random play makes mistakes"
    visitor.check_screen("analysis")
    mistakes.first.get_by_role("button", name="Show what is better").click()
    page.get_by_text("Better:").first.wait_for()
    page.get_by_role("button", name="Back to the game").wait_for()
    visitor.check_screen("analysis-better")
    page.get_by_role("button", name="Back to the game").click()
    visitor.until(lambda: not page.get_by_role("button", name="Back to the game").count(), "the game again")
    page.reload()
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("list", name="The moves that cost most").get_by_role("listitem").first.wait_for()


def test_playing_on_asks_for_the_side(visitor: Visitor, duel) -> None:
    page = visitor.page
    page.goto(f"/replay/{duel[0]}?at=4")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("radio", name="Zorde").check()
    visitor.check_screen("play-on")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*")
    seats = visitor.server.get(f"/api/matches/{visitor.table().match}")["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "person"]


@pytest.mark.parametrize("name", ["skirmish", "minefield"])
def test_a_hint_points_at_a_move_and_is_counted(name: str, visit, server: Server) -> None:
    visitor = visit(viewport=LAPTOP)
    page = visitor.page
    visitor.sit(against_bots(server, name))
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name=re.compile("^Hint ?1")).wait_for()
    # Standing still has no button of its own: there are only words for it.
    visitor.until(lambda: page.locator(".ring, .ringed, .hint:not(.unseen)").count(), "something to look at")
    if facts_of(name).fields:
        assert page.locator("text.number").count() > 1, "what comes first, and what then"
    visitor.check_screen(f"hint-{name}")


def test_there_are_no_hints_among_people(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.make("skirmish", 2))
    assert not visitor.page.get_by_role("button", name="Hint").count()


def test_boards_keep_their_size_when_buttons_come_and_go(visit, server: Server) -> None:
    visitor = visit(viewport=LAPTOP)
    table, sizes = visitor.sit(against_bots(server, "boneyard", players=2)), set()
    for _ in range(8):
        box = visitor.page.locator("[data-board='0'] .fields").bounding_box()
        assert box is not None
        sizes.add(box["width"])
        table.play(1)
    assert len(sizes) == 1


def test_a_tip_never_covers_what_can_be_chosen(visitor: Visitor, server: Server) -> None:
    table = visitor.sit(server.make("skirmish", 2))
    table.play(1)
    table.rest_on_a_piece()
    covered = visitor.page.evaluate(COVERED)
    assert covered == []


def test_a_screen_of_a_telephone_has_room_for_all_of_it(visit, duel) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.page.goto(f"/replay/{duel[0]}?at=6")
    visitor.page.get_by_role("button", name="One turn back").tap()
    visitor.check_width("replay on a telephone")


COVERED = """() => {
  const hits = document.querySelector(".hits.live"), grid = document.querySelector("[role=grid]");
  const board = hits.getBoundingClientRect(), tip = document.querySelector("[role=tooltip]").getBoundingClientRect();
  const columns = Number(grid.ariaColCount), size = board.width / columns;
  return hits.dataset.legal.split(",").filter(Boolean).map(Number).filter(field => {
    const x = board.left + (field % columns) * size, y = board.top + Math.floor(field / columns) * size;
    return tip.left < x + size && x < tip.right && tip.top < y + size && y < tip.bottom;
  });
}"""
