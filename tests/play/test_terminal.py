"""The terminal client as people use it: keys, mouse, dialogs, bots, the end of a game, replays."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import garrison
from garrison import bots
from garrison.bots.level_bots import levels_of
from garrison.core.engine.machine import NotBuilt
from garrison.core.game import Game
from garrison.core.libraries import Recipe, Tell, origin_of
from garrison.core.position import Position
from garrison.core.replay import Move, Replay, parse
from garrison.look.scene import Board, Scene, SceneButton, Terrain
from garrison.play import scores, user
from garrison.play.match import Match, Seat
from garrison.play.terminal.app import TerminalApp
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.board_screen import BoardScreen
from garrison.play.terminal.choice import ChoiceList
from garrison.play.terminal.countdown import Countdown
from garrison.play.terminal.dialogs import Confirm, Rulebook, SaveReplay
from garrison.play.terminal.end_screen import EndScreen
from garrison.play.terminal.high_scores import HighScores
from garrison.play.terminal.menu import MenuScreen
from garrison.play.terminal.play import PlayScreen
from garrison.play.terminal.session import Session
from garrison.play.terminal.side import Side
from garrison.play.terminal.watch import PositionBar, WatchScreen
from playing import NAMES

QUIET = {"start_x": 0, "start_y": 0, "enemy_period": 0, "wall_period": 0}  # nobody disturbs the test


@pytest.fixture(scope="module")
def quiet() -> Game:
    return garrison.load("minefield", rules={**QUIET, "start_mines": 5})


@pytest.fixture(scope="module")
def skirmish() -> Game:
    return garrison.load("skirmish")


@asynccontextmanager
async def shown(screen: Any, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    async with TerminalApp(screen).run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def table(
    game: Game, seats: tuple[Seat, ...] = (), seed: int = 3, now: Callable[[], float] = time.monotonic
) -> PlayScreen:
    return PlayScreen(Session(Match(game, seed, seats), clock=Countdown(now)), "Ada", ticking=False, bot_delay=0)


async def until(pilot: Pilot[None], fact: Callable[[], bool]) -> None:
    """Wait until something is so, for a few seconds at most."""
    give_up = time.monotonic() + 20
    while not fact():
        assert time.monotonic() < give_up, "it did not happen"
        await pilot.pause(0.01)


def text_of(screen: BoardScreen) -> str:
    """What the terminal shows, without colours."""
    lines = []
    for widget in (screen.query_one(BoardView), screen.query_one(Side)):
        lines += [widget.render_line(y).text for y in range(widget.size.height)]
    return "\n".join(lines)


def prompt(screen: BoardScreen) -> str:
    return str(screen.query_one("#prompt", Static).render()).strip()


def played(screen: PlayScreen) -> list[str]:
    return [screen.session.match.game.action_name(move.action) for move in screen.session.match.replay.moves]


async def click_field(pilot: Pilot[None], screen: PlayScreen, field: int) -> None:
    await pilot.click(BoardView, offset=screen.boards.place_of(0, field))
    await pilot.pause()


def fields_of(screen: PlayScreen) -> list[int]:
    return [field for _, field in screen.session.legal_fields()]


# Real time.


async def test_a_real_time_game_waits_for_a_key(quiet: Game) -> None:
    screen = table(quiet)
    async with shown(screen) as pilot:
        screen.tick()
        assert played(screen) == []
        assert "Press any key to start" in text_of(screen)
        await pilot.press("x")
        screen.tick()
        assert played(screen) == ["stay"]


async def test_arrow_and_space_combine(quiet: Game) -> None:
    screen = table(quiet)
    async with shown(screen) as pilot:
        await pilot.press("up")
        screen.tick()
        await pilot.press("left", "space")
        screen.tick()
        await pilot.press("space")
        screen.tick()
        screen.tick()
        assert played(screen) == ["up", "left+mine", "mine", "stay"]
        times = [move.ms for move in screen.session.match.replay.moves]
        assert None not in times
        assert times == sorted(times, key=lambda ms: ms or 0)


async def test_tired_falls_back_to_the_mine(quiet: Game) -> None:
    game = garrison.load("minefield", rules={**QUIET, "start_energy": 0, "start_mines": 5, "start_numbers": 0})
    screen = table(game)
    async with shown(screen) as pilot:
        await pilot.press("right")
        while "right" not in played(screen) or screen.session.scene.buttons[2].legal:
            screen.session.gatherer.press("right")  # until a step was made, not a bump, and P is tired
            screen.tick()
            assert len(played(screen)) < 50
        before = len(played(screen))
        await pilot.press("up", "space")
        screen.tick()
        assert played(screen)[before:] == ["mine"]
        screen.tick()
        assert played(screen)[before:] == ["mine", "up"]


async def test_pause_stops_ticks_and_the_clock(quiet: Game) -> None:
    screen = table(quiet)
    async with shown(screen) as pilot:
        await pilot.press("x", "p")
        assert "PAUSED" in text_of(screen)
        assert "PAUSED" in prompt(screen)
        now = screen.session.clock.ms
        await pilot.press("up")
        screen.tick()
        await pilot.pause(0.02)
        assert screen.session.clock.ms == now
        assert played(screen) == []
        await pilot.press("p")
        assert "PAUSED" not in text_of(screen)
        screen.tick()
        assert played(screen) == ["stay"]


async def test_ticks_come_by_themselves(quiet: Game) -> None:
    screen = PlayScreen(Session(Match(quiet, 3)))
    async with shown(screen) as pilot:
        await pilot.press("x")
        await until(pilot, lambda: len(played(screen)) >= 3)
        times = [move.ms or 0 for move in screen.session.match.replay.moves]
        assert times[0] >= 200
        assert times[2] >= 600


async def test_a_button_of_the_tick_can_be_clicked(quiet: Game) -> None:
    screen = table(quiet)
    async with shown(screen) as pilot:
        lines = [screen.side.render_line(y).text for y in range(screen.side.size.height)]
        row = next(y for y, line in enumerate(lines) if "Drop a mine" in line)
        await pilot.click(Side, offset=(8, row))
        await pilot.pause()
        screen.tick()
        assert played(screen) == ["mine"]


async def test_too_small_pauses_and_goes_on_by_itself(quiet: Game) -> None:
    screen = table(quiet)
    async with shown(screen) as pilot:
        await pilot.press("x")
        await pilot.resize_terminal(38, 20)
        await pilot.pause()
        words = str(screen.query_one("#small", Static).render())
        assert "39 columns and 16 rows" in words
        assert "38 and 20" in words
        screen.tick()
        assert played(screen) == []
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert not screen.query_one("#small").display
        assert screen.plan is not None
        assert screen.plan.boards[0].cell == (2, 1)
        screen.tick()
        assert played(screen) == ["stay"]


async def test_a_bot_can_play_in_real_time(quiet: Game) -> None:
    screen = table(quiet, (Seat("random"),))
    async with shown(screen) as pilot:
        await pilot.press("x")
        screen.tick()
        await until(pilot, lambda: len(played(screen)) == 1)


# Turns.


async def test_mouse(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        start = fields_of(screen)
        await click_field(pilot, screen, start[0])
        assert played(screen) == [f"field {start[0]}"]
        far = max(screen.session.scene.boards[0].ways, key=lambda way: len(way.actions))
        await click_field(pilot, screen, far.field)
        actions = [move.action for move in screen.session.match.replay.moves]
        assert actions == [start[0], *far.actions], "all the way with one click"
        assert len(far.actions) > 2


async def test_a_board_that_is_too_large_is_scrolled_by_the_cursor_and_clicked_where_it_is_seen() -> None:
    screen = table(garrison.load("siege"))
    async with shown(screen) as pilot:
        assert screen.plan is not None
        assert screen.plan.boards[0].span == (32, 20)
        assert "31┃" not in text_of(screen)
        await pilot.press(*["down"] * 31)
        lines = text_of(screen).splitlines()
        assert any(line.startswith("31┃") for line in lines)
        assert not any(line.startswith(" 0┃") for line in lines)
        last = fields_of(screen)[-1]
        assert screen.boards.field_at(*screen.boards.place_of(0, last)) == (0, last)
        await click_field(pilot, screen, last)
        assert played(screen) == [f"field {last}"]


async def test_a_click_that_is_not_legal_says_so(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        await click_field(pilot, screen, 55)
        assert played(screen) == []
        assert "can't be chosen now" in prompt(screen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_keyboard(skirmish: Game, size: tuple[int, int]) -> None:
    screen = table(skirmish)
    async with shown(screen, size) as pilot:
        first, second = fields_of(screen)[:2]
        await pilot.press("tab")
        assert screen.session.cursor.field == second
        await pilot.press("shift+tab", "enter")
        assert played(screen) == [f"field {first}"]
        await pilot.press("up", "space")
        assert played(screen)[1:] == [f"field {first - 8}"]
        assert "Calliance" in text_of(screen)


async def test_a_hint_is_one_step_in_words_and_points_at_it(skirmish: Game) -> None:
    screen = table(skirmish, (Seat(), Seat("random")))
    async with shown(screen) as pilot:
        assert "? hint" in text_of(screen)
        await pilot.press("?")
        await until(pilot, lambda: screen.session.message not in ("", "Thinking …"))
        field = screen.session.cursor.field
        assert field in fields_of(screen)
        assert screen.session.scene.boards[0].place_words(field) in screen.session.message
        assert played(screen) == []


async def test_there_are_no_hints_among_people(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        assert "hint" not in text_of(screen)
        await pilot.press("?")
        assert "several people" in prompt(screen)


async def test_undo(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        await pilot.press("enter", "up", "space")
        assert len(played(screen)) == 2
        await pilot.press("u")
        assert len(played(screen)) == 1
        await pilot.press("backspace")
        assert played(screen) == []
        await pilot.press("u")
        assert "nothing to take back" in prompt(screen)


async def test_against_a_bot(skirmish: Game) -> None:
    screen = table(skirmish, (Seat(), Seat("random")))
    async with shown(screen) as pilot:
        await pilot.press("enter", "e")  # chosen, and it stays: the move is over
        moves = screen.session.match.replay.moves
        await until(pilot, lambda: any(move.player == 1 for move in moves) and screen.session.viewer in (0,))
        await until(pilot, lambda: screen.session.match.person_to_act == 0)
        await pilot.press("u")
        assert "nothing to take back" in prompt(screen)


async def test_a_slow_bot_does_not_block_and_a_pause_holds_it(skirmish: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = []

    def slow(position: Position, player: int, dice: Random) -> int:
        thinking.append(player)
        time.sleep(0.05)
        return position.actions(player)[0]

    monkeypatch.setattr(bots, "find", lambda name, package: slow)
    screen = table(skirmish, (Seat("slow"), Seat()))
    async with shown(screen) as pilot:
        await until(pilot, lambda: bool(thinking))
        await pilot.press("p")
        count = len(played(screen))
        await asyncio.sleep(0.1)
        assert len(played(screen)) == count
        await pilot.press("p")
        await until(pilot, lambda: screen.session.match.person_to_act == 1)
        assert len(thinking) == len(played(screen))  # never two at once


async def test_giving_up(skirmish: Game) -> None:
    screen = table(skirmish, (Seat(), Seat("random")))
    async with shown(screen) as pilot:
        await pilot.press("g")
        await pilot.press("n")
        assert not screen.session.is_over, "no, after all"
        await pilot.press("g")
        await pilot.press("y")
        await until(pilot, lambda: isinstance(screen.app.screen, EndScreen))
        assert "Zorde wins" in str(screen.app.screen.query_one("#result", Static).render())
        assert screen.session.log[-1].text == "Calliance resigned."
        end = parse(screen.session.match.replay.to_json()).end
        assert end is not None
        assert end.reason == "resigned"


async def test_time_for_a_decision_runs_out() -> None:
    game = garrison.load("boneyard")
    now = 0.0
    screen, limit = table(game, now=lambda: now), game.facts.timeout_ms // 1000
    async with shown(screen) as pilot:
        assert prompt(screen).startswith(f"{limit} s: ")
        now += limit - 5
        screen.second()
        await pilot.pause()
        assert prompt(screen).startswith("5 s: ")
        assert played(screen) == []
        now += 5
        screen.second()
        assert "Time was up: Ash" in screen.session.message
        assert screen.session.match.replay.moves[0].late
        assert screen.session.log[-1].text == screen.session.message
        assert screen.deadline.left == limit, "a new decision"


async def test_a_new_game_while_a_bot_is_thinking(skirmish: Game) -> None:
    screen = table(skirmish, (Seat("random"), Seat()))
    screen.bot_delay = 0.03
    async with shown(screen) as pilot:
        await until(pilot, lambda: len(played(screen)) > 0)
        await pilot.press("n", "y")
        before = screen.session.match
        await until(pilot, lambda: screen.session.match.person_to_act == 1)
        assert screen.session.match is before
        assert all(move.player == 0 for move in before.replay.moves)


async def test_a_bot_that_breaks_down_gets_a_sentence(skirmish: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(position: Position, player: int, dice: Random) -> int:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(bots, "find", lambda name, package: broken)
    screen = table(skirmish, (Seat("broken"), Seat()))
    async with shown(screen) as pilot:
        await until(pilot, lambda: "failed" in prompt(screen))


async def test_the_field_under_the_mouse_is_described(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        await pilot.hover(BoardView, offset=screen.boards.place_of(0, 4))
        await pilot.pause()
        assert "T0, Troll" in text_of(screen)


# Dialogs.


async def test_the_rulebook_pauses(quiet: Game) -> None:
    screen = table(quiet)
    async with shown(screen) as pilot:
        await pilot.press("x")
        screen.tick()
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, Rulebook)
        screen.tick()
        assert len(played(screen)) == 1
        await pilot.press("escape")
        assert pilot.app.screen is screen
        await pilot.press("x")
        screen.tick()
        assert len(played(screen)) == 2


async def test_leaving_asks_only_when_a_game_is_running(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        await pilot.press("enter", "q")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("n")
        assert pilot.app.screen is screen
        await pilot.press("n", "y")  # a new game
        assert played(screen) == []
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_saving_a_replay(skirmish: Game, tmp_path: Path) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        await pilot.press("enter", "s")
        assert isinstance(pilot.app.screen, SaveReplay)
        for path, sentence in ((tmp_path / "no" / "x.json", "can't be written"), (tmp_path, "already exists")):
            pilot.app.screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            assert sentence in str(pilot.app.screen.query_one("#sentence", Static).render())
        pilot.app.screen.query_one(Input).value = str(tmp_path / "x.json")
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert "Saved as" in prompt(screen)
        assert garrison.core.replay.parse((tmp_path / "x.json").read_text()).moves == screen.session.match.replay.moves


# The end.


async def test_the_end_of_a_game_with_its_high_scores(quiet: Game) -> None:
    game = garrison.load("minefield", rules={**QUIET, "time_limit": 2})
    screen = table(game)
    scores.save(Replay(game, 1), "Bob", 1000)
    async with shown(screen) as pilot:
        await pilot.press("x")
        screen.tick()
        screen.tick()
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        end = pilot.app.screen
        assert end.query_one(Input).value == "Ada"
        end.query_one(Input).value = "Medium"
        await pilot.press("enter")
        await pilot.pause()
        assert "which is a bot here" in str(end.query_one("#sentence", Static).render())
        assert end.query_one(Input).value == "Medium", "another name can be tried"
        end.query_one(Input).value = "Eve"
        await pilot.press("enter")
        await pilot.pause()
        words = str(end.query_one("#table", Static).render())
        assert "▶ 2. Eve" in words
        assert [score.name for score in scores.best("minefield", scores.table_name(game))] == ["Bob", "Eve"]
        assert user.last_name() == "Eve"
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert played(screen) == []


async def test_a_score_that_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path / "file"))
    screen = table(garrison.load("minefield", rules={**QUIET, "time_limit": 1}))
    async with shown(screen) as pilot:
        await pilot.press("x")
        screen.tick()
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        end = pilot.app.screen
        await pilot.press("enter")
        await pilot.pause()
        assert "can't be created" in str(end.query_one("#sentence", Static).render())
        await pilot.press("v")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert "GAME OVER" in text_of(screen)


@pytest.mark.parametrize("answer", ["", "enter", "escape"])
async def test_asked_to_end_while_a_score_waits_for_its_name(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path))
    screen = table(garrison.load("minefield", rules={**QUIET, "time_limit": 1}))
    async with shown(screen) as pilot:
        await pilot.press("x")
        screen.tick()
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await pilot.pause()
        if answer:
            await pilot.press(answer)
            await pilot.pause()
        pilot.app.terminate()
        assert pilot.app.return_code == 143
        assert len(list(tmp_path.glob("interrupted/minefield-*.json"))) == (not answer)
        assert ("is saved in" in pilot.app.last_words) == (not answer)


async def test_asked_to_end_when_nothing_can_be_kept(
    skirmish: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path / "file"))
    async with shown(table(skirmish)) as pilot:
        await pilot.press("enter")
        pilot.app.terminate()
        assert pilot.app.return_code == 143
        assert "could not be saved" in pilot.app.last_words


async def test_a_game_of_two_to_the_end() -> None:
    screen = table(garrison.load("skirmish", setup="duel", rules={"max_moves": 2}))
    async with shown(screen) as pilot:
        await pilot.press("enter", "e")
        await pilot.press("tab", "enter", "e")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert "A draw" in str(pilot.app.screen.query_one("#result", Static).render())
        assert not pilot.app.screen.query(Input)
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0


# The menu.


async def test_from_the_menu_into_a_game() -> None:
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        names = [package.name for package in screen.packages]
        screen.query_one(OptionList).highlighted = names.index("skirmish")
        await pilot.pause()
        assert "Calliance" in str(screen.query_one("#summary", Static).render())
        assert not screen.query_one("#high-scores").display
        assert screen.query_one("#seats", ChoiceList).value == "You as Calliance, bot easy", "as in the browser"
        await pilot.click("#start")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        match = pilot.app.screen.session.match  # type: ignore[attr-defined]
        assert (match.game.name, match.seats[0].is_person, match.seats[1].is_person) == ("skirmish", True, False)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is screen)


@pytest.mark.parametrize("keys, name", [(("down", "enter"), "loop"), (("down", "down", "down", "enter"), "siege")])
async def test_enter_right_after_moving_in_the_menu_takes_what_was_moved_to(keys: tuple[str, ...], name: str) -> None:
    """As a terminal sends it: all keys at once, without waiting for what they do."""
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        for key in keys:
            pilot.app.post_message(events.Key(key, None))
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.app.screen.session.match.game.name == name  # type: ignore[attr-defined]


async def test_a_question_that_is_too_long_for_the_last_line_is_asked_in_full_beside_the_board(skirmish: Game) -> None:
    screen = table(skirmish)
    async with shown(screen) as pilot:
        await pilot.pause()
        prompt = screen.prompt_text()[0]
        assert len(prompt) >= 80
        assert prompt in " ".join(text_of(screen).split())


async def test_enter_on_a_choice_starts_and_on_a_button_presses_it() -> None:
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        screen.query_one("#rules").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Rulebook))
        await pilot.press("escape")
        screen.query_one("#variant").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


@pytest.mark.parametrize("name", NAMES)
async def test_nothing_of_the_menu_is_cut_at_80_by_24(name: str) -> None:
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        screen.query_one(OptionList).highlighted = [package.name for package in screen.packages].index(name)
        await pilot.pause()
        details = screen.query_one("#details").region
        for widget in screen.query("#details Button, #details Static, #details ChoiceList"):
            assert not widget.display or not widget.region or widget.region in details, widget


async def test_the_menu_offers_what_the_browser_offers_at_first() -> None:
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        names = [package.name for package in screen.packages]
        for name, variant, players in (("loop", "standard", 1), ("boneyard", "standard", 3), ("loop", "standard", 1)):
            screen.query_one(OptionList).highlighted = names.index(name)
            await pilot.pause()
            assert (screen.query_one("#variant", ChoiceList).value, screen.players) == (variant, players)
        assert "38 tiles" in str(screen.query_one("#status", Static).render())


async def test_another_variant_in_the_menu_brings_its_own_players_and_options() -> None:
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        screen.query_one(OptionList).highlighted = [package.name for package in screen.packages].index("boneyard")
        await pilot.pause()
        usual = screen.players
        variants = screen.query_one("#variant", ChoiceList)
        variants.change(variants.values.index("solo"))
        await until(pilot, lambda: screen.players == 1)
        assert screen.query_one("#option-0", ChoiceList).value == "all"
        variants.change(-variants.values.index("solo"))
        await until(pilot, lambda: screen.players == usual)


async def test_the_menu_shows_how_far_a_game_is_that_is_being_built(monkeypatch: pytest.MonkeyPatch) -> None:
    going, wanted = threading.Event(), list[str]()

    def need(*needed: Recipe, tell: Tell) -> None:
        wanted.extend(origin_of(each).name for each in needed)
        tell(0.42, 7.0)
        going.wait(20)
        raise NotBuilt("The rules of siege can't be built: so it is.")

    monkeypatch.setattr(sys.modules[MenuScreen.__module__], "need", need)
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        games, names = screen.query_one(OptionList), [package.name for package in screen.packages]
        games.highlighted = names.index("siege")
        await pilot.press("enter")
        await until(pilot, lambda: "42 %, 7 s left" in str(screen.query_one("#status", Static).render()))
        assert wanted == ["siege", "engine", "search"]
        going.set()
        await until(pilot, lambda: "so it is" in str(screen.query_one("#status", Static).render()))


async def test_the_menu_says_what_a_level_is_like() -> None:
    screen = MenuScreen("Ada")
    async with shown(screen) as pilot:
        names = [package.name for package in screen.packages]
        screen.query_one(OptionList).highlighted = names.index("skirmish")
        await pilot.pause()
        seats, status = screen.query_one("#seats", ChoiceList), screen.query_one("#status", Static)
        offered = [label.split()[-1] for label in seats.values if label.startswith("You as")]
        assert list(dict.fromkeys(offered))[:3] == ["easy", "medium", "hard"]
        seats.change(1)
        sentence = levels_of(screen.package)["easy"].sentence
        await until(pilot, lambda: sentence in str(status.render()))


async def test_high_scores_and_rules_from_the_menu() -> None:
    game = garrison.load("minefield")
    scores.save(Replay(game, 7, [Move(0, 1), Move(0, 2)]), "Bob", 50)
    screen = MenuScreen()
    async with shown(screen) as pilot:
        names = [package.name for package in screen.packages]
        screen.query_one(OptionList).highlighted = names.index("minefield")
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, Rulebook)
        await pilot.press("escape", "h")
        assert isinstance(pilot.app.screen, HighScores)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen))
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is screen)


# Watching.


@pytest.fixture
def replay(skirmish: Game) -> Replay:
    match = Match(skirmish, 5, (Seat("random"), Seat("random")))
    while len(match.replay.moves) < 60 and match.bot_acts(100 * len(match.replay.moves)):
        pass
    return match.replay


async def test_back_and_forward(replay: Replay) -> None:
    screen = WatchScreen(replay, playing=False)
    async with shown(screen) as pilot:
        await pilot.press("right", "right", "left")
        assert (screen.reel.at, screen.reel.position.steps) == (1, 1)
        await pilot.press("end")
        assert (screen.reel.at, screen.reel.position) == (60, replay.verify())
        await pilot.press("right", "home", "left")
        assert screen.reel.at == 0
        await pilot.press("space")
        screen.advance()
        assert screen.reel.at >= 1
        await pilot.press("space", "up", "plus", "down")
        assert not screen.playing
        left, width = screen.query_one(PositionBar).track()
        await pilot.click(PositionBar, offset=(left + width // 2, 0))
        await pilot.pause()
        assert 25 <= screen.reel.at <= 35


async def test_what_was_played_is_named_as_in_the_rulebook() -> None:
    screen = WatchScreen(Replay(garrison.load("boneyard", players=1), 3, [Move(0, 11)]), playing=False)
    async with shown(screen):
        screen.go(1)
        assert screen.last_words() == "Ash: 2,1."


async def test_times_are_used_up_to_a_limit(replay: Replay) -> None:
    screen = WatchScreen(replay, playing=False)
    async with shown(screen):
        screen.go(3)
        assert screen.wait_ms() == 100
        replay.moves[3] = replay.moves[3]._replace(ms=1_000_000)
        assert screen.wait_ms() == 2000
        replay.moves[3] = replay.moves[3]._replace(ms=None)
        assert screen.wait_ms() == 500


async def test_it_plays_by_itself(replay: Replay) -> None:
    screen = WatchScreen(replay)
    async with shown(screen) as pilot:
        await pilot.press(*["plus"] * 5)
        await until(pilot, lambda: screen.reel.at == 60)
        assert not screen.playing


async def test_warnings_are_shown(replay: Replay) -> None:
    replay.warning = "Played under other rules."
    replay.moves[40] = Move(0, 1023)
    screen = WatchScreen(replay, playing=False)
    async with shown(screen, (120, 40)):
        words = " ".join(text_of(screen).split())
        assert "Played under other rules." in words
        assert "action 41 is not legal" in words


# What the games at hand do not have: buttons in turns, and several boards.


class Stub:
    """A match that only shows a scene and notes what is done."""

    def __init__(self, boards: int = 4) -> None:
        ground = {".": Terrain("grass", "grass", " ", "green")}
        each = [Board(5, 5, (".....",) * 5, ground, title=f"Board {n}", owner=n, small=n > 0) for n in range(boards)]
        each[0] = replace(each[0], legal_fields=(6, 8))
        buttons = (
            SceneButton(25, "shield", "Shield", ("s",), True),
            SceneButton(26, "north", "North", ("up",), True),
            SceneButton(27, "south", "South", ("down",), False),
            SceneButton(28, "rest", "Rest", (), True),
            SceneButton(29, "flee", "Flee", ("x",), False),
        )
        self.acted: list[int] = []
        self.scene = Scene("stub", "Stub", 0, tuple(each), (), buttons, "Act.", waiting=(0,))
        facts = SimpleNamespace(fields=25, tick_ms=0, tick_range=(0, 0), timeout_ms=0, seats=tuple("ABCDEF"), bottom=-1)
        self.game = SimpleNamespace(name="stub", facts=facts)
        self.seats, self.can_undo, self.person_to_act, self.bot_to_act = (Seat(),) * boards, False, 0, None
        self.replay = SimpleNamespace(moves=[], game=self.game)
        self.game.check_action, self.game.record = (lambda action: None), [0]
        self.game.package = SimpleNamespace(module=lambda part: SimpleNamespace())  # it says nothing of its own
        self.position = SimpleNamespace(over=False, game=self.game, waiting=(0,), state=[0])
        self.position.scene = self.position.plain_scene = lambda player: self.scene
        self.position.action_words = str
        self.history = SimpleNamespace(over=False, end=None)

    def act(self, player: int, action: int, ms: int) -> None:
        self.acted.append(action)


def stub_table(stub: Stub) -> PlayScreen:
    with mock.patch("garrison.play.terminal.session.explanations", return_value={}):
        return PlayScreen(Session(stub), ticking=False)  # type: ignore[arg-type]


async def test_a_game_has_its_keys_before_the_client() -> None:
    stub = Stub()
    screen = stub_table(stub)
    async with shown(screen, (120, 40)) as pilot:
        assert "^S save" in text_of(screen)
        await pilot.press("s", "up")
        assert stub.acted == [25, 26]
        await pilot.press("down")  # its button is not legal: the cursor moves
        assert screen.session.cursor.field == 11
        await pilot.press("x")
        assert "Flee is not possible now" in prompt(screen)
        await pilot.press("ctrl+s")
        assert isinstance(pilot.app.screen, SaveReplay)


async def test_tab_reaches_buttons_after_fields() -> None:
    stub = Stub()
    screen = stub_table(stub)
    async with shown(screen, (120, 40)) as pilot:
        await pilot.press("tab", "tab", "tab", "tab", "enter")
        assert stub.acted == [28]
        await pilot.press("tab", "enter", "shift+tab", "enter")
        assert stub.acted == [28, 6, 28]


@pytest.mark.parametrize("size, boards", [((80, 24), 6), ((120, 40), 6), ((60, 18), 2)])
async def test_several_boards(size: tuple[int, int], boards: int) -> None:
    stub = Stub(boards)
    screen = stub_table(stub)
    async with shown(screen, size) as pilot:
        assert text_of(screen).count("Board ") == boards
        await pilot.click(BoardView, offset=screen.boards.place_of(1, 6))
        await pilot.pause()
        assert stub.acted == []
        await click_field(pilot, screen, 6)
        assert stub.acted == [6]


async def test_a_clicked_button_is_pressed() -> None:
    stub = Stub()
    screen = stub_table(stub)
    async with shown(screen, (120, 40)) as pilot:
        lines = [screen.side.render_line(y).text for y in range(screen.side.size.height)]
        row = next(y for y, line in enumerate(lines) if "Rest" in line)
        await pilot.click(Side, offset=(lines[row].index("Rest"), row))
        await pilot.pause()
        assert stub.acted == [28]
