"""B1-B5: the board, the skeletons' kinds and the traps at the start; the options."""

from collections import Counter
from datetime import date

import numpy as np
import pytest
from boneyard_drawing import ENTRIES, KINDS, NAMES, POINTS, TRAPS, USES, after, draw, picture, stash, text, value

import garrison
from garrison.core.about import explanations
from garrison.core.discovery import find
from garrison.core.seeds import draws
from garrison.errors import BadOption
from garrison.games.boneyard import OPTIONS, TRAP_NAMES
from garrison.games.boneyard.scenario import SETS, WEEKLY, WEEKLY_KINDS, meanings_today, weekly
from garrison.games.boneyard.state import BASIC, MOST_TRAPS, Trap

pytestmark = pytest.mark.lane

PLAYERS = range(1, 7)


@pytest.mark.parametrize("players", PLAYERS)
def test_B1_towers_have_4_layers_and_villages_5_houses(players):
    position = garrison.load("boneyard", variant="former", players=players).new()
    expected = (1, 1) if players == 1 else (4, 5)
    for who in range(players):
        assert (value(position, "layers", who), value(position, "houses", who)) == expected
    assert position.waiting == tuple(range(players))
    assert position.state["layers"][0, players:].sum() == 0


def test_B1_the_tower_is_in_the_middle():
    position = after(draw(".  .  .  .  .\n.  .  Gv .  ."))
    assert value(position, "layers") == 89
    assert picture(position) == text(".  .  .  .  .")


@pytest.mark.parametrize(
    "row, column, sign", [(0, 2, "v"), (1, 2, "v"), (2, 1, ">"), (2, 3, "<"), (3, 2, "^"), (4, 2, "v")]
)
def test_B2_arrows_are_printed_on_six_fields(row, column, sign):
    """A skeleton comes onto the arrow from the side and turns."""
    rows = [["."] * 5 for _ in range(5)]
    start, heading = (column - 1, ">") if column > 0 and (row, column) != (2, 3) else (column + 1, "<")
    rows[row][start] = f"G{heading}"
    position = after(draw("\n".join(" ".join(line) for line in rows)))
    rows[row][start], rows[row][column] = ".", f"G{sign}"
    assert picture(position) == text("\n".join(" ".join(line) for line in rows))


def test_B2_no_other_field_has_an_arrow():
    arrows = garrison.load("boneyard", variant="former").record[0].arrows.reshape(5, 5)
    assert {(int(row), int(column)) for row, column in np.argwhere(arrows)} == {
        (0, 2),
        (1, 2),
        (2, 1),
        (2, 3),
        (3, 2),
        (4, 2),
    }


def test_B3_there_are_fifteen_kinds_in_this_order():
    assert " ".join(NAMES[kind] for kind in range(15)) == "Pv Yv Rv Bv Gv G> B> R> Y> P> P< Y< R< B< G<"


@pytest.mark.parametrize("name", KINDS)
def test_B3_a_skeleton_enters_at_its_own_point(name):
    position = after(draw(f". . . . .\nforest: {name}", rules={"arrows": [0] * 25}))
    s = position.state[0]
    assert (int(s.kinds[0, 0]), int(s.places[0, 0])) == (KINDS[name], ENTRIES[KINDS[name]])
    assert "^>v<"[s.headings[0, 0]] == name[1]


@pytest.mark.parametrize("name", KINDS)
def test_B3_a_skeleton_comes_back_at_its_own_point(name):
    """Sent off the board by itself, it rises on the other player's side at its kind's point."""
    origin = {"v": "", ">": "l", "<": "r"}[name[1]]
    position = after(draw(f". . . . .\n{name[0]}<{origin} . . . ."))
    assert picture(position, 1) == text(f". . . . .\nforest: {name}")


@pytest.mark.parametrize("players", PLAYERS)
def test_B4_the_hero_starts_on_the_tower(players):
    position = garrison.load("boneyard", variant="former", players=players).new()
    assert [value(position, "heroes", who) for who in range(players)] == [12] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_B4_everybody_starts_with_3_skeletons_in_the_forest(players):
    position = garrison.load("boneyard", variant="former", players=players).new(4)
    s = position.state[0]
    for who in range(players):
        assert s.counts[who] == 3
        assert s.places[who, :3].tolist() == [25] * 3
        assert all(NAMES[int(kind)][0] != "R" for kind in s.kinds[who, :3])
    assert s.counts[players:].sum() == 0


