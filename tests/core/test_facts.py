"""What a game says about itself: few facts are needed, the rest has defaults, and buttons are numbered once."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from garrison.core.discovery import find
from garrison.core.facts import Button, Facts, facts_of, numbered
from garrison.errors import BadOption
from playing import NAMES

NEEDED: dict[str, Any] = {
    "TITLE": "Counting",
    "SUMMARY": "Count to three in turns.",
    "BOARD": (2, 3),
    "PLANES": ("count",),
    "REASONS": ("", "limit", "counted"),
}


def package(**stated: Any) -> ModuleType:
    made = ModuleType("counting")
    vars(made).update(stated)
    return made


def test_five_facts_are_enough_for_a_turn_game_for_two() -> None:
    facts = facts_of(package(**NEEDED))
    assert (facts.players, facts.player_range) == ((2, 2), "2")
    assert facts.seats == ("Player 1", "Player 2")
    assert (facts.fields, facts.buttons, facts.actions) == (6, (), 6)  # a click on any field of the board
    assert (facts.time, facts.rules_version, facts.options, facts.reach) == ("turns", 1, {}, ())


@pytest.mark.parametrize("missing", NEEDED)
def test_a_fact_that_is_needed_and_not_stated_is_named(missing: str) -> None:
    stated = {name: value for name, value in NEEDED.items() if name != missing}
    with pytest.raises(BadOption, match=rf"The game in counting does not state {missing} in its __init__\.py\."):
        facts_of(package(**stated))


def test_what_is_stated_goes_over_the_defaults() -> None:
    stated = {"PLAYERS": (1, 3), "SEATS": ("A", "B", "C"), "FIELDS": 0, "BUTTONS": (Button("count", "Count"),)}
    facts = facts_of(package(**NEEDED, **stated, TIMEOUT_MS=45_000))
    assert (facts.player_range, facts.seats, facts.fields, facts.actions) == ("1-3", ("A", "B", "C"), 0, 1)
    assert facts.time == "turns, 45 s timer"


def test_seats_without_names_are_numbered_up_to_the_largest_game() -> None:
    assert facts_of(package(**NEEDED, PLAYERS=(1, 3))).seats == ("Player 1", "Player 2", "Player 3")


def test_seats_have_the_colours_that_a_game_states_or_the_usual_ones() -> None:
    assert facts_of(package(**NEEDED)).seat_colours == ("blue", "red")
    many = facts_of(package(**NEEDED, PLAYERS=(1, 8))).seat_colours
    assert many == ("blue", "red", "green", "orange", "purple", "teal", "blue", "red")
    assert facts_of(package(**NEEDED, SEAT_COLOURS=("white", "dark"))).seat_colours == ("white", "dark")


@pytest.mark.parametrize(
    ("colours", "words"),
    [(("red",), "there are 1 for 2 seats"), (("red", "crimson"), "'crimson' is not one of white, grey, red, orange")],
)
def test_colours_that_no_screen_could_show_are_one_sentence(colours: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadOption, match=f"The game in counting states wrong SEAT_COLOURS: {words}"):
        facts_of(package(**NEEDED, SEAT_COLOURS=colours))


def test_buttons_are_numbered_after_the_fields_by_their_names_in_capitals() -> None:
    press = numbered((Button("pass", "Pass"), Button("up+mine", "Up, mine"), Button("graveyard 1", "To Ash")), 25)
    assert {each.name: int(each) for each in press} == {"PASS": 25, "UP_MINE": 26, "GRAVEYARD_1": 27}


@pytest.mark.parametrize("name", NAMES)
def test_the_facts_of_every_game_fit_together(name: str) -> None:
    facts: Facts = find(name).facts
    assert facts.reasons[:2] == ("", "limit")
    assert len(facts.seats) == facts.players[1]
    assert len({button.name for button in facts.buttons}) == len(facts.buttons)
    assert -1 <= facts.tick_action < facts.actions
    assert -1 <= facts.timeout_action < facts.actions
    assert (facts.tick_ms > 0) == (facts.tick_action >= 0)
    assert facts.tick_range[0] <= facts.tick_ms <= facts.tick_range[1]
