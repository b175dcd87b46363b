"""Training: what the search plays is noted, and what can't be is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from unittest import mock

import numpy as np
import pytest
from small_runs import SMALL

from garrison import bots
from garrison.bots.limits import current
from garrison.bots.search import Choice
from garrison.core.levels import Level
from garrison.errors import BadOption
from garrison.train.by_policy import Walker, in_one_go, play_by_policy, styles_of
from garrison.train.parallel_games import Collection, collect
from garrison.train.samples import Recorder, Samples
from garrison.train.self_play import opponent, play
from playing import game_of


@pytest.fixture(scope="module")
def samples() -> Samples:
    return collect(SMALL, 1, None)


def test_every_decision_is_noted_with_what_is_legal(samples: Samples) -> None:
    assert len(samples) >= SMALL.positions
    assert samples.seen.sum() == len(samples.inputs)
    assert samples.shares.sum(axis=1) == pytest.approx(np.ones(len(samples)))
    for legal, actions in zip(np.split(samples.legal, np.cumsum(samples.could)[:-1]), samples.actions, strict=True):
        assert set(actions[actions >= 0]) <= set(legal)
    assert (np.abs(samples.values) <= 1).all()


def test_the_same_seed_notes_the_same(samples: Samples, tmp_path: Path) -> None:
    samples.save(tmp_path / "samples.npz")
    kept, again = Samples.load(tmp_path / "samples.npz"), collect(SMALL, 1, None)
    assert (kept.inputs == again.inputs).all()
    assert (kept.actions == again.actions).all()


def test_with_a_horizon_the_outcome_is_what_a_position_was_worth_later() -> None:
    position, recorder = game_of("minefield").new(1), Recorder()
    for guess in (0.1, 0.2, 0.3, 0.4):
        recorder.note(position, 0, guess, [Choice(position.actions(0)[0], 0.0, 1.0)])
    assert recorder.samples([1.0]).values.tolist() == [1, 1, 1, 1]
    assert recorder.samples([1.0], horizon=2).values == pytest.approx(np.array([0.3, 0.4, 1, 1]))


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"iterations": 0}, "--iterations must be a number from 1 to 1,000"),
        ({"device": "tpu"}, "--device must be cpu or cuda"),
        ({"effort": 0.0}, "--effort must be more than 0"),
        ({"trust": 2.0}, "--trust must be a share from 0 to 1"),
        ({"learn": "stones"}, "--learn must be outcome, change or score"),
        ({"par": 0.0}, "--par must be more than 0"),
        ({"sees": "stones"}, "--sees must be all or cues"),
        ({"play": "stones"}, "--play must be search, gpu or policy"),
        ({"at_once": 0}, "--at-once must be a number from 1 to"),
        ({"judge": "each"}, "--judge must be game or found where the search plays"),
        ({"play": "policy", "judge": "found"}, "--judge must be each or game where the policy plays"),
        ({"seconds": -1.0}, "--seconds must be a number from 0 to"),
    ],
)
def test_bad_settings_get_a_sentence(others: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        replace(SMALL, **others)  # type: ignore[arg-type]


def test_a_teacher_must_be_a_level_that_searches() -> None:
    with pytest.raises(BadOption, match="no level of minefield that searches and is called 'stones'"):
        collect(replace(SMALL, teacher="stones"), 1, None)


def test_a_teacher_must_be_able_to_ask_a_network() -> None:
    with pytest.raises(BadOption, match="medium of skirmish searches in a way that asks no network"):
        collect(replace(SMALL, game="skirmish", teacher="medium"), 1, None)
    with pytest.raises(BadOption, match="medium of skirmish searches in a way that asks no network"):
        collect(replace(SMALL, game="skirmish", teacher="hard", student="medium"), 1, None)


def test_a_teacher_that_asks_nobody_can_teach_another_one() -> None:
    assert len(collect(replace(SMALL, game="skirmish", teacher="medium", student="hard"), 1, None)) >= SMALL.positions


def test_of_many_decisions_one_is_noted() -> None:
    all_of_them, some = (play(replace(SMALL, longest=40, every=every), 1, None) for every in (1, 4))
    assert all_of_them is not None
    assert some is not None
    assert 0 < len(some) < len(all_of_them) / 2


LOOP = replace(
    SMALL, game="loop", options={"variant": "grim"}, play="policy", student="hard", longest=400, every=100, noise=1.0
)


def test_the_policy_plays_positions_out_and_notes_how_they_end() -> None:
    made = play_by_policy(LOOP, 3)
    assert made is not None
    again = play_by_policy(LOOP, 3)
    assert again is not None
    assert made.values.tolist() == again.values.tolist()
    assert len(made) == len(made.seen) == len(made.shares) > 16
    assert made.seen.sum() == len(made.inputs)
    assert set(made.values.tolist()) & {-1.0, 1.0}  # some games were over, and an end speaks for itself
    assert not made.shares.any()


def test_positions_of_a_game_may_share_its_end_or_look_a_little_ahead() -> None:
    walker, settings = Walker(game_of("loop"), 400), replace(LOOP, judge="game", every=20)
    start = [walker.game.new(3)]
    shared = list(in_one_go(walker, start, 0, settings, Random(1)))
    assert len(shared) > 2
    assert len({id(end) for _, end in shared}) == 1
    ahead = list(in_one_go(walker, start, 0, replace(settings, horizon=2), Random(1)))
    assert [end.to_bytes() for _, end in ahead[:-2]] == [position.to_bytes() for position, _ in ahead[2:]]
    assert ahead[-1][1].to_bytes() == ahead[-2][1].to_bytes() == shared[0][1].to_bytes()


def test_the_policy_may_play_in_other_styles() -> None:
    with mock.patch.object(Walker, "on", autospec=True, side_effect=Walker.on) as walks:
        play_by_policy(replace(LOOP, styles=(2,), judge="game"), 3)
    assert {call.args[2] for call in walks.call_args_list} == {0, 2}  # 0: as the search goes on after its plans


@pytest.mark.parametrize("style", [-1, 99])
def test_a_style_that_there_is_not_is_refused(style: int) -> None:
    with pytest.raises(BadOption, match=rf"The styles of loop are 0 to \d+, not {style}\."):
        collect(replace(LOOP, styles=(0, style), workers=1), 1, None)


def test_where_the_policy_plays_and_nothing_is_rated_nobody_asks() -> None:
    settings = replace(LOOP, student="medium", positions=10, workers=1)
    with pytest.raises(BadOption, match="medium of loop searches in a way that asks no network"):
        collect(settings, 1, None)
    assert len(collect(replace(settings, games=0), 1, None)) >= 10


def test_how_the_score_changes_may_be_learned() -> None:
    made = play(replace(SMALL, learn="score", par=100.0, longest=60), 1, None)
    assert made is not None
    assert made.guesses[0] == 0  # no points yet
    assert set(made.values.tolist()) == {made.values.max()}  # those of the end
    assert made.values[0] >= made.guesses.max()
    assert made.cues.shape == (len(made), len(game_of("minefield").cues))


def test_what_the_search_found_may_be_learned() -> None:
    by_end, found = (play(replace(SMALL, judge=judge, horizon=0, longest=30), 1, None) for judge in ("", "found"))
    assert by_end is not None
    assert found is not None
    assert len(set(by_end.values.tolist())) == 1
    assert len(set(found.values.tolist())) > len(found) / 2


def test_the_styles_are_those_of_the_search_that_will_ask() -> None:
    assert styles_of(Level("", "halving", {"styles": 3})) == ((0, 1, 2), 0)
    assert styles_of(Level("", "halving", {"styles": (2, 4), "usual": 5})) == ((2, 4), 5)
    assert styles_of(Level("", "playouts", {"style": 1})) == ((1,), 1)


def test_time_ends_the_noting_of_games() -> None:
    def told(count: int) -> None:
        seen.append(count)

    seen: list[int] = []
    late = Collection(100, 1e-9, told)
    assert late.is_enough
    found = Collection(4, 0, told)
    made = play(replace(SMALL, longest=3, noise=0.0), 1, None)
    assert made is not None
    found.add(1, made)
    assert not found.parts  # game 0 comes first
    found.add(0, None)
    assert len(found.parts) == 1
    assert seen == [0, len(made)]
    assert found.is_enough == (len(made) >= 4)


def test_who_is_played_against_makes_the_same_effort() -> None:
    game = game_of("minefield")
    shares: list[float] = []

    def noting(position: object, player: int, dice: object) -> int:
        shares.append(current().share)
        return 0

    with mock.patch.object(bots, "find", return_value=noting):
        opponent(game, replace(SMALL, against="medium"))(game.new(1), 0, Random(1))
    assert shares == [SMALL.effort]
