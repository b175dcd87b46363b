"""Every measure on toy games with known answers: a coin flip, one that the first move decides, an idle tool."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from lab_toys import coin_flips, evidence_of, trace

from garrison.errors import BadOption
from garrison.lab.measures import MEASURES, kinds_for, measures_of
from garrison.lab.measures.evidence import Evidence, Measure
from garrison.lab.measures.intervals import Estimate
from garrison.lab.measures.styles import cycle, dominant

DICE = np.random.default_rng(1)


def measured(name: str, evidence: Evidence) -> Measure:
    return measures_of(evidence, [name])[0]


def value(measure: Measure, label: str) -> float:
    return next(figure.estimate.value for figure in measure.figures if figure.label == label)


def test_a_coin_flip_favours_nobody_and_a_loaded_one_does() -> None:
    fair = measured("win_rate", evidence_of(coin_flips(DICE, 400)))
    assert "No seat is seen to be favoured" in fair.sentence
    loaded = measured("win_rate", evidence_of(coin_flips(DICE, 400, 0.8)))
    assert loaded.sentence.startswith("Player 1 is favoured: it wins 7")
    assert loaded.figures[0].estimate.low > 0.7
    assert sum(figure.estimate.value for figure in loaded.figures) == pytest.approx(1)


def test_games_that_went_alike_count_once() -> None:
    alike = [replace(trace(number, (0,)), digest=7) for number in range(100)]
    assert measured("win_rate", evidence_of(alike)).figures[0].estimate.low < 0.5


def test_draws_and_games_that_were_cut_off_are_counted() -> None:
    traces = [trace(0, (0,)), trace(1), trace(2, (0, 1)), trace(3, (1,), reason=1)]
    assert measured("draws", evidence_of(traces)).figures[0].estimate.value == 0.5
    cut = measured("cut_off", evidence_of(traces))
    assert [value(cut, label) for label in ("stopped by a limit", "limit", "played")] == [0.25, 0.25, 0.75]


def test_whoever_scores_by_draws_is_not_said_to_win() -> None:
    made = [trace(number, (0,) if number % 4 == 0 else ()) for number in range(400)]
    sentence = measured("win_rate", evidence_of(made)).sentence
    assert sentence == "Player 1 is favoured: it scores 62% [61, 64], 75% of the games being drawn."


def test_a_limit_of_the_rules_is_a_limit() -> None:
    evidence = evidence_of([trace(number, (0,), reason=2) for number in range(60)])
    assert value(measured("cut_off", evidence), "stopped by a limit") == 0
    evidence.game.facts = replace(evidence.game.facts, limits=("limit", "played"))
    assert value(measured("cut_off", evidence), "stopped by a limit") == 1


def test_a_leader_who_draws_has_not_won_and_drawn_games_are_counted_or_named() -> None:
    ahead = np.tile([0.5, -0.5], (8, 1))
    made = [trace(number, (0,) if number % 4 == 0 else (), values=ahead) for number in range(200)]
    evidence = evidence_of(made)
    assert [figure.estimate.value for figure in measured("leading", evidence).figures] == [0.25] * 3
    assert "wins 25%" in measured("leading", evidence).sentence
    assert measured("drama", evidence).sentence.startswith("Of the 25% of games that somebody won, 0% [")
    assert "in games that somebody won" in measured("decisiveness", evidence).sentence
    assert measured("lead_changes", evidence).figures[0].estimate.games == 200


def test_length_is_told_in_turns_and_minutes() -> None:
    found = measured("length", evidence_of([trace(number, (0,), turns=number) for number in range(101)]))
    assert (value(found, "5th percentile"), value(found, "median"), value(found, "95th percentile")) == (5, 50, 95)
    assert value(found, "median, minutes") == pytest.approx(50 * 10 / 60)


def test_branching_counts_what_is_legal_and_where_there_is_a_choice() -> None:
    found = measured("branching", evidence_of([trace(number, (0,), choices=4) for number in range(4)]))
    assert (value(found, "legal actions"), value(found, "decisions with a choice")) == (3, 0.4)


def test_a_game_that_the_first_move_decides_has_no_drama() -> None:
    ahead = np.tile([0.5, -0.5], (20, 1))
    evidence = evidence_of([trace(number, (0,), values=ahead) for number in range(20)])
    assert measured("lead_changes", evidence).figures[0].estimate.value == 0
    assert measured("drama", evidence).figures[0].estimate.value == 0
    assert measured("decisiveness", evidence).figures[0].estimate.value == 1
    assert [figure.estimate.value for figure in measured("leading", evidence).figures] == [1, 1, 1]


def test_a_comeback_is_drama_and_changes_the_lead() -> None:
    behind = np.array([[-0.8, 0.8]] * 15 + [[0.8, -0.8]] * 5)
    evidence = evidence_of([trace(number, (0,), values=behind) for number in range(20)])
    assert measured("lead_changes", evidence).figures[0].estimate.value == 1
    assert value(measured("drama", evidence), "comebacks") == 1
    assert measured("decisiveness", evidence).figures[0].estimate.value == pytest.approx(0.25)
    assert [figure.estimate.value for figure in measured("leading", evidence).figures] == [0, 0, 0]


def test_in_a_game_for_one_whoever_stands_better_than_usual_is_ahead() -> None:
    traces = [
        trace(number, seats=("toy",), scores=(float(number),), values=np.full((10, 1), number / 100))
        for number in range(51)
    ]
    evidence = evidence_of(traces, players=1)
    assert value(measured("win_rate", evidence), "median score") == 25
    assert [figure.estimate.value for figure in measured("leading", evidence).figures] == [1, 1, 1]
    assert measured("draws", evidence).figures == ()
    for name in ("drama", "decisiveness", "leading"):  # nobody wins and nobody leads
        assert not {"won", "winners", "leads"} & set(measured(name, evidence).sentence.split()), name


def test_skill_depth_is_the_rating_of_whoever_thinks_longer() -> None:
    def game(number: int, winner: str) -> object:
        seats = ("deep", "flat") if number % 2 else ("flat", "deep")
        return trace(number, (seats.index(winner),), experiment="depth:deep|flat", seats=seats)

    games = [game(number, "flat" if number % 4 == 0 else "deep") for number in range(200)]
    found = measured("skill_depth", evidence_of(games)).figures[0]  # type: ignore[arg-type]
    assert found.estimate.value == pytest.approx(191, abs=1)  # three times the wins
    alone = [
        trace(
            number,
            seats=(("deep", "flat")[number % 2],),
            scores=(9.0 - 2 * (number % 2),),
            experiment="depth:deep|flat",
        )
        for number in range(20)
    ]
    assert measured("skill_depth", evidence_of(alone, players=1)).figures[0].estimate.value == 2


def test_luck_is_what_the_seed_explains() -> None:
    by_seed = [trace(number, (int(DICE.random() > 0.5) if number % 2 == 0 else 0,)) for number in range(200)]
    by_seed = [replace(one, winners=by_seed[number - number % 2].winners) for number, one in enumerate(by_seed)]
    assert measured("luck", evidence_of(by_seed)).figures[0].estimate.value == pytest.approx(1)
    free = measured("luck", evidence_of(coin_flips(DICE, 400))).figures[0].estimate
    assert free.low == 0 < free.high < 0.3


def test_a_tool_that_never_matters_weighs_nothing_and_one_that_decides_all_does() -> None:
    owned = np.ones((2, 2), dtype=np.int32)
    played = [trace(number, (number // 2 % 2,), offers=owned) for number in range(200)]
    idle, needed = [], []
    for number in range(200):
        seat = number % 2
        seats = tuple("toy without x" if place == seat else "toy" for place in range(2))
        idle.append(trace(number, (number // 2 % 2,), seats=seats, experiment="without:idle"))
        needed.append(trace(number, (1 - seat,), seats=seats, experiment="without:key"))
    found = measured("weight", evidence_of([*played, *idle, *needed], tools=("idle", "key")))
    assert {figure.label: (figure.estimate.value, figure.flag) for figure in found.figures} == {
        "Key": (-0.5, "needed"),
        "Idle": (0, "makes no difference"),
    }


def test_tools_that_hardly_anybody_uses_are_told() -> None:
    traces = [trace(number, (0,), offers=[[1, 1, 0], [1, 0, 0]], uses=[[1, 0, 0], [0, 0, 0]]) for number in range(400)]
    found = measured("use", evidence_of(traces, tools=("club", "dust", "none")))
    assert found.sentence == "1 of 2 tools is hardly ever used: Dust."
    assert [figure.estimate.value for figure in found.figures] == [0.5, 0]
    assert found.rows[1][3].startswith("100.0%")  # whoever used the club has won


def test_styles_that_dominate_or_go_in_circles_are_found() -> None:
    sure, even = Estimate(0.8, 0.7, 0.9, 100), Estimate(0.5, 0.4, 0.6, 100)
    assert dominant({("a", "b"): sure, ("a", "c"): sure, ("b", "c"): even}) == "a"
    ring = {("a", "b"): sure, ("b", "c"): sure, ("c", "a"): sure}
    assert (dominant(ring), cycle(ring)) == ("", ("a", "b", "c"))
    games = [
        trace(number, (number % 2,), seats=("a", "b")[:: 1 - 2 * (number % 2)], experiment="style:a|b")
        for number in range(60)
    ]
    found = measured("diversity", evidence_of(games))
    assert found.sentence == "a beats all others."
    assert found.rows == (("against", "a", "b"), ("a", "", "100%"), ("b", "0%", ""))


def test_what_matters_is_seen_in_wins_or_length_and_the_rest_is_not() -> None:
    played = coin_flips(np.random.default_rng(2), 200)
    same = [replace(one, task=replace(one.task, experiment="change:dust=2")) for one in played]
    longer = [replace(one, task=replace(one.task, experiment="change:size=2"), turns=one.turns + 1 + number % 3)
              for number, one in enumerate(played)]  # fmt: skip
    found = measured("sensitivity", evidence_of([*played, *same, *longer]))
    assert {figure.label: figure.flag for figure in found.figures} == {"dust: 2": "", "size: 2": "matters"}


def test_a_king_is_made_where_another_one_wins_and_whoever_is_out_watches() -> None:
    seats = ("toy", "toy", "toy")
    played = [trace(number, (0,), seats=seats, last_turns=(10, 10, 4)) for number in range(40)]
    spoiled = ("toy", "toy", "toy then random after 7")
    kings = [trace(number, (number % 2,), seats=spoiled, experiment="king") for number in range(40)]
    evidence = evidence_of([*played, *kings], players=3)
    assert measured("kingmaking", evidence).figures[0].estimate.value == 0.5
    assert measured("elimination", evidence).figures[0].estimate.value == pytest.approx(0.6)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_without_games_nothing_is_claimed(players: int) -> None:
    evidence = evidence_of([], players)
    assert not any(measure.is_known for measure in measures_of(evidence))
    assert all(isinstance(measure.to_dict()["sentence"], str) for measure in measures_of(evidence))


def test_measures_are_numbered_and_unknown_ones_refused() -> None:
    assert list(kinds_for(evidence_of([], 3).game)) == list(MEASURES)
    assert [measure.number for measure in measures_of(evidence_of([], 3))] == list(range(1, 22))
    with pytest.raises(BadOption, match="no measure called beauty"):
        kinds_for(evidence_of([]).game, ["beauty"])


def test_games_that_a_bot_broke_off_are_told_and_not_counted() -> None:
    evidence = evidence_of([trace(0, (0,)), trace(1, (0,), fault="toy lost: it broke off.")])
    assert (len(evidence.of()), evidence.games, evidence.faults) == (1, 2, ["toy lost: it broke off."])


def test_nobody_beats_those_whom_nobody_has_played() -> None:
    games = [trace(number, (0,), seats=("a", "b"), experiment="style:a|b") for number in range(60)]
    evidence = evidence_of(games)
    evidence.schedule = ("style:a|b", "style:a|c", "style:b|c")
    found = measured("diversity", evidence)
    assert found.sentence.startswith("Not measured yet: about")
    assert found.rows[1] == ("a", "", "100%", "")


def test_what_there_was_no_time_for_is_not_said_to_be_idle() -> None:
    evidence = evidence_of([trace(number, (number % 2,)) for number in range(200)], tools=("idle",))
    evidence.schedule = ("without:idle", "change:size=2")
    for name in ("weight", "sensitivity"):
        assert measured(name, evidence).sentence.startswith("Not measured yet: about"), name
        assert [figure.estimate.is_known for figure in measured(name, evidence).figures] == [False]


def test_at_a_table_of_several_nothing_is_said_of_those_who_sit_there_together() -> None:
    games = [
        trace(number, (number % 3,), seats=("a", "b", "b"), seed=number // 3, experiment="style:a|b")
        for number in range(60)
    ]
    assert measured("diversity", evidence_of(games, 3)).rows == (("against", "a", "b"), ("a", "", "33%"), ("b", "", ""))


@pytest.mark.parametrize(("more", "said"), [(0.0, "No way to play is seen to score most."), (9.0, "b scores most: 5")])
def test_alone_one_scores_most_only_if_that_is_seen_on_the_same_seeds(more: float, said: str) -> None:
    dice = np.random.default_rng(4)
    games = [
        trace(number, seats=(name,), scores=(scored,), experiment=f"style:{name}")
        for name, extra in (("a", 0.0), ("b", more))
        for number, scored in enumerate((50 + extra + dice.normal(size=80)).tolist())
    ]
    assert measured("diversity", evidence_of(games, players=1)).sentence.startswith(said)
