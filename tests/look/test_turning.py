"""Boards turned round."""

from garrison.core.game import load
from garrison.look.turning import turned, turned_field
from garrison.play.match import Match, Seat
from garrison.play.terminal.session import Session


def test_turned_twice_everything_is_where_it_was() -> None:
    scene = load("skirmish").new(0).scene(0)
    assert turned(turned(scene)) == scene


def test_a_person_against_a_bot_has_their_own_side_at_the_bottom() -> None:
    game = load("skirmish", variant="zorde_first")
    session = Session(Match(game, 1, [Seat("random"), Seat()]))
    [board] = session.scene.boards
    assert max(piece.row for piece in board.pieces if piece.owner == 1) == board.rows - 1
    field = board.legal_fields[0]
    assert session.click(0, field)
    assert session.match.replay.moves[-1].action == turned_field(board, field), "what was clicked is what is meant"


def test_two_people_at_one_screen_see_the_board_as_it_is() -> None:
    session = Session(Match(load("skirmish"), 1, [Seat(), Seat()]))
    assert not session.is_turned
