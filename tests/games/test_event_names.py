"""Events are printed with the names of what their numbers stand for, in all five games."""

from __future__ import annotations

import pytest

from garrison.core.engine.events import Code, Event
from garrison.core.game import load
from playing import NAMES

# What these count or name is a number everywhere: players, cores of the minefield.
NUMBERS = {"player", "who", "whose", "winner", "side", "core"}


@pytest.mark.parametrize("name", NAMES)
def test_every_number_that_stands_for_something_has_its_name(name: str) -> None:
    game = load(name)
    for kind in game.event_kinds:
        for number in kind.names:
            low, high = game.state_module.EVENT_RANGES.get(number, (0, -1))
            if isinstance(number, Code):
                words = [number.word(value) for value in range(low, min(high, low + 99) + 1)]
                assert not any(word.lstrip("-").isdigit() for word in words), (kind, number)
                assert len(set(words)) == len(words)
            else:
                assert high < low or number in NUMBERS, f"{kind.name}: {number} is printed as a code"


@pytest.mark.parametrize(
    ("name", "kind", "numbers", "printed"),
    [
        ("siege", "WON", (1, 2), "WON(winner=1, reason=ARMY)"),
        (
            "boneyard",
            "TRAP_KILLED",
            (0, 6, 12, 2),
            "TRAP_KILLED(who=0, skeleton=BLUE_FROM_THE_LEFT, field=12, trap=DRAGON)",
        ),
        ("loop", "WORE", (1, 0), "WORE(item=SWORD, taken_off=NONE)"),
        ("loop", "DIED", (4, 3), "DIED(being=VAMPIRE, serial=3)"),
        ("minefield", "BUMPED", (5, 3), "BUMPED(square=5, direction=LEFT)"),
        ("skirmish", "DIED", (4718640, 9), "DIED(who=H0, field=9)"),
    ],
)
def test_an_event_as_it_is_printed(name: str, kind: str, numbers: tuple[int, ...], printed: str) -> None:
    assert repr(Event(load(name).event_kinds[kind], *numbers)) == printed
