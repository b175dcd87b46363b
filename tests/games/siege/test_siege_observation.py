"""What a network sees of a map: one that was drawn may be smaller than the planes."""

from __future__ import annotations

import numpy as np
import pytest

from garrison.games.siege import PHASES
from garrison.games.siege.state import Phase
from playing import game_of

pytestmark = pytest.mark.lane

WIDE_SEED = 3  # of a map that is 32 x 36


@pytest.mark.parametrize("player", [0, 1])
def test_G1_the_ground_of_a_drawn_map_is_seen_row_by_row_and_nothing_beyond_it(player: int) -> None:
    position = game_of("siege", map="random").new(WIDE_SEED)
    rows, columns = int(position.state["rows"][0]), int(position.state["columns"][0])
    ground = position.observe(player)[position.game.planes.index("ground")]
    assert (rows, columns) != ground.shape
    assert columns < ground.shape[1]
    drawn = position.state["ground"][0][: rows * columns].reshape(rows, columns)
    assert np.array_equal(ground[:rows, :columns], drawn + 1)
    assert not ground[rows:].any()
    assert not ground[:, columns:].any()


def test_the_words_for_phases_are_in_the_order_of_the_phases() -> None:
    words = ("a castle's place", "what to set up", "a land unit's turn", "whom to attack", "its place")
    phases = (Phase.CASTLE, Phase.SET_UP, Phase.LAND, Phase.TARGET, Phase.PLACE)
    assert len(PHASES) == len(Phase)
    assert tuple(PHASES[phase] for phase in phases) == words


def test_G1_a_field_of_a_given_map_and_its_cell_have_the_same_number() -> None:
    position = game_of("siege", map="river").new(1)
    ground = position.observe(0)[position.game.planes.index("ground")]
    assert (ground == 2).any(), "there is water in the river"
    assert np.array_equal(ground.ravel(), position.state["ground"][0][: ground.size] + 1)
