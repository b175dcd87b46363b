"""The terminal client without a terminal: keys, clock, plan and drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import garrison
from garrison.core import discovery
from garrison.look.palette import colour_of
from garrison.look.scene import Bar, Board, Line, Panel, Piece, SceneButton, Terrain
from garrison.play import terminal
from garrison.play.terminal.blocks import button_lines, key_lines, log_lines, panel_lines, turn_lines
from garrison.play.terminal.board import moved_to
from garrison.play.terminal.canvas import BoardPainter, Canvas
from garrison.play.terminal.countdown import Countdown, Ticks
from garrison.play.terminal.keys import Gatherer, button_for
from garrison.play.terminal.layout import layout_for, needed
from garrison.play.terminal.session import LogLine, short_words_for, words_for
from playing import NAMES

DIRECTIONS = ("up", "right", "down", "left")


class Time:
    """A clock that tests move by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def tick_buttons(illegal: tuple[int, ...] = ()) -> list[SceneButton]:
    keys = [(), *((way,) for way in DIRECTIONS), ("space",), *((way, "space") for way in DIRECTIONS)]
    return [SceneButton(n, str(n), str(n), k, n not in illegal, on_tick=True) for n, k in enumerate(keys)]


STAY, UP, RIGHT, MINE, UP_MINE, RIGHT_MINE = 0, 1, 2, 5, 6, 7


def taken(presses: str, illegal: tuple[int, ...] = ()) -> int | None:
    gatherer = Gatherer(Time())
    for key in presses.split():
        gatherer.press(key)
    return gatherer.take(tick_buttons(illegal))


@pytest.mark.parametrize(
    "presses, action",
    [
        ("", None),
        ("up", UP),
        ("up up up", UP),
        ("up right", RIGHT),
        ("space", MINE),
        ("up space", UP_MINE),
        ("space up", UP_MINE),
        ("up space right", RIGHT_MINE),
        ("x", None),
    ],
)
def test_keys_between_two_ticks_combine(presses: str, action: int | None) -> None:
    assert taken(presses) == action


def test_what_is_not_legal_falls_back_to_the_largest_part() -> None:
    steps = (1, 2, 3, 4, 6, 7, 8, 9)
    assert taken("up space", illegal=steps) == MINE
    assert taken("up", illegal=steps) is None
    assert taken("up space", illegal=(UP_MINE, MINE)) == UP


def test_a_key_that_could_not_be_played_is_kept_for_one_tick() -> None:
    gatherer, tired = Gatherer(Time()), tick_buttons((1, 2, 3, 4, 6, 7, 8, 9))
    gatherer.press("up")
    assert gatherer.take(tired) is None
    assert gatherer.take(tick_buttons()) == UP
    assert gatherer.take(tick_buttons()) is None


def test_pressing_twice_is_two_steps_but_holding_is_not() -> None:
    time = Time()
    gatherer = Gatherer(time)
    gatherer.press("up")
    time.now += 0.1
    gatherer.press("up")
    assert [gatherer.take(tick_buttons()) for _ in range(3)] == [UP, UP, None]
    for _ in range(6):  # the keyboard repeats a held key about every 33 ms
        time.now += 0.033
        gatherer.press("up")
    assert [gatherer.take(tick_buttons()) for _ in range(2)] == [UP, None]


def test_a_held_direction_goes_on_while_space_joins_it() -> None:
    time = Time()
    gatherer = Gatherer(time)
    for _ in range(2):
        for _ in range(5):
            time.now += 0.033
            gatherer.press("up")
        assert gatherer.take(tick_buttons()) == UP
    gatherer.press("space")  # now the keyboard repeats this one, and tells nothing of the other
    assert gatherer.take(tick_buttons()) == UP_MINE
    gatherer.press("space")
    assert gatherer.take(tick_buttons()) == MINE


