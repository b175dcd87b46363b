"""S18: the set-ups that come with the game, and armies drawn from the seed."""

from collections import Counter

import numpy as np
import pytest
from skirmish_drawing import LETTERS, NAMES, SIDES, board, drawn, name_of, places

from garrison import load
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.errors import BadFile, BadOption, GarrisonError
from garrison.games.skirmish.state import Kind

pytestmark = pytest.mark.lane

SOME = 400  # seeds of the default run
MANY = 100_000 if COMPILED else 500


def army(position) -> Counter:
    """How many of each kind, by the kind's letter."""
    s = position.state[0]
    return Counter(LETTERS[kind - 1] for kind in s.kinds[: int(s.count)])


def size_of_sides(position) -> tuple[int, int]:
    kinds = army(position)
    return tuple(sum(count for kind, count in kinds.items() if SIDES[kind] == side) for side in (0, 1))


def test_S18_ships_at_least_these_set_ups():
    assert {"duel", "classic", "war", "random"} <= set(find("skirmish").facts.options["setup"])


def test_S18_duel():
    position = load("skirmish", variant="former", setup="duel").new()
    assert position.state["width"][0] == 5
    assert army(position) == {"H": 1, "T": 1}


@pytest.mark.parametrize("setup, width, each", [("duel", 5, 1), ("classic", 10, 4), ("war", 16, 12)])
def test_S18_board_and_number_of_characters(setup, width, each):
    position = load("skirmish", variant="former", setup=setup).new()
    assert position.state["width"][0] == width
    assert size_of_sides(position) == (each, each)
    assert position.state["living"][0].tolist() == [each, each]


@pytest.mark.parametrize("setup", ["duel", "classic", "war"])
def test_S18_the_fixed_set_ups_do_not_depend_on_the_seed(setup):
    game = load("skirmish", variant="former", setup=setup)
    assert drawn(game.new(1)) == drawn(game.new(2))


@pytest.mark.parametrize("setup", ["duel", "classic", "war", "random"])
def test_S18_everybody_stands_on_a_field_of_their_own_in_full_health(setup):
    picture = drawn(load("skirmish", variant="former", setup=setup).new(seed=11))
    rows = "\n".join(picture.split("\n")[:-1])
    assert picture == board(rows)
    assert all(name[0] in NAMES for name in places(rows))


def test_S18_an_unknown_set_up_gets_a_sentence():
    with pytest.raises(BadOption, match="small, classic, duel, war, random"):
        load("skirmish", variant="former", setup="peace")


@pytest.mark.parametrize("setup", ["x" * 300, "no\0file", "", ".", "x" * 300 + ".txt", "no\0file.txt", "\ud800.txt"])
def test_S18_any_text_as_a_set_up_gets_a_sentence(setup):
    with pytest.raises(BadFile if setup.endswith(".txt") else BadOption, match=r"can't be|There is no set-up called"):
        load("skirmish", variant="former", setup=setup)


# --- random


def batch_of(count: int, seed: int = 7, **rules):
    return load("skirmish", variant="former", setup="random", rules=rules or None).batch(count, seed).states


def healths(states) -> np.ndarray:
    """The total health of both sides of each game."""
    kinds, health = states["kinds"], states["health"].astype(np.int64)
    is_zorde = (kinds >= 1) & (kinds <= 3)
    return np.stack([np.where(is_zorde, 0, health).sum(axis=1), np.where(is_zorde, health, 0).sum(axis=1)], axis=1)


def check_armies(states) -> None:
    """What holds for every seed."""
    totals = healths(states)
    assert (totals > 0).all()
    assert (np.abs(totals[:, 0] - totals[:, 1]) * 10 <= totals.max(axis=1)).all()
    assert (states["count"] <= 64).all()
    assert ((states["width"] >= 2) & (states["width"] <= 32)).all()
    for s in states:
        count = int(s.count)
        names = [name_of(s, who) for who in range(count)]
        assert len(set(names)) == len(set(s.fields[:count].tolist())) == count
        assert [LETTERS[kind - 1] for kind in s.kinds[:count]] == [name[0] for name in names]
        assert 0 <= s.fields[:count].min()
        assert s.fields[:count].max() < s.width**2
        assert np.flatnonzero(s.standing).tolist() == sorted(s.fields[:count].tolist())


