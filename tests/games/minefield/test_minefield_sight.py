"""Numbers are found wherever they are, in the order of the squares."""

from __future__ import annotations

import pytest

import garrison
from garrison.core.plain import plain
from garrison.games.minefield.skill import sight
from garrison.games.minefield.skill.sight import FIRST_SQUARE, LAST_SQUARE
from garrison.games.minefield.state import Object


@pytest.mark.parametrize("seed", range(5))
def test_every_number_is_found_and_nothing_else(seed: int) -> None:
    state = (
        garrison.load("minefield", variant="former", rules={"start_numbers": 40, "start_mines": 3}).new(seed).state[0]
    )
    found, square = [], plain(sight.next_number)(state, FIRST_SQUARE, LAST_SQUARE)
    while square <= LAST_SQUARE:
        found.append(square)
        square = plain(sight.next_number)(state, square + 1, LAST_SQUARE)
    assert found == [index for index, thing in enumerate(state.squares) if Object.ONE <= thing <= Object.THREE]
    assert len(found) == 40


def test_what_lies_behind_the_last_square_is_not_found() -> None:
    state = garrison.load("minefield", variant="former", rules={"start_numbers": 0}).new(1).state[0]
    state.squares[FIRST_SQUARE + 9] = Object.TWO
    assert plain(sight.next_number)(state, FIRST_SQUARE, FIRST_SQUARE + 8) == FIRST_SQUARE + 9
    assert plain(sight.next_number)(state, FIRST_SQUARE, FIRST_SQUARE + 3) == FIRST_SQUARE + 4
    assert plain(sight.next_number)(state, FIRST_SQUARE, FIRST_SQUARE + 9) == FIRST_SQUARE + 9