def test_B4_the_first_skeletons_are_the_ones_that_chance_says():
    """The draws are uniform over the 12 kinds that are not red, player by player."""
    game = garrison.load("boneyard", variant="former")
    for seed in range(20):
        numbers = draws(seed, [12] * 6)
        not_red = [kind for kind in range(15) if NAMES[kind][0] != "R"]
        kinds = game.new(seed).state[0].kinds
        assert [int(kinds[who, i]) for who in range(2) for i in range(3)] == [not_red[number] for number in numbers]


def test_B5_the_basic_set():
    expected = {"wall": 2, "catapult": 2, "dragon": 1, "treasure": 1}
    position = garrison.load("boneyard", variant="former", players=3).new()
    assert [stash(position, who) for who in range(3)] == [expected] * 3


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("variant, count", [("seed", 14), ("former", 6), ("standard", 8)])
def test_B5_in_seed_everybody_has_every_trap(variant, count, players):
    position = garrison.load("boneyard", variant=variant, players=players).new()
    for who in range(players):
        assert sum(stash(position, who).values()) == count
        assert (len(stash(position, who)) == 14) == (variant == "seed")


def test_B5_in_seed_other_traps_can_still_be_chosen():
    assert stash(garrison.load("boneyard", variant="seed", traps="bomb").new()) == {"bomb": 1}


def test_B5_all_is_one_of_each():
    position = garrison.load("boneyard", variant="former", traps="all").new()
    assert stash(position) == stash(position, 1) == dict.fromkeys(TRAPS[1:], 1)


@pytest.mark.parametrize(
    "traps", ["wall,wall,dragon,bomb", " Wall , wall,dragon, bomb", ["wall", "wall", "dragon", "bomb"]]
)
def test_B5_a_list_by_hand(traps):
    assert stash(garrison.load("boneyard", variant="former", traps=traps).new()) == {"wall": 2, "dragon": 1, "bomb": 1}


@pytest.mark.parametrize("count", [1, 14])
def test_B5_one_to_fourteen_traps(count):
    assert stash(garrison.load("boneyard", variant="former", traps=",".join(["spring"] * count)).new()) == {
        "spring": count
    }


@pytest.mark.parametrize(
    "traps, words",
    [
        ("wall,wal", "no trap called 'wal'"),
        ("", "no trap called ''"),
        (",".join(["wall"] * 15), "1 to 14 traps, not 15"),
        ([], "1 to 14 traps, not 0"),
        (7, "text or a list of names, not 7"),
        ("weekly:tomorrow", "'tomorrow' is not a date"),
        ("weekly:2026-02-30", "'2026-02-30' is not a date"),
    ],
)
def test_B5_a_wrong_set_gets_a_sentence(traps, words):
    with pytest.raises(BadOption, match=words):
        garrison.load("boneyard", variant="former", traps=traps)


@pytest.mark.parametrize("players", [0, 7, -1, "two", True, 2.0])
def test_B5_a_wrong_number_of_players_gets_a_sentence(players):
    with pytest.raises(BadOption, match="players must be a number from 1 to 6"):
        garrison.load("boneyard", variant="former", players=players)


def test_B5_the_week_decides_and_nothing_else():
    days = [date(2026, 11, day) for day in range(9, 16)]  # ISO week 46
    assert len({tuple(weekly(day)) for day in days}) == 1
    assert weekly(date(2026, 11, 16)) != weekly(date(2026, 11, 15))


def test_B5_weekly_is_drawn_with_the_games_generator_seeded_by_year_and_week():
    left = list(range(1, 15))
    expected = sorted(left.pop(number) for number in draws(2026 * 100 + 46, [14, 13, 12, 11, 10, 9]))
    position = garrison.load("boneyard", variant="former", traps="weekly:2026-11-15").new()
    assert stash(position) == {TRAPS[trap]: 1 for trap in expected}
    assert len(set(expected)) == 6


def test_B5_the_iso_year_counts():
    """31 December 2024 is in week 1 of 2025."""
    assert weekly(date(2024, 12, 31)) == weekly(date(2025, 1, 1))


def test_B5_what_this_week_brings_is_told_in_words():
    before, told, after = weekly(date.today()), meanings_today(), weekly(date.today())
    words = told["traps"]["weekly"].removeprefix("This week: ").removesuffix(", the same for everybody.")
    *most, last = words.replace(" and ", ", ").split(", ")
    assert words == f"{', '.join(most)} and {last}"
    labels = {button.name: button.label.lower() for button in find("boneyard").facts.buttons}
    assert [*most, last] in [[labels[trap.name.lower()] for trap in traps] for traps in (before, after)]


def test_B5_weekly_is_spelled_out_in_the_parameters():
    by_week = garrison.load("boneyard", variant="former", traps="weekly")
    names = ",".join(TRAPS[trap] for trap in by_week.parameters["traps"])
    assert garrison.load("boneyard", variant="former", traps=names) == by_week
    assert weekly(date.today()) == by_week.parameters["traps"]