def test_S18_random_armies_have_equal_health_within_a_tenth():
    check_armies(batch_of(SOME))


def test_S18_the_same_seed_gives_the_same_armies():
    game = load("skirmish", variant="former", setup="random")
    assert game.new(5).to_bytes() == game.new(5).to_bytes()
    assert batch_of(20, seed=3).tobytes() == batch_of(20, seed=3).tobytes()


def test_S18_another_seed_gives_other_sizes_and_armies():
    states = batch_of(SOME)
    assert len(set(states["width"].tolist())) >= 5
    assert len(set(states["count"].tolist())) >= 5
    assert len({row.tobytes() for row in states["kinds"]}) > 0.9 * SOME
    assert len({row.tobytes() for row in states["fields"]}) == SOME


def test_S18_all_six_kinds_take_part():
    kinds = Counter(batch_of(SOME)["kinds"].ravel().tolist())
    del kinds[0]
    assert set(kinds) == {1, 2, 3, 4, 5, 6}
    assert min(kinds.values()) > sum(kinds.values()) / 20


@pytest.mark.long
def test_S18_many_random_armies():
    """Sizes are about equally frequent, and so are the kinds of Calliance, which nothing balances."""
    states = batch_of(MANY, seed=1)
    check_armies(states[:: 10 if COMPILED else 1])
    totals = healths(states)
    assert (np.abs(totals[:, 0] - totals[:, 1]) * 10 <= totals.max(axis=1)).all()
    for counts in (Counter(states["width"].tolist()), kinds_of_calliance(states)):
        mean = sum(counts.values()) / len(counts)
        spread = 6 * mean**0.5
        assert all(abs(count - mean) < spread for count in counts.values())


def kinds_of_calliance(states) -> Counter:
    kinds = Counter(states["kinds"].ravel().tolist())
    return Counter({kind: kinds[kind] for kind in (Kind.HUMAN, Kind.ELF, Kind.DWARF)})


@pytest.mark.parametrize(
    "health", [[1_000_000] * 3 + [1] * 3, [1] * 3 + [1_000_000] * 3], ids=["strong Zorde", "strong Calliance"]
)
def test_S18_health_that_cannot_be_equal_still_gives_two_armies(health):
    """On the smallest of some boards; the health of the characters does not change the board."""
    game = load("skirmish", variant="former", setup="random")
    seed = min(range(30), key=lambda seed: game.new(seed).state["width"][0])
    position = load("skirmish", variant="former", setup="random", rules={"health": health}).new(seed)
    assert min(size_of_sides(position)) > 0
    assert position.state["living"][0].tolist() == list(size_of_sides(position))


def test_S18_many_of_a_kind_have_ids_of_their_own():
    """Weak Zorde come in greater numbers than there are digits."""
    states = batch_of(200, health=[50, 50, 50, 100, 100, 100])
    most = max(max(Counter(s.kinds[: int(s.count)].tolist()).values()) for s in states)
    assert most > 11
    for s in states:
        names = {name_of(s, who) for who in range(int(s.count))}
        assert len(names) == s.count
        assert all(name.isalnum() for name in names)


# --- Armies given as rule parameters

DUEL = {
    "width": 3,
    "army_kinds": [4, 2],
    "army_columns": [0, 2],
    "army_rows": [0, 2],
    "army_ids": [72 << 16 | 48, 84 << 16 | 48],
}


