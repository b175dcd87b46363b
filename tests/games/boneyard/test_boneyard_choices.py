"""Choosing at the same time: choices are kept until the last is in, nobody sees them, and their order never matters."""

import itertools
from random import Random

import pytest
from boneyard_drawing import after, draw, picture, stocked, text
from hypothesis import given, settings
from hypothesis import strategies as st

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.core.facts import Facts
from garrison.games.boneyard.state import Press, Trap
from garrison.play.match import Match, Seat, timeout_choice
from seeing import numbers_of

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
few = settings(max_examples=25 if COMPILED else 5, deadline=None)


def time_out(match, player, ms=None):
    """The player's time has run out."""
    match.act(player, timeout_choice(match.position, player, Random(match.replay.seed)), ms)


def orders(series):
    """Every order in which the players' actions can arrive, each player's own in their order."""
    names = [player for player, actions in series.items() for _ in actions]
    for order in sorted(set(itertools.permutations(names))):
        left = {player: list(actions) for player, actions in series.items()}
        yield [(player, left[player].pop(0)) for player in order]


def results(position, series):
    """The bytes that each order of arrival leads to."""
    found = set()
    for order in orders(series):
        copy = position.copy()
        for player, action in order:
            copy.play(player, action)
        found.add(copy.to_bytes())
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_every_order_of_heroes_leads_to_the_same_bytes(players):
    position = garrison.load("boneyard", variant="former", players=players).new(3)
    assert len(results(position, {who: [position.actions(who)[who]] for who in range(players)})) == 1


def test_every_order_of_placing_leads_to_the_same_bytes():
    board = "G> . . . .\n. B^ . . .\nforest: P< Yv"
    position = draw(board, board, board, players=3, rules={"spawns": 3})
    for who, trap in enumerate(("wall", "dragon", "fan")):
        stocked(position, trap, who=who)
    series = {0: ["wall", "rising", 1], 1: ["dragon", 6], 2: ["fan", "left", 2]}
    assert len(results(position, series)) == 1


def test_every_order_of_answers_leads_to_the_same_bytes():
    position = draw("G> D . . .\nB> C . . .", "G> C . . .", "P^ . . . .", players=3, rules={"spawns": 3})
    for who in range(3):
        position.play(who, "pass")
    assert position.waiting == (0, 1, 2)
    assert len(results(position, {0: ["down"], 1: ["graveyard 1"], 2: ["graveyard 1"]})) == 1


@pytest.mark.parametrize("limit", range(1, 7))
def test_also_at_the_limit_of_steps_the_order_does_not_matter(limit):
    """A game may end in the middle of a phase; what was chosen for it is forgotten."""
    position = draw(EMPTY, EMPTY, EMPTY, players=3, rules={"max_steps": limit})
    for who in range(3):
        stocked(position, "wall", who=who)
    found = set()
    for order in orders({0: ["wall", "rising", 1], 1: ["wall", "pass"], 2: ["pass"]}):
        copy = position.copy()
        for player, action in order:
            if not copy.over:
                copy.play(player, action)
        found.add(copy.to_bytes())
    assert len(found) == 1
    assert copy.over


@few
@given(st.integers(2, 3), st.integers(0, 2**32), st.integers(0, 12), st.randoms(use_true_random=False))
def test_in_any_game_every_order_leads_to_the_same_bytes(players, seed, phases, dice):
    """Some phases at random, then one phase in every order of arrival."""
    position = garrison.load("boneyard", variant="former", players=players, traps="all").new(seed)
    for _ in range(phases):
        if position.over:
            return
        for who, actions in phase_choices(position, dice).items():
            for action in actions:
                position.play(who, action)
    if not position.over:
        assert len(results(position, phase_choices(position, dice))) == 1


def phase_choices(position, dice):
    """A whole choice of everybody who is to choose, found by trying it out on a copy."""
    series = {}
    for who in position.waiting:
        copy, actions = position.copy(), []
        copy.state["waiting"] |= 1 << 62  # somebody is always missing, so nothing is resolved
        while who in copy.waiting:
            actions.append(dice.choice(copy.actions(who)))
            copy.play(who, actions[-1])
        series[who] = actions
    return series


# --- Nobody sees a choice


def stored_and_not(players=3):
    """Positions that differ only in what player 0 has stored."""
    start = draw(*["/ . . . ."] * players, players=players)
    for who in range(players):
        stocked(start, "wall", "spring", who=who)
    found = [start]
    for series in (
        [0],
        ["wall"],
        ["spring"],
        ["wall", "rising"],
        ["wall", "falling"],
        ["spring", 3],
        ["spring", 4],
        ["pass"],
    ):
        position = start.copy()
        for action in series:
            position.play(0, action)
        found.append(position)
    return found


def test_a_traps_button_is_that_of_passing_and_its_number():
    assert [Press[trap.name] for trap in Trap] == [Press.PASS + trap for trap in Trap]


