"""What the lab advises to change: steps that are seen to help, what they cost, and nothing where nothing is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
from lab_toys import coin_flips, evidence_of

from garrison.lab.design.advice import counsel_on, key_of
from garrison.lab.design.goals import goals_of
from garrison.lab.measures.evidence import Evidence
from playing import game_of

SKIRMISH = game_of("skirmish", setup="classic")
GOALS = goals_of("win_rate[Calliance]=0.5", SKIRMISH)


def evidence(chance: float, games: int = 400, **changed: Any) -> Evidence:
    """Calliance wins with this chance; half of the games if the Ork has 180; with more healing nothing changes."""
    dice = np.random.default_rng(5)
    made = [
        *coin_flips(dice, games, chance),
        *coin_flips(dice, games, 0.5, experiment="change:health[0]=180", **changed),
        *coin_flips(dice, games, chance, experiment="change:healing=14"),
    ]
    found = evidence_of(made)
    found.game = SKIRMISH
    return found


def test_the_step_that_brings_the_game_closest_to_its_goal_is_named_with_its_cost_and_can_be_tried() -> None:
    counsel = counsel_on(evidence(0.8, turns=30), GOALS, ["--setup", "classic"])
    step = counsel.steps[0]
    assert (len(counsel.steps), step.change) == (1, ("health[0]", 180))
    assert step.words == "health of Ork: 180 in place of 175"
    assert "score of Calliance from 79.8% to 55.0% (-24.8 points [" in str(step)
    assert {one.name for one in step.costs} == {"mean length", "mean length, minutes"}
    assert step.play.startswith("garrison play skirmish --setup classic --rule 'health=[180, ")
    assert step.report.startswith("garrison lab report skirmish")


def test_where_the_goal_is_met_nothing_is_to_be_changed_and_where_little_is_known_nothing_is_said() -> None:
    assert counsel_on(evidence(0.5), goals_of("win_rate=0.4..0.6", SKIRMISH)).sentence.startswith("Nothing, as far")
    assert counsel_on(evidence(0.8, 20), GOALS).sentence.startswith("Not measured yet: about")
    assert counsel_on(evidence_of([]), []).sentence.startswith("Not measured yet")
    assert counsel_on(evidence(0.5, 8), goals_of("win_rate=0.2..0.8", SKIRMISH)).sentence.startswith("Not measured yet")


def test_steps_for_which_there_was_no_time_are_not_counted() -> None:
    found = evidence(0.8)
    found.schedule = ("change:health[0]=180", "change:healing=14", "change:healing=6")
    assert counsel_on(found, GOALS).sentence.startswith("Of 2 single steps, this one is seen")


def test_a_step_that_helps_one_goal_and_spoils_another_is_not_advised() -> None:
    both = [*GOALS, *goals_of("length=9..11", SKIRMISH)]
    assert counsel_on(evidence(0.8, turns=10), both).steps
    assert not counsel_on(evidence(0.8, turns=60), both).steps


def test_every_goal_of_a_report_is_about_single_games() -> None:
    keys = [
        key_of(goal, SKIRMISH)[0]
        for goal in goals_of("win_rate,draws,cut_off,length".replace(",", "=0.2,") + "=9", SKIRMISH)
    ]
    assert keys == ["score of Calliance", "draws", "stopped by a limit", "mean length"]
