"""Records of Boneyard in which numbers contradict one another."""

from __future__ import annotations

from typing import Any

import pytest

from clashing import changed, clash
from garrison import load
from garrison.core.engine.events import LIMIT
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.boneyard.rules.ground import TOWER
from garrison.games.boneyard.rules.skeletons import rise
from garrison.games.boneyard.rules.stash import put_on_board
from garrison.games.boneyard.state import ABOVE, FOREST, Ask, Fresh, Phase, Press, Stage, Trap

pytestmark = pytest.mark.lane
OWN = (0, Trap.WALL)  # in the arrays by player and trap


def at_hero(players: int = 3) -> Position:
    """Everybody's hero is to move; the first player has a wall on field 0, a fan on 1, a ballista on the tower."""
    position = load("boneyard", variant="former", players=players, traps="all").new(seed=1)
    p, s = position.game.record[0], position.state[0]
    for trap, field, facing in ((Trap.WALL, 0, 1), (Trap.FAN, 1, 3), (Trap.BALLISTA, TOWER, 2), (Trap.HEARSE, 3, 0)):
        plain(put_on_board)(p, s, 0, trap, field, facing)
    plain(put_on_board)(p, s, 0, Trap.SHIELD, 0, 0)
    plain(rise)(p, s, 0, 0, 7, 2)
    s.event_count = 0
    return position


def at_traps() -> Position:
    """Everybody sees to the traps."""
    return changed(at_hero(), phase=Phase.TRAPS)


def asked(trap: int, stage: int = Stage.ACTING, ask: int = Ask.GRAVEYARD, **changes: Any) -> Position:
    """The first player is asked, in phase 3, what the trap on field 4 does."""
    position = at_hero()
    if trap:
        plain(put_on_board)(position.game.record[0], position.state[0], 0, trap, 4, 0)
    facts = {"event_count": 0, "phase": Phase.SKELETONS, "waiting": 1, "stages": (0, stage), "asks": (0, ask)}
    return changed(position, **{**facts, "at": (0, 4), **changes})


def above() -> Position:
    """The first player is asked where one that has left above should go."""
    return asked(0, Stage.LEAVING, above=(0, 1), places=((0, 3), ABOVE), fresh=((0, 3), Fresh.MOVED))


def dragon() -> Position:
    """The first player is asked where the dragon carries one that came onto it."""
    return asked(Trap.DRAGON, ask=Ask.DIRECTION, places=((0, 3), 4), fresh=((0, 3), Fresh.CAME))


def test_positions_to_be_changed_are_sound() -> None:
    for position in (at_hero(), at_hero(1), at_traps(), asked(Trap.CATAPULT), above()):
        assert clash(position) == ""
    assert clash(dragon()) == ""
    assert clash(asked(0, Stage.HEARSES, at=(0, 3))) == ""


@pytest.mark.parametrize(
    "name, changes",
    [
        ("traps", {"traps": ((0, 5), Trap.SHIELD)}),
        ("traps", {"traps": ((0, 5), Trap.BALLISTA)}),
        ("traps", {"traps": ((0, TOWER), Trap.WALL)}),
        ("trapped", {"trapped": (0, 0)}),
        ("where", {"where": (OWN, 0)}),
        ("uses", {"uses": ((0, 0), 3)}),
        ("uses", {"uses": ((0, 0), 0)}),
        ("uses", {"uses": ((0, 5), 1)}),
        ("facings", {"facings": ((0, 0), 2)}),
        ("facings", {"facings": ((0, 3), 1)}),
        ("craters", {"craters": (0, 1)}),
        ("craters", {"craters": (0, 1 << TOWER)}),
        ("shielded", {"shielded": (0, 1 << 5)}),
        ("shielded", {"shielded": (0, 1 << 3)}),
        ("stash", {"stash": (OWN, 2)}),
        ("stash", {"stash": ((0, Trap.SHIELD), 1)}),
        ("stash", {"stash": ((0, 0), 1)}),
        ("where", {"where": ((0, Trap.BOMB), 1 << 9), "stash": ((0, Trap.BOMB), 0)}),
        ("hearses", {"hearses": (1, 1)}),
    ],
)
def test_traps_are_where_the_board_says_and_no_more_than_there_are(name: str, changes: dict[str, Any]) -> None:
    assert clash(at_hero(), **changes) == name


@pytest.mark.parametrize(
    "name, changes",
    [
        ("counts", {"counts": (0, 128), "buried": (0, 1), "graves": ((0, 0), 1)}),
        ("buried", {"graves": ((0, 0), 1)}),
        ("headings", {"places": ((0, 3), FOREST), "headings": ((0, 3), 0)}),
        ("from_headings", {"from_headings": ((0, 3), 0)}),
        ("", {"from_places": ((0, 3), 3), "from_headings": ((0, 3), 0)}),
        ("above", {"above": (0, 1)}),
        ("above", {"places": ((0, 3), ABOVE), "above": (0, 1)}),
    ],
)
def test_skeletons_are_counted(name: str, changes: dict[str, Any]) -> None:
    assert clash(at_hero(), **changes) == name