def test_B5_every_kind_comes_up_in_some_week():
    seen = {trap for week in range(1, 53) for trap in weekly(date.fromisocalendar(2026, week, 1))}
    assert seen == set(range(1, 15))


def test_B5_the_generator_outside_a_game_draws_as_the_one_inside():
    """Scenarios are drawn without compiling anything; the numbers are the same."""
    game = garrison.load("boneyard", variant="former", players=1, rules={"first_spawns": 40})
    for seed in (0, 1, 202646, 2**64 - 1):
        not_red = [kind for kind in range(15) if NAMES[kind][0] != "R"]
        kinds = game.new(seed).state[0].kinds[0, :40].tolist()
        assert kinds == [not_red[number] for number in draws(seed, [12] * 40)]


def test_B5_uses_and_points_are_those_of_the_table():
    rules = garrison.load("boneyard", variant="former").parameters
    assert rules["uses"] == [USES[trap] for trap in TRAPS[1:-1]]  # the zero at the end is not written
    assert rules["points"] == [POINTS[trap] for trap in TRAPS[1:]]


@pytest.mark.parametrize(
    "rules, words",
    [
        ({"traps": [1, 0, 2]}, "without a gap"),
        ({"traps": []}, "1 to 14 traps"),
        ({"uses": [0, 2, 2, 1, 1, 0, 0, 2, 2, 2, 2, 1, 1, 0]}, "of the wall, must be at least 1"),
        ({"uses": [2, 2, 2, 1, 1, 3, 0, 2, 2, 2, 2, 1, 1, 0]}, "of the labyrinth, must be 0"),
    ],
)
def test_B5_parameters_that_contradict_each_other_are_refused(rules, words):
    with pytest.raises(BadOption, match=words):
        garrison.load("boneyard", variant="former", rules=rules)


def test_every_variant_can_be_played():
    for variant in find("boneyard").variants:
        assert garrison.load("boneyard", variant=variant).new().waiting


@pytest.mark.parametrize(
    ("traps", "players", "missing"),
    [
        (["wall"], 2, {"up", "dragon", "graveyard 1", "graveyard 2", "graveyard 3"}),
        (["wall"], 3, {"up", "dragon", "graveyard 4"}),
        (["bomb"], 6, {"wall", "rising", "falling", "up", "left"}),
        (["fan"], 1, {"rising", "graveyard 1", "graveyard 2"}),
    ],
)
def test_B5_actions_that_nobody_can_ever_use_are_known(traps, players, missing):
    numbers = [int(Trap[trap.upper()]) for trap in traps]
    game = garrison.load(
        "boneyard", variant="former", players=players, rules={"traps": [*numbers, *[0] * (14 - len(numbers))]}
    )
    used = {game.action_name(int(action)) for action in game.used_actions}
    assert not used & missing
    assert used >= {"pass", "field 0", *traps}
    assert {f"graveyard {number}" in used for number in range(1, players + 1)} == {players > 2}
    assert ("down" in used) == (traps == ["fan"])
    assert ("falling" in used) == (traps == ["wall"])


# --- What is stated once


def test_B5_a_trap_has_the_number_of_its_button():
    assert [trap.name.lower() for trap in Trap] == list(TRAP_NAMES) == TRAPS[1:]
    assert [int(trap) for trap in Trap] == list(range(1, MOST_TRAPS + 1))
    game = garrison.load("boneyard", variant="former")
    assert all(game.action(trap.name.lower()) == game.action("pass") + trap for trap in Trap)


def test_B5_the_options_say_what_the_sets_hold():
    meanings = {str(offer): getattr(offer, "meaning", "") for offers in OPTIONS.values() for offer in offers}
    assert list(OPTIONS["traps"]) == [*SETS, WEEKLY]
    assert Counter(BASIC) == {Trap.WALL: 2, Trap.CATAPULT: 2, Trap.DRAGON: 1, Trap.TREASURE: 1}
    assert meanings["basic"] == "Two walls, two catapults, a dragon and a treasure."
    assert (MOST_TRAPS, WEEKLY_KINDS, garrison.load("boneyard", variant="former").parameters["solo_rounds"]) == (
        14,
        6,
        10,
    )
    assert "fourteen" in meanings["all"]
    assert meanings["weekly"].startswith("Six")
    assert meanings["1"] == "Alone: survive ten rounds."


def test_what_things_are_holds_for_any_parameters():
    told = explanations(garrison.load("boneyard", variant="former", rules={"distress_calls": 0, "points": [5] * 14}))
    assert "appears" not in told["distress"]
    assert "points: 5." in told["wall"]