def test_a_legal_button_has_its_key_before_others() -> None:
    first, second = SceneButton(1, "a", "A", ("e",), False), SceneButton(2, "b", "B", ("E",), True)
    assert button_for("e", [first, second]) is second
    assert button_for("e", [first]) is first
    assert button_for("x", [first]) is None


def test_ticks_do_not_drift_and_stand_still_in_a_pause() -> None:
    time = Time()
    clock = Countdown(time)
    ticks = Ticks(clock, 0.2)
    time.now = 0.25  # the alarm rang late
    assert ticks.take()
    assert ticks.wait == pytest.approx(0.15)
    clock.hold("paused")
    clock.hold("dialog")
    time.now = 10
    assert not ticks.take()
    clock.go("paused")
    assert not clock.running
    clock.go("dialog")
    assert clock.ms == 250
    assert ticks.wait == pytest.approx(0.15)


def test_a_program_that_was_suspended_does_not_catch_up() -> None:
    time = Time()
    ticks = Ticks(Countdown(time), 0.2)
    time.now = 3600.0
    assert ticks.take()
    assert not ticks.take()
    assert ticks.wait == pytest.approx(0.2)


def board(rows: int, columns: int, **more: object) -> Board:
    legend = {".": Terrain("floor", "floor", "·", "green"), "#": Terrain("wall", "wall", "█", "grey")}
    return Board(rows, columns, ("." * columns,) * rows, legend, **more)  # type: ignore[arg-type]


def test_fields_are_counted_as_in_the_rulebook() -> None:
    """Without what surrounds the board."""
    surrounded, third = board(7, 7, margin=1), 3 * 7 + 2
    assert words_for(surrounded, third).startswith("Floor (2,1).")
    assert short_words_for(surrounded, third) == "Floor at 2,1"
    assert words_for(surrounded, 6).startswith("Floor (the edge).")
    assert words_for(board(7, 7), third).startswith("Floor (3,2).")


def test_few_words_are_a_piece_s_name_and_never_a_part_of_its_label() -> None:
    crowned = Piece("k", "king", 0, 0, "King Arthur, of all Britain: 3 left", "K", "gold", name="King Arthur, of all")
    assert short_words_for(board(1, 1, pieces=(crowned,)), 0) == "King Arthur, of all at 0,0"
    nameless = Piece("k", "king", 0, 0, "a king: nobody knows him", "K", "gold")
    assert short_words_for(board(1, 1, pieces=(nameless,)), 0) == "A king: nobody knows him at 0,0"


def test_the_largest_field_that_fits() -> None:
    sizes = {(80, 24): (1, 1), (120, 40): (2, 1), (200, 60): (2, 1), (260, 60): (4, 2)}
    for (width, height), cell in sizes.items():
        plan = layout_for([board(23, 53)], width, height)
        assert plan is not None
        assert plan.boards[0].cell == cell
        assert plan.boards[0].border.ruler, "with rulers"


def walled(rows: int, columns: int) -> Board:
    edge = "#" * columns
    inside = "#" + "." * (columns - 2) + "#"
    return replace(board(rows, columns), terrain=(edge, *(inside,) * (rows - 2), edge))


def test_walls_carry_the_rulers_where_there_is_no_room_beside_them() -> None:
    plan = layout_for([walled(23, 53)], 80, 24)
    assert plan is not None
    assert plan.boards[0].span == (53, 23)
    lines = drawn(walled(23, 53), 80, 24).splitlines()
    assert lines[0].startswith("0████5███10███15██")
    assert [line[0] for line in lines] == list("01234567890123456789012")


