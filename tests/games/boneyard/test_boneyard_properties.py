"""Any game keeps every invariant and ends; any board resolves as the rulebook says, within the bound of B12."""

import json
import os
import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest
from boneyard_drawing import TRAPS, USES, draw
from boneyard_oracle import Bones, Trap, Yard
from hypothesis import given, settings
from hypothesis import strategies as st

import garrison
from garrison.core.engine.events import Event
from garrison.core.engine.lane import COMPILED, LANE
from garrison.core.replay import Move
from garrison.games.boneyard import MOST_SKELETONS
from garrison.games.boneyard.rules.ground import TOWER
from garrison.games.boneyard.state import ABOVE, FIELD_COUNT, FOREST, KIND_COUNT, Happening, Phase, Stage
from garrison.games.boneyard.state import Trap as TrapKind
from garrison.lab.games.simulate import simulate

pytestmark = pytest.mark.lane

few = settings(max_examples=25 if COMPILED else 5, deadline=None)
seeds = st.integers(0, 2**64 - 1)
players = st.integers(1, 6)
sets = st.sampled_from(
    ["basic", "all", "hearse,hearse,fan,fan,palisade,wall,wall", "dragon,dragon,shield,distress,bomb"]
)


def course(position, dice):
    """A whole game of random actions, in a random order of arrival."""
    while not position.over:
        player = dice.choice(position.waiting)
        action = dice.choice(position.actions(player))
        position.play(player, action)
        yield Move(player, action)


def check_invariants(position):
    s, p = position.state[0], position.game.record[0]
    for who in range(int(p.players)):
        check_board(s, p, who)
    assert not s.counts[p.players :].any()
    in_play = sum((traps_of(s, who) for who in range(int(p.players))), Counter())
    given_out = Counter(TRAPS[trap] for trap in p.traps if trap)
    assert all(in_play[trap] <= given_out[trap] * p.players for trap in TRAPS)


def traps_of(s, who):
    """A player's traps that are not destroyed, wherever they are."""
    found = Counter({TRAPS[trap]: int(s.stash[who, trap]) for trap in TrapKind})
    found.update(TRAPS[trap] for trap in s.traps[who] if trap)
    found["hearse"] += int(s.hearses[who])
    found["shield"] += int(s.shielded[who]).bit_count()
    return found


def check_board(s, p, who):
    """TrapKind, skeletons and graves of one player agree with each other."""
    count = int(s.counts[who])
    assert count + s.buried[who] <= p.most_skeletons
    assert s.graves[who].sum() == s.buried[who]
    assert (s.graves[who] >= 0).all()
    assert (s.stash[who] >= 0).all()
    assert s.layers[who] >= 0
    assert s.houses[who] >= 0
    assert len(set(s.numbers[who, :count].tolist())) == count
    places, kinds = s.places[who, :count], s.kinds[who, :count]
    assert ((places >= 0) & (places <= ABOVE)).all()
    assert (places == ABOVE).sum() == s.above[who]
    assert ((kinds >= 0) & (kinds < KIND_COUNT)).all()
    assert ((s.headings[who, :count] >= 0) & (s.headings[who, :count] < 4)).all()
    traps = s.traps[who]
    for field in range(FIELD_COUNT):
        assert bool(s.trapped[who] >> field & 1) == bool(traps[field])
        assert [trap for trap in (0, *TrapKind) if s.where[who, trap] >> field & 1] == (
            [traps[field]] if traps[field] else []
        )
        assert (s.uses[who, field] > 0) == (USES[TRAPS[traps[field]]] > 0)
        assert not (s.craters[who] >> field & 1 and traps[field])
    assert (int(s.shielded[who]) & ~int(s.trapped[who])) == 0
    assert traps[TOWER] in (0, TrapKind.BALLISTA)
    assert TrapKind.BALLISTA not in np.delete(traps, TOWER)
    if s.stages[who] == Stage.DONE:
        assert not ((places == TOWER) | (places == s.heroes[who])).any() or s.phase == Phase.HERO


@few
@given(players, sets, seeds)
def test_any_game_keeps_the_invariants_and_ends(count, traps, seed):
    position = garrison.load("boneyard", variant="former", players=count, traps=traps, rules={"max_steps": 300}).new(
        seed
    )
    check_invariants(position)
    for _ in course(position, Random(seed)):
        check_invariants(position)
        assert position.steps <= 300
    assert position.outcome.reason in ("limit", "fallen", "survived", "rounds")