@pytest.mark.parametrize(
    "name, changes",
    [
        ("stages", {"stages": (0, Stage.ACTING)}),
        ("due", {"due": (0, 1)}),
        ("blocking", {"blocking": (0, 1)}),
    ],
)
def test_a_board_is_done_between_the_phases(name: str, changes: dict[str, Any]) -> None:
    assert clash(at_hero(), **changes) == name


def test_boards_ask_what_they_have_to_ask() -> None:
    assert clash(asked(Trap.CATAPULT), due=(0, 1 << 9)) == "due"
    assert clash(asked(Trap.CATAPULT), at=(0, 0)) == "at"
    assert clash(asked(Trap.CATAPULT), asks=(0, Ask.DIRECTION)) == "at"
    assert clash(dragon(), at=(0, 5)) == "at"
    assert clash(dragon(), fresh=((0, 3), Fresh.MOVED)) == "at"
    assert clash(above(), above=(0, 0), places=((0, 3), 7)) == "at"
    assert clash(asked(0, Stage.HEARSES, at=(0, 3)), due=(0, 1)) == "at"
    assert clash(asked(0, Stage.HEARSES, at=(0, 3)), at=(0, 1)) == "at"
    assert clash(asked(Trap.CATAPULT), phase=Phase.HERO) == "phase"
    assert clash(at_hero(2), phase=Phase.TRAPS, stages=(0, Stage.HEARSES), asks=(0, Ask.GRAVEYARD), at=(0, 3)) == "asks"


def test_answers_are_directions_or_other_graveyards() -> None:
    catapult = changed(asked(Trap.CATAPULT), waiting=2, asks=(1, Ask.DIRECTION), stages=(1, Stage.ACTING), at=(1, 4))
    plain(put_on_board)(catapult.game.record[0], catapult.state[0], 1, Trap.DRAGON, 4, 0)
    carried: dict[str, Any] = {"places": ((1, 0), 4), "fresh": ((1, 0), Fresh.CAME)}
    catapult = changed(catapult, event_count=0, choices=(0, 1), **carried)
    assert clash(catapult) == ""
    assert clash(catapult, choices=(0, 0)) == "choices"
    assert clash(catapult, choices=(0, 3)) == "choices"
    assert clash(catapult, choices=(2, 1)) == "choices"
    answered = changed(catapult, waiting=1, choices=[(0, -1), (1, 3)])
    assert clash(answered) == ""
    assert clash(answered, choices=(1, 4)) == "choices"


def test_heroes_step_like_kings() -> None:
    waiting = {"waiting": 6}
    assert clash(at_hero(), **waiting, choices=(0, TOWER + 1)) == ""
    assert clash(at_hero(), **waiting, choices=(0, TOWER + 2)) == "choices"
    assert clash(at_hero(), **waiting) == "choices"
    assert clash(changed(at_hero(), heroes=(0, 24)), **waiting, choices=(0, Press.PASS)) == "choices"
    assert clash(at_hero(), choices=(0, TOWER + 1)) == "choices"
    assert clash(at_hero(), over=1, waiting=0, reason=LIMIT, choices=(0, TOWER + 1)) == "choices"


@pytest.mark.parametrize(
    "name, changes",
    [
        ("", {"choices": (0, Press.PASS)}),
        ("", {"choices": (0, 1)}),
        ("", {"choices": (0, 9), "chosen_traps": (0, Trap.BOMB)}),
        ("choices", {}),
        ("choices", {"choices": (0, 9)}),
        ("choices", {"choices": (0, TOWER), "chosen_traps": (0, Trap.BOMB)}),
    ],
)
def test_whoever_has_chosen_can_do_it(name: str, changes: dict[str, Any]) -> None:
    assert clash(at_traps(), waiting=6, **changes) == name


def test_traps_to_be_placed_are_in_the_stash_and_face_as_they_can() -> None:
    position = changed(at_traps(), stash=(OWN, 0))
    assert clash(position, chosen_traps=(0, Trap.WALL)) == "chosen_traps"
    assert clash(at_hero(), chosen_traps=(0, Trap.BOMB)) == "chosen_traps"
    assert clash(at_traps(), chosen_traps=(0, Trap.BOMB), chosen_facings=(0, 1)) == "chosen_facings"
    assert clash(at_traps(), chosen_traps=(1, Trap.WALL), chosen_facings=(1, 2)) == "chosen_facings"
    assert clash(at_traps(), chosen_traps=(1, Trap.WALL), chosen_facings=(1, 1)) == ""
    assert clash(at_traps(), waiting=5, chosen_traps=(1, Trap.WALL), choices=(1, 9)) == "choices"


def test_choices_wait_for_no_march() -> None:
    assert clash(at_hero(), phase=Phase.SKELETONS, waiting=6, choices=(0, Press.PASS)) == "choices"
