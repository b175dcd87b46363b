"""OpenSpiel's own check for every game: random play, serialisation and observations, all of it from its side."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'garrison[envs]'")

from garrison.core.game import load  # noqa: E402
from garrison.envs.openspiel import register, short_name  # noqa: E402
from garrison.errors import BadOption, IllegalAction  # noqa: E402
from playing import NAMES  # noqa: E402

register()


def loaded(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(short_name(name), {"max_steps": 30, **parameters})


@pytest.mark.parametrize("name", NAMES)
def test_random_play(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_can_be_written_and_read(name: str) -> None:
    game, dice = loaded(name), np.random.default_rng(1)
    state = game.new_initial_state()
    for _ in range(25):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(int(dice.choice(state.chance_outcomes())[0]))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]
            state.apply_actions([int(dice.choice(actions)) for actions in legal])
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
    again = game.deserialize_state(state.serialize())
    assert again.position == state.position
    assert str(again) == str(state)
    twin = state.clone()
    assert twin.position == state.position
    assert twin.position is not state.position


def test_no_search_can_know_the_dice() -> None:
    state = loaded("minefield").new_initial_state()
    state.apply_action(1)  # walls and enemies move at random
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    ends = {state.child(outcome).position.state.tobytes() for outcome, _ in state.chance_outcomes()[:8]}
    assert len(ends) == 8
    quiet = loaded("skirmish").new_initial_state()
    assert not quiet.child(quiet.legal_actions()[0]).is_chance_node()  # nothing is rolled there


def test_several_are_asked_at_once() -> None:
    game = loaded("boneyard", players=3)
    state = game.new_initial_state()
    assert state.is_simultaneous_node()
    state.apply_actions([state.legal_actions(player)[0] for player in range(3)])
    assert state.position.steps == 3 or state.is_chance_node()
    turns = pyspiel.convert_to_turn_based(game)
    pyspiel.random_sim_test(turns, num_sims=1, serialize=False, verbose=False)


def test_observations_are_the_games_own() -> None:
    game = loaded("skirmish")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    position = load("skirmish", rules={"max_steps": 30}).new(0)
    assert (observer.dict["planes"] == position.observe(1)).all()
    assert observer.dict["numbers"].tolist() == position.measure(1).tolist()


def test_lists_of_entities(capfd: pytest.CaptureFixture[str]) -> None:
    game = loaded("boneyard", players=2, entities=True)
    observer, position = game.make_py_observer(), load("boneyard", players=2, rules={"max_steps": 30}).new(0)
    observer.set_from(game.new_initial_state(), 1)
    expected = position.entities(1, padded=True)
    assert (observer.dict["entities"] == expected).all()
    assert observer.tensor[-expected.size :].tolist() == expected.reshape(-1).tolist()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    with pytest.raises(BadOption, match="Minefield has no lists of entities"):
        loaded("minefield", entities=True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("setup=duel", "options must be an object of JSON, such as .* not 'setup=duel'"),
        ("[1]", "options must be an object of JSON"),
        ("5", "options must be an object of JSON"),
        ('{"setup": "duel"', "options must be an object of JSON"),
        ("%7B", "options must be an object of JSON"),
        ('{"rules": 5}', "skirmish rules: parameters are given by name, as in {'max_steps': 100}, not as 5"),
        ('{"steps": 5}', "skirmish has no option called 'steps'"),
    ],
)
def test_options_that_are_none(options: str, words: str) -> None:
    for more in ({}, {"max_steps": 0}):
        with pytest.raises(BadOption, match=words):
            loaded("skirmish", options=options, **more)


def test_a_game_with_several_options_is_written_and_read() -> None:
    game = loaded("boneyard", options='{"players": 3, "traps": "all", "rules": {"max_rounds": 2}}')
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.game == game.game
    assert again.game.players == 3
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(player)[-1] for player in range(3)])
        else:
            state.apply_action(state.legal_actions()[-1])
    _, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert same.position == state.position
    assert same.returns() == state.returns()


@pytest.mark.parametrize("name", NAMES)
def test_actions_are_numbered_as_in_the_other_environments(name: str) -> None:
    compact, whole, own = loaded(name), loaded(name, compact=False), load(name)
    more = own.facts.simultaneous  # to do nothing
    assert compact.num_distinct_actions() == len(own.used_actions) + more
    assert whole.num_distinct_actions() == own.facts.actions + more
    one, other = compact.new_initial_state(), whole.new_initial_state()
    dice = np.random.default_rng(1)
    while not one.is_terminal():
        if one.is_chance_node():
            moves = [int(dice.integers(256))] * 2
            one.apply_action(moves[0]), other.apply_action(moves[1])
            continue
        players = one.position.waiting if one.is_simultaneous_node() else [one.current_player()]
        for player in players:
            legal = one.legal_actions(player)
            assert own.used_actions[legal].tolist() == other.legal_actions(player) == one.position.actions(player)
            names = [one.action_to_string(player, action) for action in legal]
            assert names == [other.action_to_string(player, action) for action in other.legal_actions(player)]
        if one.is_simultaneous_node():
            count = compact.num_players()
            one.apply_actions([one.legal_actions(player)[-1] for player in range(count)])
            other.apply_actions([other.legal_actions(player)[-1] for player in range(count)])
        else:
            index = int(dice.integers(len(one.legal_actions())))
            one.apply_action(one.legal_actions()[index])
            other.apply_action(other.legal_actions()[index])
        assert one.position == other.position


@pytest.mark.parametrize("action", [-2, 25, 10**6])
def test_an_action_that_is_none(action: int) -> None:
    state = loaded("skirmish", options='{"setup": "duel"}').new_initial_state()
    with pytest.raises(IllegalAction, match="Actions here are numbers from 0 to 24, not"):
        state.apply_action(action)


def test_returns_are_how_the_game_ended() -> None:
    game = pyspiel.load_game(short_name("skirmish"), {"options": '{"setup": "duel"}'})
    state, dice = game.new_initial_state(), np.random.default_rng(3)
    while not state.is_terminal():
        state.apply_action(int(dice.choice(state.legal_actions())))
    outcome = state.position.outcome
    assert sum(state.returns()) == 0
    assert [gain > 0 for gain in state.returns()] == [player in outcome.winners for player in range(2)]
