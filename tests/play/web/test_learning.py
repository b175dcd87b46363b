"""Lessons, puzzles, missions, explanations, choices that are taken back, and whom to play next, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from host import Server
from places import NAMES, facts_of, rotated
from visitor import PHONE, SETTLED, Visitor

from garrison.bots.level_bots import levels_of
from garrison.core.discovery import find
from garrison.core.game import load
from garrison.play.learning.attempt import Attempt
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.lesson_attempt import Taking
from garrison.play.learning.mission import missions_of
from garrison.play.learning.puzzle import puzzles_of

CAUGHT_AT_ONCE = 3  # the seed of a game in which an enemy begins beside you


def field_point(visitor: Visitor, field: int) -> dict[str, float]:
    """Where a field of the first board is, as an offset within it, once the words of a step have made their room."""
    grid = visitor.page.get_by_role("grid").first
    rows, columns = (int(grid.get_attribute(f"aria-{name}count") or 0) for name in ("row", "col"))
    box = visitor.page.locator(".hits.live").evaluate(SETTLED)
    row, column = divmod(field, columns)
    return {"x": (column + 0.5) * box["width"] / columns, "y": (row + 0.5) * box["height"] / rows}


def click_field(visitor: Visitor, field: int) -> None:
    """One step, as with Shift: without it, a click makes a whole move where it can."""
    visitor.page.locator(".hits.live").click(position=field_point(visitor, field), modifiers=["Shift"])


def do_step(visitor: Visitor, taking: Taking) -> None:
    """What the step asks for, by mouse; then the page shows the next one."""
    assert taking.step is not None
    page, action = visitor.page, taking.step.actions[0]
    if action < taking.position.game.facts.fields:
        click_field(visitor, taking.scene().boards[0].field_of(action))
    else:
        page.locator(f"button[data-action='{action}']").click()
    taking.act(action)
    page.get_by_text(taking.words).first.wait_for()


@pytest.mark.parametrize("name", rotated(1, NAMES))
def test_a_lesson_is_taken_by_mouse_to_its_end(name: str, visitor: Visitor) -> None:
    page, taking = visitor.page, Taking(lesson_of(name))
    page.goto("/")
    page.get_by_role("link", name=f"Lesson of {facts_of(name).title}").click()
    page.get_by_text(taking.words).wait_for()
    visitor.check_screen(f"lesson-{name}")
    while not taking.is_over:
        do_step(visitor, taking)
    visitor.check_screen(f"lesson-{name}-over")
    page.get_by_role("button", name="Play a game").wait_for()


def test_a_lesson_leads_to_a_game_and_is_not_offered_again(visit) -> None:
    visitor: Visitor = visit(new=True)
    page, taking = visitor.page, Taking(lesson_of("minefield"))
    page.goto("/learn/minefield")
    page.get_by_text(taking.words).wait_for()
    while not taking.is_over:
        do_step(visitor, taking)
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/m/*")
    visitor.table()
    assert not page.get_by_role("dialog").is_visible()


def test_a_wrong_step_is_answered_and_keys_and_swipes_will_do(visit) -> None:
    visitor: Visitor = visit(viewport=PHONE, has_touch=True)
    page, taking = visitor.page, Taking(lesson_of("minefield"))
    assert taking.step is not None
    page.goto("/learn/minefield")
    page.get_by_text(taking.words).wait_for()
    visitor.check_screen("lesson-phone")
    page.keyboard.press("ArrowUp")
    page.get_by_text(taking.step.otherwise).wait_for()
    board = page.locator(".large").first.bounding_box()  # the part of the board that is in sight
    assert board is not None
    finger = visitor.context.new_cdp_session(page)
    for kind, across in (("touchStart", 60), ("touchMove", 100), ("touchEnd", None)):
        at = [] if across is None else [{"x": across, "y": board["y"] + 60}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
    page.get_by_text(taking.step.well).wait_for()  # a swipe steers, as it does in a match


def test_a_puzzle_is_solved_and_remembered(visitor: Visitor) -> None:
    page, puzzle = visitor.page, puzzles_of(find("skirmish"))[0]
    page.goto("/puzzles")
    page.get_by_role("heading", name="Today's puzzle").wait_for()
    visitor.check_screen("puzzles")
    page.locator(f"a[href='/puzzles/skirmish/{puzzle.id}']").last.click()
    page.get_by_text(puzzle.task).wait_for()
    seat = facts_of("skirmish").seats[puzzle.opening.player]
    page.get_by_text(f"You are {seat}.").wait_for()
    page.get_by_role("grid").first.wait_for()
    enemy = next(
        piece for piece in Attempt(puzzle).scene().boards[0].pieces if piece.owner == 1 - puzzle.opening.player
    )
    click_field(visitor, Attempt(puzzle).scene().boards[0].field(enemy.row, enemy.column))
    page.locator(".said", has_text="can't be chosen now: ").get_by_text("belongs to").wait_for()
    for number, action in enumerate(puzzle.solution, 1):
        click_field(visitor, action)
        if number == 1:
            page.keyboard.press("Escape")  # the choice is taken back, and made again
            page.get_by_role("button", name="Stay here").wait_for(state="detached")
            click_field(visitor, action)
            page.get_by_role("button", name="Stay here").wait_for()
    page.get_by_text("Solved!").wait_for()
    visitor.check_screen("puzzle-solved")
    page.get_by_role("link", name="Next puzzle").wait_for()
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_text(f"1 of {len(puzzles_of(find('skirmish')))} solved").wait_for()


def act(visitor: Visitor, attempt: Attempt, action: int) -> None:
    """Play an action by mouse: a click on a field, or the button of it."""
    if action < attempt.position.game.facts.fields:
        click_field(visitor, attempt.scene().boards[0].field_of(action))
    else:
        visitor.page.locator(f".controls button[data-action='{action}']").click()


def test_a_mission_is_failed_helped_solved_and_leads_to_the_next(visitor: Visitor) -> None:
    page = visitor.page
    mission, later, *_ = missions_of(find("boneyard"))
    page.goto("/missions/boneyard")
    page.get_by_text("0 of 30 stars").wait_for()
    visitor.check_screen("missions")
    page.get_by_role("link", name=mission.title).click()
    page.get_by_text(mission.why).wait_for()
    page.get_by_role("grid").first.wait_for()
    visitor.check_screen("mission")
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Look for the ring.").wait_for()
    page.get_by_role("button", name="Solution").click()
    page.get_by_text("This is how it can be done.").wait_for()
    assert not page.evaluate("() => JSON.parse(localStorage['garrison.stars'] ?? '{}')"), "which earns nothing"
    page.get_by_role("button", name="Try it yourself").click()
    page.get_by_text("This is how it can be done.").wait_for(state="detached")
    attempt = Attempt(mission)
    for number, action in enumerate(mission.solution, 1):
        act(visitor, attempt, action)
        attempt.act(action)
        if number < len(mission.solution):
            visitor.until(lambda count=number: _actions(page) == count, "the action is played")
    page.get_by_text("Solved!").wait_for()
    page.get_by_role("img", name="3 of 3 stars").wait_for()
    visitor.check_screen("mission-solved")
    page.get_by_role("link", name="Next mission").click()
    page.get_by_text(later.why).wait_for()
    page.get_by_role("link", name="Leave").click()
    page.get_by_text("3 of 30 stars").wait_for()


def _actions(page: Any) -> int:
    """How many actions the attempt consists of."""
    return int(page.locator(".teacher").get_attribute("data-actions") or 0)


def legal_fields(page: Any) -> list[int]:
    """What can be clicked now."""
    return [int(field) for field in (page.locator(".hits").get_attribute("data-legal") or "").split(",") if field]


def test_a_choice_is_taken_back_and_things_explain_themselves(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    visitor.sit(server.make("skirmish", 2))
    mine = legal_fields(page)
    stay = page.get_by_role("button", name="Stay here")
    click_field(visitor, mine[0])
    stay.wait_for()
    click_field(visitor, mine[0])  # which used to end the move
    visitor.until(lambda: legal_fields(page) == mine, "the choice is taken back")
    click_field(visitor, mine[0])
    stay.wait_for()
    first = legal_fields(page)
    click_field(visitor, mine[-1])  # choosing again
    visitor.until(lambda: legal_fields(page) not in ([], mine, first) and stay.is_visible(), "another one is chosen")
    page.keyboard.press("Escape")
    visitor.until(lambda: legal_fields(page) == mine, "the choice is taken back")
    page.get_by_role("gridcell").focus()
    page.keyboard.press("F1")
    page.get_by_role("tooltip").wait_for()
    click_field(visitor, mine[0])
    stay.hover()
    page.get_by_role("tooltip").get_by_text("without the attack").wait_for()
    page.mouse.move(0, 0)
    page.get_by_role("tooltip").wait_for(state="detached")
    page.locator(".panel li[tabindex='0']").first.focus()
    page.keyboard.press("F1")
    page.get_by_role("tooltip").wait_for()


def test_where_a_trap_would_act_is_shown_before_it_is_placed(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    table = visitor.sit(server.make("boneyard", 1, options={"players": 1}))
    table.play(1)
    page.get_by_role("button", name="Treasure").first.click()
    visitor.until(lambda: len(table.look()["fields"]) > 5, "the treasure is chosen")
    seen = table.look()
    page.locator(".hits.live").hover(position=table.place(seen, seen["fields"][0]))
    page.get_by_role("tooltip").get_by_text("Skeletons on the marked fields turn towards it.").wait_for()
    assert page.locator("[data-effect]").count() == 1
    page.mouse.move(0, 0)
    page.locator("[data-effect]").wait_for(state="detached")


def test_whoever_is_caught_at_once_by_other_rules_is_offered_standard(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    visitor.sit(server.make("minefield", 1, variant="former", seed=CAUGHT_AT_ONCE))
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("That was quick.").wait_for()
    fatal = page.locator("[data-ring]")
    assert fatal.count() == 1  # where it ended, and by whom
    assert fatal.get_attribute("data-ring")
    visitor.check_screen("quick-end")
    page.get_by_role("button", name="Play “standard”").click()
    visitor.until(lambda: "standard" in page.get_by_role("heading", level=1).inner_text(), "the other variant")


def test_what_happens_without_a_key_says_so(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.make("minefield", 1))
    visitor.page.locator(".ticking .idle", has_text="Stay").get_by_text("no key").wait_for()


def test_one_click_makes_a_whole_move_and_shows_it_before(visitor: Visitor, server: Server) -> None:
    """An Elf of four steps goes as far as it can with the second click; Shift makes a single step."""
    page = visitor.page
    visitor.sit(server.make("skirmish", 2, options={"setup": "classic"}))
    scene = load("skirmish", setup="classic").new(1).scene(0)
    elf = next(piece for piece in scene.boards[0].pieces if piece.kind == "elf")
    start = scene.boards[0].field(elf.row, elf.column)
    page.locator(".hits.live").click(position=field_point(visitor, start))
    page.locator(".line.chosen").first.wait_for(state="attached")
    far = start - 4 * scene.boards[0].columns
    page.mouse.move(0, 0)
    page.locator(".hits.live").hover(position=field_point(visitor, far))
    page.locator(f"[data-way='{far}']").wait_for(state="attached")
    page.locator(".hits.live").click(position=field_point(visitor, far))
    page.locator(".banner", has_text="Zorde, your turn").wait_for()


def test_a_drag_from_what_is_chosen_makes_the_whole_move(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.make("skirmish", 2, options={"setup": "classic"}))
    board = load("skirmish", setup="classic").new(1).scene(0).boards[0]
    elf = next(piece for piece in board.pieces if piece.kind == "elf")
    start, hits = board.field(elf.row, elf.column), visitor.page.locator(".hits.live")
    hits.click(position=field_point(visitor, start))
    visitor.page.locator(".line.chosen").first.wait_for(state="attached")
    ends = [field_point(visitor, field) for field in (start, start - 4 * board.columns)]
    hits.drag_to(hits, source_position=ends[0], target_position=ends[1])
    visitor.page.locator(".banner", has_text="Zorde, your turn").wait_for()


def test_a_match_counts_once_and_how_one_stands_is_shown(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    first = next(iter(levels_of(find("skirmish"))))
    seats = [{"kind": "person"}, {"kind": "bot", "bot": first}]
    visitor.sit(server.post("/api/matches", {"game": "skirmish", "seats": seats}))
    visitor.press("Resign…")
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_text(f"Against the bot {first}: 0 won, 1 lost.").first.wait_for()
    page.reload()
    page.get_by_text(f"Against the bot {first}: 0 won, 1 lost.").first.wait_for()
    page.goto("/mine")
    page.get_by_role("heading", name="How you stand").wait_for()
    page.get_by_text(f"Against the bot {first}: 0 won, 1 lost").wait_for()
    page.get_by_text("Strength").first.wait_for()
    visitor.check_screen("career")
    page.get_by_role("button", name="Play somebody like you").click()
    page.wait_for_url("**/m/*")
    visitor.table()
