"""What the keeper does not try makes no difference: where nobody comes, neither the hero nor a trap changes a round."""

from random import Random

import numpy as np
import pytest
from boneyard_drawing import draw

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.core.plain import plain
from garrison.games.boneyard.skill.footsteps import IS_LOCAL, trodden
from garrison.games.boneyard.skill.keeper import ACTIONS
from garrison.games.boneyard.skill.practice import OWN, OWN_NUMBERS, RECORD, RULES, prepare
from garrison.games.boneyard.state import EACH, FIELD_COUNT, MOST_SKELETONS, Phase, Press, State, Trap

GAMES, STEPS = 4, 60  # that are looked at, and actions of each
SKELETONS = ("kinds", "places", "headings", "held")


def fields_of(bits):
    return {field for field in range(FIELD_COUNT) if bits >> field & 1}


def trodden_in(position):
    return fields_of(int(plain(trodden)(position.state[0], 0)))


def test_skeletons_tread_on_their_fields_and_on_those_ahead():
    position = draw("G> . . . .\n. . . . .\n. . . . .\n. . . Bv .", players=1)
    assert trodden_in(position) == {0, 1, 18, 23}


def test_a_wall_leads_further_and_a_dragon_to_all_sides():
    position = draw("G> \\ . . .\n. / . . .\n. . . . .\n. R> D . .", players=1)
    assert trodden_in(position) == {0, 1, 6, 5, 16, 17} | {12, 18, 22}


@pytest.mark.parametrize("picture", ["G> S . . .", "G> . . . .\n. . . F> ."])
def test_with_a_spring_or_a_fan_anything_may_happen_anywhere(picture):
    assert trodden_in(draw(picture, players=1)) == set(range(FIELD_COUNT))


def after_round(position, *actions):
    """The skeletons and what stands at the end of the round, when only this is done."""
    after = position.copy()
    turn = int(after.state["turn"][0])
    for action in actions:
        after.play(0, action)
    while not after.over and int(after.state["turn"][0]) == turn:
        after.play(0, "pass" if int(Press.PASS) in after.actions(0) else after.actions(0)[0])
    s = after.state[0]
    count = int(s.counts[0])
    return [s[name][0, :count].tolist() for name in SKELETONS] + [int(s.layers[0]), int(s.houses[0]), int(s.rng)]


def idle_placings(position):
    """The clicks that place a trap where nobody comes, of those traps that act only where they are."""
    away = set(range(FIELD_COUNT)) - trodden_in(position)
    for trap in Trap:
        button = int(Press.PASS) + trap
        if IS_LOCAL[trap] and button in position.actions(0):
            facing = [int(Press.RISING)] if trap == Trap.WALL else []
            chosen = position.copy()
            for click in [button, *facing]:
                chosen.play(0, click)
            yield from ([button, *facing, field] for field in chosen.actions(0) if field in away)


@pytest.mark.skipif(not COMPILED, reason="so many rounds in plain Python take a minute")
def test_where_nobody_comes_the_round_goes_on_as_it_would():
    game, seen = (
        garrison.load("boneyard", variant="former", players=1, traps="all", rules={"solo_layers": 9, "solo_houses": 9}),
        set(),
    )
    for seed in range(GAMES):
        position, dice = game.new(seed), Random(seed)
        for _ in range(STEPS):
            if position.over:
                break
            s = position.state[0]
            if not s.asks[0] and s.phase == Phase.HERO:
                steps = [field for field in position.actions(0) if field not in trodden_in(position)]
                assert len({str(after_round(position, step)) for step in steps}) <= 1
                seen |= {"hero"} if len(steps) > 1 else set()
            elif not s.asks[0] and not s.chosen_traps[0]:
                passed = after_round(position, "pass")
                for clicks in idle_placings(position):
                    assert after_round(position, *clicks) == passed
                    seen.add(clicks[0])
            position.play(0, dice.choice(position.actions(0)))
    assert seen == {"hero", *(int(Press.PASS) + trap for trap in Trap if IS_LOCAL[trap])}


def test_practice_has_every_number_of_a_position_for_two():
    assert [number.name for number in OWN_NUMBERS] == list(State.dtype.names)[-len(OWN_NUMBERS) :]
    for number in OWN_NUMBERS:
        shape = (2, *number.shape[1:]) if number.shape[:1] == (EACH,) else number.shape
        assert RECORD[number.name].shape == shape


def test_practice_begins_with_everything_that_the_players_board_has():
    """Whatever a position holds for each player: but for skeletons that are not there, it is all copied."""
    game = garrison.load("boneyard", variant="former", players=3, traps="all")
    rules, practice = np.zeros(1, RULES), np.zeros(1, RECORD)
    s = game.new(5).state[0]
    for name in (number.name for number in OWN_NUMBERS if number.shape[:1] == (EACH,)):
        s[name][1] = 1 + np.arange(s[name][1].size).reshape(s[name][1].shape) % 100  # so that nothing is 0 by chance
    s.counts[1] = MOST_SKELETONS
    rules[0] = game.record[0]
    plain(prepare)(rules[0], practice[0], s, 1)
    for number in OWN_NUMBERS:
        if number.shape[:1] == (EACH,):
            assert (practice[0][number.name][OWN] == s[number.name][1]).all(), number.name
    assert (practice[0].turn, practice[0].phase) == (s.turn, s.phase)


def test_the_keeper_has_room_for_every_action():
    assert garrison.load("boneyard", variant="former").facts.actions == ACTIONS