@pytest.mark.parametrize(
    "change",
    [
        {"army_kinds": [4, 0, 2]},
        {"army_kinds": [4, 5]},
        {"army_kinds": [1, 2]},
        {"army_kinds": []},
        {"army_columns": [0, 3]},
        {"army_rows": [0, 3]},
        {"army_columns": [2, 2], "army_rows": [2, 2]},
        {"army_ids": [72 << 16 | 48] * 2},
        {"army_ids": [72 << 16 | 48, 48]},
        {"width": 33},
        {"army_kinds": [4, 2] * 33},
    ],
    ids=str,
)
def test_S10_armies_in_rule_parameters_are_checked_as_well(change):
    load("skirmish", variant="former", rules=DUEL)
    with pytest.raises(GarrisonError):
        load("skirmish", variant="former", rules={**DUEL, **change})


# --- S20

EQUAL_BUT_DWARFS = [[100, 100, 100, 100, 100, 1]] * 4


def strengths_of(position, rows) -> tuple[int, int]:
    """How strong both armies are, by a row of strengths for each class of boards."""
    row = rows[sum(position.state["width"][0] > largest for largest in (8, 10, 13))]
    sums = [0, 0]
    for kind, count in army(position).items():
        sums[SIDES[kind]] += row[LETTERS.index(kind)] * count
    return tuple(sums)


@pytest.mark.parametrize("rows", [EQUAL_BUT_DWARFS, [[90, 30, 50, 60, 70, 40], *[[200, 50, 90, 110, 150, 50]] * 3]])
def test_S20_drawn_armies_are_equally_strong_within_a_tenth(rows):
    game, are_near = load("skirmish", variant="former", setup="random", rules={"strengths": rows}), 0
    for seed in range(200):
        one, other = strengths_of(game.new(seed), rows)
        are_near += abs(one - other) * 10 <= max(one, other)
    assert are_near >= 180, "a few armies, such as three dwarfs, have no match"


def test_S20_without_strengths_health_counts_and_standard_has_them():
    former, standard = (load("skirmish", variant=variant, setup="random") for variant in ("former", "standard"))
    assert not np.any(former.record["strengths"])
    rows = standard.parameters["strengths"]
    rows = [rows[start : start + 6] for start in range(0, 24, 6)] if len(rows) == 24 else rows
    assert all(all(row) for row in rows)
    near = [strengths_of(standard.new(seed), rows) for seed in range(100)]
    assert sum(abs(one - other) * 10 <= max(one, other) for one, other in near) >= 95


WEAK_ORKS = [[50, 100, 100, 100, 100, 100]] * 4
NOT_ASKED = [[0] * 6] * 4


def drawn_by(first, second):
    return load("skirmish", variant="former", setup="random", rules={"strengths": first, "second_strengths": second})


def is_equal(position, rows) -> bool:
    one, other = strengths_of(position, rows)
    return abs(one - other) * 10 <= max(one, other)


def test_S20_drawn_armies_may_have_to_be_equal_in_two_ways():
    once, twice = (drawn_by(EQUAL_BUT_DWARFS, second) for second in (NOT_ASKED, WEAK_ORKS))
    assert sum(is_equal(once.new(seed), WEAK_ORKS) for seed in range(40)) < 30
    for seed in range(40):
        assert all(is_equal(twice.new(seed), rows) for rows in (EQUAL_BUT_DWARFS, WEAK_ORKS))


def test_S20_a_second_way_without_strengths_changes_no_army():
    plain = load("skirmish", variant="former", setup="random", rules={"strengths": EQUAL_BUT_DWARFS})
    other = drawn_by(EQUAL_BUT_DWARFS, NOT_ASKED)
    assert [plain.new(seed).to_bytes() for seed in range(20)] == [other.new(seed).to_bytes() for seed in range(20)]


@pytest.mark.skipif(not COMPILED, reason="ten thousand tries")
def test_S20_armies_that_cannot_be_equal_in_both_ways_still_are_two():
    position = drawn_by([[100] * 6] * 4, [[1] * 3 + [100_000] * 3] * 4).new(3)
    assert min(size_of_sides(position)) > 0


def test_S18_small_is_what_standard_plays():
    position = load("skirmish").new()
    assert position.state["width"][0] == 8
    assert size_of_sides(position) == (4, 4)
    assert load("skirmish") == load("skirmish", setup="small")