def test_of_a_board_that_is_too_large_a_part_is_shown_that_follows_what_is_looked_at() -> None:
    large = board(40, 40)
    plan = layout_for([large], 60, 24)
    assert plan is not None
    shown = plan.boards[0].span
    assert shown == (29, 20)
    assert plan.width + 1 + plan.side == 60
    assert plan.height + 1 == 24
    first = moved_to((0, 0), large, shown, 0)
    assert first == (0, 0)
    for field in (39 * 40 + 39, 5 * 40 + 30, 20 * 40, 39):
        first = moved_to(first, large, shown, field)
        row, column = divmod(field, 40)
        assert first[0] <= column < first[0] + shown[0]
        assert first[1] <= row < first[1] + shown[1]
        assert moved_to(first, large, shown, field) == first == moved_to(first, large, shown, None)
    assert moved_to((0, 0), large, shown, 18 * 40) == (0, 2), "with some fields around it"
    canvas = Canvas(plan.width, plan.height)
    BoardPainter(canvas, large, plan.boards[0], (0, 0), True, (11, 20)).draw("#ffffff", 39 * 40 + 39)
    lines = ["".join(line) for line in canvas.letters]
    assert lines[2].startswith("20┃")
    assert lines[-2].startswith("39┃")
    assert "15" in lines[0]
    assert "35" in lines[0]
    assert ["▲" in lines[1], "▼" in lines[-1], any("◀" in line for line in lines)] == [True, False, True]


def test_the_smallest_terminal_shows_some_of_a_board() -> None:
    assert needed([board(40, 40)]) == (39, 16)
    assert needed([board(3, 3)]) == (33, 16)
    assert layout_for([board(40, 40)], 39, 16) is not None
    assert layout_for([board(40, 40)], 38, 16) is None
    assert layout_for([board(40, 40)], 39, 15) is None


@pytest.mark.parametrize("others", [1, 5])
def test_other_boards_are_beside_or_below_without_overlapping(others: int) -> None:
    boards = [board(5, 5, title="Own")] + [board(5, 5, title=f"Board {n}") for n in range(others)]
    plan = layout_for(boards, 100, 30)
    assert plan is not None
    assert len(plan.boards) == 1 + others
    taken: set[tuple[int, int]] = set()
    for placed in plan.boards:
        wide, high = placed.cell
        here = {(placed.x + x, placed.y + y) for x in range(5 * wide) for y in range(5 * high)}
        assert not here & taken
        assert all(0 <= x < plan.width and 0 <= y < plan.height for x, y in here)
        taken |= here


def test_boards_that_do_not_fit_are_left_out() -> None:
    plan = layout_for([board(14, 30), board(14, 30), board(14, 30)], 60, 16)
    assert plan is not None
    assert [placed.index for placed in plan.boards] == [0]


def drawn(scene_board: Board, width: int, height: int, cursor: int | None = None) -> str:
    plan = layout_for([scene_board], width, height)
    assert plan is not None
    canvas = Canvas(plan.width, plan.height)
    BoardPainter(canvas, scene_board, plan.boards[0], (0, 0), True).draw("#ffffff", cursor)
    return "\n".join("".join(line) for line in canvas.letters)


def test_marks_differ_by_sign_and_not_by_colour_alone() -> None:
    marks = {"legal_fields": (0,), "range_fields": (1,), "chosen_fields": (2,), "marked_fields": (3,)}
    text = drawn(board(1, 5, **marks), 40, 16)
    assert [text.count(sign) for sign in "•∘◆*·"] == [1, 1, 1, 1, 1]
    pieces = tuple(Piece(f"p{n}", "p", 0, n, "P", f"P{n}", "blue", owner=0) for n in range(5))
    text = drawn(board(1, 5, pieces=pieces, **marks), 70, 16)
    for mark in ("[ P0 ]", "( P1 )", "▶ P2 ◀", "‹ P3 ›"):
        assert mark in text


def test_what_carries_a_piece_is_seen_on_both_sides_of_it() -> None:
    rider = Piece("r", "r", 0, 0, "R", "Rc", "blue", owner=0, inside=True)
    plan = layout_for([board(1, 2)], 60, 16)
    assert plan is not None
    canvas = Canvas(plan.width, plan.height)
    BoardPainter(canvas, board(1, 2, pieces=(rider,)), plan.boards[0], (0, 0), False).draw("#ffffff")
    first, wide = plan.boards[0].x, plan.boards[0].cell[0]
    backgrounds = [canvas.at(first + place, plan.boards[0].y)[1].background for place in range(wide + 1)]
    assert backgrounds[0] == backgrounds[wide - 1] == backgrounds[wide] != backgrounds[1]