@pytest.mark.once
@settings(max_examples=3, deadline=None)
@given(players, sets, seeds)
def test_everyone_sees_their_own_board_large_and_the_others_small(count, traps, seed):
    position = garrison.load("boneyard", variant="former", players=count, traps=traps).new(seed)
    for _ in course(position, Random(seed)):
        for viewer in (-1, *range(count)):
            assert [board.small for board in position.scene(viewer).boards] == [False] + [True] * (count - 1)


# --- Any board resolves as the rulebook says


@st.composite
def yards(draw_one):
    """Any board: up to 14 traps, some with shields, craters, a hero anywhere, up to 24 skeletons."""
    dice = draw_one(st.randoms(use_true_random=False))
    hero = divmod(dice.randrange(FIELD_COUNT), 5)
    fields = [(row, column) for row in range(5) for column in range(5) if (row, column) != (2, 2)]
    yard = Yard(hero, {}, [])
    names = TRAPS[1:-1]
    wanted = dice.choice(
        [names, ["wall", "palisade", "fan", "spring"], ["wall"], ["fan", "dragon", "treasure", "labyrinth"]]
    )
    for place in dice.sample(fields, dice.randrange(15)):
        name = dice.choice([name for name in wanted if name != "ballista"] or ["wall"])
        yard.traps[place] = random_trap(dice, name)
    if dice.random() < 0.5:
        yard.traps[2, 2] = random_trap(dice, "ballista")
    yard.craters = set(dice.sample(fields, 2)) - set(yard.traps)
    for _ in range(dice.randrange(25)):
        place = dice.choice(["forest", *fields])
        kind = dice.randrange(KIND_COUNT)
        if place != hero:
            heading = [2, 1, 3][kind // 5] if place == "forest" else dice.randrange(4)
            held = place in yard.traps and yard.traps[place].name == "labyrinth" and dice.random() < 0.5
            yard.bones.append(Bones(kind, place, heading, held))
    return yard, dice.randrange(10**6)


def random_trap(dice, name):
    facing = dice.randrange({"wall": 2, "fan": 4, "ballista": 4}.get(name, 1))
    uses = USES[name] and dice.randrange(1, USES[name] + 1)
    shield = name not in ("hearse", "labyrinth", "bomb") and dice.random() < 0.3
    return Trap(name, uses, facing, shield)


def position_of(yard):
    """The same board as a position of two players, before phase 2."""
    position = draw()
    s = position.state[0]
    s.heroes[0] = yard.hero[0] * 5 + yard.hero[1]
    for (row, column), trap in yard.traps.items():
        field, number = row * 5 + column, TRAPS.index(trap.name)
        s.traps[0, field], s.uses[0, field], s.facings[0, field] = number, trap.uses, trap.facing
        s.trapped[0] |= 1 << field
        s.where[0, number] |= 1 << field
        s.shielded[0] |= trap.shield << field
    for row, column in yard.craters:
        s.craters[0] |= 1 << row * 5 + column
    for i, one in enumerate(yard.bones):
        place = FOREST if one.place == "forest" else one.place[0] * 5 + one.place[1]
        s.counts[0] = s.numbers_given[0] = i + 1
        s.kinds[0, i], s.places[0, i], s.headings[0, i], s.held[0, i], s.numbers[0, i] = (
            one.kind,
            place,
            one.heading,
            one.held,
            i,
        )
    return position


def yard_of(position, left):
    """What became of it; `left` are the kinds that went to the other player."""
    s = position.state[0]
    yard = Yard(divmod(int(s.heroes[0]), 5), {}, [], layers=int(s.layers[0]), houses=int(s.houses[0]))
    for field in range(FIELD_COUNT):
        if s.traps[0, field]:
            name = TRAPS[s.traps[0, field]]
            shield = bool(s.shielded[0] >> field & 1)
            facing = int(s.facings[0, field])
            yard.traps[divmod(field, 5)] = Trap(name, int(s.uses[0, field]), facing, shield)
        if s.craters[0] >> field & 1:
            yard.craters.add(divmod(field, 5))
    for i in range(int(s.counts[0])):
        place = "forest" if s.places[0, i] == FOREST else divmod(int(s.places[0, i]), 5)
        yard.bones.append(Bones(int(s.kinds[0, i]), place, int(s.headings[0, i]), bool(s.held[0, i])))
    yard.left = left
    return yard


def resolved(yard, seed):
    """Phase 3 by the engine, with the dragon's directions from the seed; and the kinds that left."""
    position, dice, left = position_of(yard), Random(seed), []
    for who in (0, 1):
        position.play(who, "pass")
    left += gone(position.events)
    while position.state["asks"][0, 0]:
        position.play(0, ("up", "right", "down", "left")[dice.randrange(4)])
        left += gone(position.events)
    assert not position.state["event_overflow"][0]
    return position, left


def gone(events: tuple[Event, ...]):
    found = [("", event.skeleton) for event in events if event.kind == Happening.BURIED and event.who == 0]
    return found + [("", -1) for event in events if event.kind == Happening.HEARSE_LEFT]


def check_against_the_rulebook(yard, seed):
    bound = sum(trap.uses + trap.shield for trap in yard.traps.values()) + 1
    position, left = resolved(yard, seed)
    dice = Random(seed)
    yard.answers = lambda: dice.randrange(4)
    yard.march()
    yard.left = [("", kind) for _, kind in yard.left]
    assert list(yard_of(position, left).rows()) == list(yard.rows())
    assert position.state["passes"][0, 0] == yard.passes <= bound
    arrived = position.state["kinds"][0, 1, : position.state["counts"][0, 1]].tolist()
    assert sorted(arrived) == sorted(kind for _, kind in left if kind >= 0)


@settings(max_examples=400 if COMPILED else 50, deadline=None)
@given(yards())
def test_B12_any_board_resolves_as_the_rulebook_says_within_the_bound(case):
    check_against_the_rulebook(*case)


def test_B13_who_a_lure_turns_where_a_dragon_put_it_is_not_carried_again():
    """The first goes right and is turned down there; the others, which face down, go up and leave."""
    up, down = Bones(0, (1, 0), 0), Bones(0, "forest", 2)
    traps = {(0, 0): Trap("dragon", 1, 0, True), (1, 1): Trap("treasure", 1, 0, False)}
    check_against_the_rulebook(Yard((4, 4), traps, [up, down]), 1)


@pytest.mark.long
@settings(max_examples=20_000, deadline=None)
@given(yards())
def test_B12_any_board_resolves_as_the_rulebook_says_full_size(case):
    check_against_the_rulebook(*case)


# --- No legal game overflows any array


@pytest.mark.parametrize("count", range(1, 7))
def test_B10_no_game_overflows(count):
    """Games of programs, with all traps; the checked lane notices any step out of an array."""
    games = {"checked": 300, "compiled": 30, "interpreted": 3}[LANE]
    assert (
        simulate(garrison.load("boneyard", variant="former", players=count, traps="all"), games, seed=count).games
        == games
    )


CROWDED = {"first_spawns": 100, "spawns": 60, "layers": 1000, "houses": 1000, "solo_layers": 1000, "solo_houses": 1000}


@pytest.mark.once
@pytest.mark.parametrize("count", [1, 2, 6])
def test_B10_no_crowded_game_overflows(count):
    """Every forest is full from the second round on."""
    game = garrison.load("boneyard", variant="former", players=count, traps="all", rules={**CROWDED, "max_steps": 400})
    position = game.new(count)
    fullest = 0
    for _ in course(position, Random(count)):
        fullest = max(fullest, int(position.state["counts"].max()))
        assert (position.state["counts"] + position.state["buried"]).max() <= 128
    assert fullest == MOST_SKELETONS
    check_invariants(position)


@pytest.mark.long
@pytest.mark.parametrize("count", range(1, 7))
def test_B10_no_game_overflows_full_size(count):
    """100,000 games, and 1,000 crowded ones, in the checked lane: it reports a step out of any array."""
    crowded = [f"--rule={name}={number}" for name, number in {**CROWDED, "max_steps": 2000}.items()]
    for games, rules in ((100_000, []), (1_000, crowded)):
        options = ["-n", str(games), "--players", str(count), "--traps", "all", "--json", *rules]
        done = subprocess.run(
            [sys.executable, "-m", "garrison", "sim", "boneyard", *options],
            env={**os.environ, "GARRISON_LANE": "checked"},
            capture_output=True,
            text=True,
            timeout=3000,
            check=True,
        )
        assert "Exception" not in done.stderr
        assert json.loads(done.stdout)["games"] == games