def test_storing_a_choice_leaves_no_event_and_draws_nothing():
    start, *others = stored_and_not()
    for position in others:
        assert position.events == ()
        assert position.state["rng"][0] == start.state["rng"][0]


def test_no_scene_of_others_shows_a_choice_before_the_phase_resolves():
    """Whoever looks sees the same, except for who is still to choose and how many actions were played."""
    for viewer in (-1, 1, 2):
        seen = set()
        for position in stored_and_not():
            scene = position.scene(viewer)
            seen.add((scene.boards, scene.panels, scene.log, scene.buttons, scene.scores).__repr__())
        assert len(seen) == 1


def test_no_prompt_of_others_shows_a_choice():
    """The prompt names who is waited for, and that is all it says."""
    prompts = {position.scene(1).prompt for position in stored_and_not()}
    assert len(prompts) == 1
    waiting = {position.scene(-1).prompt for position in stored_and_not()}
    assert len(waiting) == 2


def test_no_observation_of_others_shows_a_choice():
    for viewer in (1, 2):
        assert len({position.observe(viewer).tobytes() for position in stored_and_not()}) == 1
        numbers = [numbers_of(position, viewer) for position in stored_and_not()]
        waiting = next(name for name in numbers[0] if name.endswith("waiting") and numbers[0][name] != numbers[1][name])
        # That somebody has chosen is no secret: only what is.
        assert len({tuple({**each, waiting: 0}.items()) for each in numbers}) == 1


def test_the_player_sees_the_own_choice():
    positions = stored_and_not()
    assert len({position.measure(0).tobytes() for position in positions}) >= 4
    chosen = [position.scene(0).boards[0].chosen_fields for position in positions]
    assert chosen[1] == (15,)  # the board begins with the graveyard's row
    assert chosen[6] == (18,)
    assert positions[2].scene(0).prompt == "Round 1: Wall: how should it stand?"
    assert positions[4].scene(0).prompt == "Round 1: Wall: choose its field."


def test_nothing_is_resolved_before_the_last_choice_is_in():
    position = draw("G> . . . .", "B> . . . .", "P> . . . .", players=3)
    for who, missing in ((1, (0, 2)), (0, (2,))):
        position.play(who, "pass")
        assert position.waiting == missing
        assert picture(position) == text("G> . . . .")
    position.play(2, "pass")
    assert picture(position) == text(". G> . . .")


# --- B11: the timer


def facts() -> Facts:
    return garrison.load("boneyard", variant="former").facts


def test_B11_45_seconds_a_decision():
    assert facts().timeout_ms == 45_000


def test_B11_in_phase_2_time_out_is_a_pass_also_in_the_middle_of_placing():
    for series in ((), ("wall",), ("wall", "rising")):
        match = Match(draw(EMPTY, players=1).game, 3)
        time_out(match, 0)
        for action in series:
            match.act(0, match.game.action(action))
        time_out(match, 0)
        assert match.game.action_name(match.replay.moves[-1].action) == "pass"


def test_B11_elsewhere_it_is_a_random_legal_choice():
    game = garrison.load("boneyard", variant="former")
    chosen = set()
    for seed in range(40):
        match = Match(game, seed)
        legal = match.position.actions(0)
        time_out(match, 0, ms=45_000)
        assert match.replay.moves[0].action in legal
        chosen.add(match.replay.moves[0].action)
    assert chosen == set(legal)


def test_B11_it_is_drawn_outside_the_games_chance_and_recorded_as_an_ordinary_action():
    match = Match(garrison.load("boneyard", variant="former", players=1), 5, [Seat()])
    state = match.position.state["rng"][0]
    time_out(match, 0, ms=45_000)
    assert match.position.state["rng"][0] == state
    assert match.replay.moves[0].ms == 45_000
    again = match.game.new(5)
    again.play(0, match.replay.moves[0].action)
    assert again.to_bytes() == match.position.to_bytes()


def test_B11_a_dragon_that_nobody_answers_for_gets_a_random_direction():
    directions = set()
    for seed in range(30):
        match = Match(draw(EMPTY, players=1).game, seed)
        match.history.position = draw("G> D . . .", players=1)
        match.position.play(0, "pass")
        time_out(match, 0)
        directions.add(match.game.action_name(match.replay.moves[-1].action))
    assert directions == {"up", "right", "down", "left"}


def test_a_choice_can_be_taken_back_until_it_is_complete():
    match = Match(draw(EMPTY, players=2).game, 1)
    match.act(0, match.position.actions(0)[0])
    match.act(1, match.position.actions(1)[0])
    assert not match.can_undo
    match.act(0, match.game.action("wall"))
    assert match.can_undo
    match.undo()
    assert match.game.action("wall") in match.position.actions(0)
    assert after(match.position) is match.position