def test_large_fields_show_badge_and_bar() -> None:
    piece = Piece("p", "p", 0, 0, "P", "P0", "red", owner=1, badge="70", bar=Bar(70, 100))
    text = drawn(board(2, 2, pieces=(piece,)), 60, 20, cursor=3)
    assert "P0" in text
    assert "70" in text
    assert "■" in text
    assert "▌" in text


def test_a_wide_letter_never_shifts_a_line() -> None:
    piece = Piece("p", "p", 0, 0, "P", "龍", "red")
    assert "龍" not in drawn(board(2, 2, pieces=(piece,)), 60, 20)


def test_owners_have_the_colours_of_their_seats_and_the_signs_of_their_places() -> None:
    (title,) = panel_lines([Panel("Gold", (), owner=1)], 20, ("red", "gold"))
    assert (title.plain, title.style.color.name) == ("■ Gold", colour_of("gold"))  # type: ignore[union-attr]
    (turn,) = turn_lines("Red to act", 0, 20, ("red", "gold"))
    assert turn.style.bgcolor.name == colour_of("red")  # type: ignore[union-attr]
    assert turn.plain.startswith(" ● Red to act")
    assert [line.plain for line in turn_lines("Made to order, 4 turns left", 0, 20, ("red",))] == [
        " ● Made to order, 4 ",
        "   turns left       ",
    ]


def test_of_panels_nothing_is_cut_that_there_is_room_for() -> None:
    panel = Panel("Ash", (Line("You lose this round", "nothing"), Line("Tower", "4", Bar(4, 4))))
    assert "You lose this round nothing" in panel_lines([panel], 28, ())[1].plain
    assert "…" in panel_lines([panel], 20, ())[1].plain


def test_words_fit_their_width() -> None:
    scene = garrison.load("skirmish").new(1).scene(0)
    for width in (20, 26, 60):
        buttons = [SceneButton(1, "a", "A very long label indeed", ("up", "space"), True)]
        log = [LogLine(1, "A long sentence about what has just happened here.")]
        lines = [
            *panel_lines(scene.panels, width, scene.colours),
            *button_lines(buttons, width),
            *log_lines(log, width, 9),
        ]
        assert all(line.cell_len <= width for line in lines)
    assert key_lines([("Q", "leave"), ("P", "pause")], 30)[0].plain == "Q leave  P pause"


def test_the_log_shows_its_end() -> None:
    log = [LogLine(n, f"Sentence {n}.") for n in range(100)]
    assert [line.plain for line in log_lines(log, 20, 3)] == ["Sentence 97.", "Sentence 98.", "Sentence 99."]


def test_the_client_knows_no_game() -> None:
    for file in Path(terminal.__file__).parent.glob("*.*"):
        # Titles in words, and names in quotation marks or as packages: an event loop is not a game.
        text = file.read_text()
        named = {*re.findall(r"[\"']([a-z]+)[\"']", text), *re.findall(r"games\.([a-z]+)", text)}
        assert not named & set(NAMES), file
        assert not any(discovery.find(name).facts.title in text for name in NAMES), file


def test_another_interval_counts_from_the_last_tick() -> None:
    now = [0.0]
    clock = Countdown(lambda: now[0])
    ticks = Ticks(clock, 0.4)
    now[0] = 0.1
    ticks.change(0.2)
    assert ticks.wait == pytest.approx(0.1)
    now[0] = 0.2
    assert ticks.take()
    assert ticks.wait == pytest.approx(0.2)


def test_a_game_of_panels_alone_has_a_layout_too() -> None:
    plan = layout_for((), 80, 24)
    assert plan is not None
    assert (plan.boards, plan.beside) == ((), True)
    columns, rows = needed(())
    assert layout_for((), columns, rows) is not None
    assert layout_for((), columns, rows - 1) is None
