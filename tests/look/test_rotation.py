"""Boards turned round."""

from dataclasses import fields

from garrison.core.game import load
from garrison.look.rotation import opposite_field, turn_board, turn_scene
from garrison.look.scene import Board, FieldTip, names_with
from garrison.play.match import Match, Seat
from garrison.play.terminal.session import Session


def test_turned_twice_everything_is_where_it_was() -> None:
    scene = load("skirmish").new(0).scene(0)
    assert turn_scene(turn_scene(scene)) == scene


def test_rows_above_the_margin_are_below_it_on_a_turned_board() -> None:
    board = Board(8, 7, (".......",) * 8, {}, margin=1, head=1)
    there = turn_board(board)
    assert (there.head, there.action(0), there.field_of(24)) == (-1, -1, 8)
    assert turn_board(there) == board
    for one in (board, there):
        assert [one.action(one.field_of(action)) for action in range(25)] == list(range(25))
    seen = [there.action(opposite_field(board, board.field_of(action))) for action in range(25)]
    assert seen == list(range(25)), "a field keeps its row and its column, whoever looks at it"


def test_a_person_against_a_bot_has_their_own_side_at_the_bottom() -> None:
    game = load("skirmish", variant="zorde_first")
    session = Session(Match(game, 1, [Seat("random"), Seat()]))
    [board] = session.scene.boards
    assert max(piece.row for piece in board.pieces if piece.owner == 1) == board.rows - 1
    field = board.legal_fields[0]
    assert session.click(0, field)
    assert session.match.replay.moves[-1].action == opposite_field(board, field), "what was clicked is what is meant"
    assert board.action(field) == opposite_field(board, field)


def test_two_people_at_one_screen_see_the_board_as_it_is() -> None:
    session = Session(Match(load("skirmish"), 1, [Seat(), Seat()]))
    assert not session.is_turned


def test_all_numbers_of_fields_are_known_to_be_such() -> None:
    """A new field of a board needs no line in what turns boards round."""
    assert names_with(Board, "numbered") == tuple(one.name for one in fields(Board) if one.name.endswith("_fields"))
    assert names_with(FieldTip, "numbered") == ("fields",)
    numbers = dict.fromkeys(names_with(Board, "numbered"), (0, 4))
    seen = turn_board(Board(2, 3, ("abc", "def"), {}, **numbers, tips=(FieldTip(1, "It hits.", (0, 4)),)))
    assert all(getattr(seen, name) == (5, 1) for name in numbers)
    assert seen.tips == (FieldTip(4, "It hits.", (5, 1)),)
