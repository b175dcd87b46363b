"""Toy games of which every figure of every measure is known, and toys in which nothing matters.

Each is decided by one random number a game; those of the games on one seed are the same on a share of the seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import log

import numpy as np
from lab_toys import evidence_of, trace

from garrison.core.game import Game
from garrison.lab.arena.ratings import SCALE
from garrison.lab.design.advice import StepAdvice, counsel_on
from garrison.lab.design.compare import differences
from garrison.lab.design.experiments import is_playable
from garrison.lab.design.goals import goals_of
from garrison.lab.games.changes import dials_of
from garrison.lab.games.traces import Trace
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import PLAY, Evidence
from garrison.lab.measures.sensitivity import steps_of
from garrison.lab.measures.tools import DEAD, HARMFUL, IDLE, VITAL
from garrison.lab.notes.game_notes import Course
from playing import game_of

Dice = np.random.Generator
LONG = 10_000  # turns
GAMES, CHANCES, SEATS = (8, 20, 60, 200), (0.5, 0.9), (2, 6)


@dataclass(frozen=True)
class Case:
    """How many games there are, how likely what is measured is, how many play, how often games on a seed are alike."""

    games: int = 60
    chance: float = 0.5
    players: int = 2
    alike: float = 0.0

    @property
    def seats(self) -> tuple[str, ...]:
        return ("toy",) * self.players

    def luck(self, dice: Dice) -> list[float]:
        """A random number for each game."""
        seeds = np.arange(self.games) // self.players
        common = dice.random((2, self.games))
        is_alike = common[0, seeds] < self.alike
        return [float(one) for one in np.where(is_alike, common[1, seeds], dice.random(self.games))]


def played(case: Case, dice: Dice, made: Callable[[float], dict[str, object]], **more: object) -> list[Trace]:
    """Games of which a random number decides everything."""
    return [
        trace(number, **{"seats": case.seats, "seed": number // case.players, **more, **made(luck)})  # type: ignore[arg-type]
        for number, luck in enumerate(case.luck(dice))
    ]


def evidence(case: Case, traces: Sequence[Trace], tools: tuple[str, ...] = ()) -> Evidence:
    return evidence_of(traces, case.players, tools)


Answer = tuple[Evidence, dict[str, float]]


def win_rate(case: Case, dice: Dice) -> Answer:
    """The first seat wins with the chance, and the others share what is left."""
    others, rest = case.players - 1, 1 - case.chance

    def winner(luck: float) -> int:
        return 0 if luck < case.chance else 1 + min(int((luck - case.chance) / rest * others), others - 1)

    truths = {f"Player {seat + 1}": rest / others if seat else case.chance for seat in range(case.players)}
    return evidence(case, played(case, dice, lambda luck: {"winners": (winner(luck),)})), truths


def luck_of_nothing(case: Case, dice: Dice) -> Answer:
    """Seeds explain nothing."""
    free = replace(case, alike=0.0)
    return evidence(free, played(free, dice, lambda luck: {"winners": (0,) if luck < case.chance else (1,)})), {
        "toy": 0.0
    }


def score(case: Case, dice: Dice) -> Answer:
    """A game for one: all but the smallest scores win."""
    alone = replace(case, players=1)

    def made(luck: float) -> dict[str, object]:
        return {"scores": (100 * luck,), "winners": (0,) if luck < case.chance else ()}

    traces = played(alone, dice, made)
    return evidence(alone, traces), {"median score": 50.0, "mean score": 50.0, "games won": case.chance}


def draws(case: Case, dice: Dice) -> Answer:
    traces = played(case, dice, lambda luck: {"winners": () if luck < case.chance else (0,)})
    return evidence(case, traces), {"drawn": case.chance}


def cut_off(case: Case, dice: Dice) -> Answer:
    traces = played(case, dice, lambda luck: {"reason": 1 if luck < case.chance else 2})
    return evidence(case, traces), {"stopped by a limit": case.chance, "limit": case.chance, "played": 1 - case.chance}


def length(case: Case, dice: Dice) -> Answer:
    traces = played(case, dice, lambda luck: {"turns": int(-LONG * log(1 - luck))})
    parts = {"median": 0.5, "5th percentile": 0.05, "95th percentile": 0.95}
    truths = {name: -LONG * log(1 - part) for name, part in parts.items()}
    minutes = {f"{name}, minutes": value * 10 / 60 for name, value in truths.items()}
    return evidence(case, traces), {**truths, **minutes}


def branching(case: Case, dice: Dice) -> Answer:
    """There are 0 to 1,000 actions for each decision; games offer a choice always or never."""
    traces = [
        replace(one, legal=int(LONG * luck), choices=10 * int(luck < case.chance))
        for luck, one in zip(case.luck(dice), played(case, dice, lambda luck: {}), strict=True)
    ]
    return evidence(case, traces), {"legal actions": LONG / 20, "decisions with a choice": case.chance}


def values_of(case: Case, *margins: float) -> list[list[float]]:
    """How far the first is ahead of the second; the others are nowhere."""
    return [[margin, -margin, *[-1.0] * (case.players - 2)] for margin in margins]


def lead_changes(case: Case, dice: Dice) -> Answer:
    once, never = values_of(case, -0.5, 0.5), values_of(case, 0.5, 0.5)
    traces = played(case, dice, lambda luck: {"winners": (0,), "values": once if luck < case.chance else never})
    return evidence(case, traces), {"lead changes a game": case.chance, "games with one or more": case.chance}


def drama(case: Case, dice: Dice) -> Answer:
    behind, ahead = values_of(case, -0.5, 0.5), values_of(case, 0.5, 0.5)
    traces = played(case, dice, lambda luck: {"winners": (0,), "values": behind if luck < case.chance else ahead})
    return evidence(case, traces), {"how far behind winners were": case.chance / 2, "comebacks": case.chance}


def decisiveness(case: Case, dice: Dice) -> Answer:
    late, early = values_of(case, -0.5, 0.5), values_of(case, 0.5, 0.5)
    traces = played(case, dice, lambda luck: {"winners": (0,), "values": early if luck < case.chance else late})
    return evidence(case, traces), {"share of the game after it is settled": (1 + case.chance) / 2}


def leading(case: Case, dice: Dice) -> Answer:
    """Leaders who do not win have drawn."""
    ahead = values_of(case, *[0.5] * 8)
    traces = played(case, dice, lambda luck: {"winners": (0,) if luck < case.chance else (0, 1), "values": ahead})
    return evidence(case, traces), {f"at {mark}%": case.chance for mark in (25, 50, 75)}


def pair(case: Case, dice: Dice, experiment: str, first: str, second: str) -> list[Trace]:
    """One against the others, in every seat in turn, who wins with the chance."""
    table = (first, *(second,) * (case.players - 1))
    games = []
    for number, luck in enumerate(case.luck(dice)):
        turn = number % case.players
        seats = (*table[-turn:], *table[:-turn]) if turn else table
        winner = turn if luck < case.chance else (turn + 1) % case.players
        games.append(trace(number, (winner,), seats=seats, seed=number // case.players, experiment=experiment))
    return games


def skill_depth(case: Case, dice: Dice) -> Answer:
    odds = (case.players - 1) * case.chance / (1 - case.chance)
    return evidence(case, pair(case, dice, "depth:deep|flat", "deep", "flat")), {"deep over flat": SCALE * log(odds)}


def diversity(case: Case, dice: Dice) -> Answer:
    return evidence(case, pair(case, dice, "style:a|b", "a", "b")), {"a against b": case.chance}


def luck(case: Case, dice: Dice) -> Answer:
    """On four of ten seeds all games end alike."""
    common = replace(case, alike=0.4)
    traces = played(common, dice, lambda luck: {"winners": (0,) if luck < case.chance else (1,)})
    return evidence(common, traces), {"toy": 0.4}


def luck_of_scores(case: Case, dice: Dice) -> Answer:
    """Scores of games for one, two of them on a seed, of which four tenths are the seed's."""
    seeds = np.repeat(dice.normal(size=(case.games + 1) // 2), 2)[: case.games]
    scores = 100 + 10 * (0.4**0.5 * seeds + 0.6**0.5 * dice.normal(size=case.games))
    traces = [trace(number, seats=("toy",), scores=(one,)) for number, one in enumerate(scores.tolist())]
    return evidence(replace(case, players=1), traces), {"toy": 0.4}


def weight(case: Case, dice: Dice) -> Answer:
    """Whoever does without the key wins three of ten games less."""
    owned = np.ones((case.players, 1), dtype=np.int32)
    luck = case.luck(dice)
    usual, without = [], []
    for number, one in enumerate(luck):
        seat, seed = number % case.players, number // case.players
        other = (seat + 1) % case.players
        seats = tuple("toy without key" if place == seat else "toy" for place in range(case.players))
        again = dice.random() if number % 2 else one  # half of the games go on alike
        usual.append(trace(number, (seat if one < case.chance else other,), seats=case.seats, seed=seed, offers=owned))
        loser = (seat if again < case.chance - 0.3 else other,)
        without.append(trace(number, loser, seats=seats, seed=seed, experiment="without:key"))
    return evidence(case, [*usual, *without], ("key",)), {"Key": -0.3}


def use(case: Case, dice: Dice) -> Answer:
    nothing = [[0]] * (case.players - 1)

    def made(luck: float) -> dict[str, object]:
        return {"offers": [[1], *nothing], "uses": [[int(luck < case.chance)], *nothing]}

    return evidence(case, played(case, dice, made), ("key",)), {"Key": case.chance}


def sensitivity(case: Case, dice: Dice) -> Answer:
    """The first seat wins three of ten games less, and games take 1,000 turns more."""
    usual = played(case, dice, lambda luck: {"winners": (0,) if luck < case.chance else (1,)})
    more = replace(case, chance=case.chance - 0.3)
    changed = played(
        more, dice, lambda luck: {"winners": (0,) if luck < more.chance else (1,)}, experiment="change:size=2"
    )
    return evidence(case, [*usual, *changed]), {"size: 2": -0.3}


def kingmaking(case: Case, dice: Dice) -> Answer:
    several = replace(case, players=max(case.players, 3))
    spoiled = (*several.seats[:-1], "toy then random after 7")
    usual = played(several, dice, lambda luck: {"winners": (0,)})
    made = played(
        several, dice, lambda luck: {"winners": (int(luck < case.chance),), "seats": spoiled}, experiment="king"
    )
    return evidence(several, [*usual, *made]), {"another winner": case.chance}


def elimination(case: Case, dice: Dice) -> Answer:
    """Somebody is out half-way, or nobody is."""
    several = replace(case, players=max(case.players, 3))
    others = (10,) * (several.players - 1)
    traces = played(several, dice, lambda luck: {"last_turns": (*others, 5 if luck < case.chance else 10)})
    return evidence(several, traces), {"share watched": case.chance / 2}


def stalling(case: Case, dice: Dice) -> Answer:
    """All boards of a game come again, or none."""
    traces = played(case, dice, lambda luck: {"course": Course(boards=10, repeats=10 * int(luck < case.chance))})
    return evidence(case, traces), {"turns with an earlier board": case.chance}


def mobility(case: Case, dice: Dice) -> Answer:
    """Ten actions at first, 0 to 1,000 in the middle, and in the end 10 or 1,010."""

    def made(luck: float) -> dict[str, object]:
        thirds = ((10, 100), (10, int(LONG * luck)), (10, 100 + LONG * int(luck < case.chance)))
        return {"course": Course(thirds, boards=10)}

    truths = {"first third": 10.0, "second third": LONG / 20, "last third": 10 + LONG / 10 * case.chance}
    return evidence(case, played(case, dice, made)), truths


def board_used(case: Case, dice: Dice) -> Answer:
    traces = played(case, dice, lambda luck: {"course": Course(boards=10, coverage=float(luck < case.chance))})
    return evidence(case, traces), {"fields that ever change": case.chance}


def hidden(case: Case, dice: Dice) -> Answer:
    traces = played(case, dice, lambda luck: {"course": Course(boards=10, secrets=10 * int(luck < case.chance))})
    return evidence(case, traces), {"decisions without knowing all": case.chance}


TOYS: dict[str, Callable[[Case, Dice], Answer]] = {
    "win_rate": win_rate,
    "win_rate of one": score,
    "draws": draws,
    "cut_off": cut_off,
    "length": length,
    "branching": branching,
    "lead_changes": lead_changes,
    "drama": drama,
    "decisiveness": decisiveness,
    "leading": leading,
    "skill_depth": skill_depth,
    "luck": luck,
    "luck of scores": luck_of_scores,
    "luck of nothing": luck_of_nothing,
    "weight": weight,
    "use": use,
    "diversity": diversity,
    "sensitivity": sensitivity,
    "kingmaking": kingmaking,
    "elimination": elimination,
    "stalling": stalling,
    "mobility": mobility,
    "board_used": board_used,
    "hidden": hidden,
}


def coverage(name: str, case: Case, repetitions: int, dice: Dice) -> dict[str, float]:
    """How often the interval of each figure of a measure contains the truth; one that is not known never errs."""
    covered: dict[str, int] = {}
    for _ in range(repetitions):
        found, truths = TOYS[name](case, dice)
        figures = {figure.label: figure.estimate for figure in measures_of(found, [name.split(" of ")[0]])[0].figures}
        for label, truth in truths.items():
            one = figures.get(label)
            misses = one is not None and one.is_known and not one.low - 1e-9 <= truth <= one.high + 1e-9
            covered[label] = covered.get(label, 0) + (not misses)
    return {label: count / repetitions for label, count in covered.items()}


def coin_flips(case: Case, dice: Dice, **more: object) -> list[Trace]:
    """Games that anybody wins, some longer than others."""
    return played(
        case,
        dice,
        lambda luck: {"winners": (int(luck * case.players),), "turns": 8 + int(400 * luck) % 5},
        **{"values": np.zeros((1, case.players)), **more},
    )


def no_step_matters(case: Case, dice: Dice, steps: int = 20) -> bool:
    games = [one for step in range(steps) for one in coin_flips(case, dice, experiment=f"change:dust={step}")]
    return any(one.is_seen for one in steps_of(evidence(case, [*coin_flips(case, dice), *games])))


def no_step_of_sixty_matters(case: Case, dice: Dice) -> bool:
    return no_step_matters(case, dice, 60)


def no_step_matters_much_alike(case: Case, dice: Dice) -> bool:
    """Most games are not changed at all."""
    usual = coin_flips(case, dice)
    changed = [
        replace(other if dice.random() < 0.1 else one, task=other.task)
        for step in range(20)
        for one, other in zip(usual, coin_flips(case, dice, experiment=f"change:dust={step}"), strict=True)
    ]
    return any(one.is_seen for one in steps_of(evidence(case, [*usual, *changed])))


def nobody_is_favoured(case: Case, dice: Dice) -> bool:
    return "is favoured:" in measures_of(evidence(case, coin_flips(case, dice)), ["win_rate"])[0].sentence


def no_tool_is_needed(case: Case, dice: Dice) -> bool:
    """Fourteen tools that make no difference."""
    names = tuple(f"t{number}" for number in range(14))
    owned = np.ones((case.players, 14), dtype=np.int32)
    games = coin_flips(case, dice, offers=owned)
    for name in names:
        seats = (f"toy without {name}", *case.seats[1:])
        games += coin_flips(case, dice, experiment=f"without:{name}", seats=seats)
    return _has_flag(evidence(case, games, names), "weight", VITAL, HARMFUL)


def every_tool_matters(case: Case, dice: Dice) -> bool:
    """A tool that is worth six points is said to make no difference."""
    owned = np.ones((case.players, 1), dtype=np.int32)
    games = coin_flips(case, dice, offers=owned)
    seats = ("toy without key", *case.seats[1:])
    lost = 1 / case.players - 0.06
    games += played(case, dice, lambda luck: {"winners": (int(luck >= lost),)}, experiment="without:key", seats=seats)
    return _has_flag(evidence(case, games, ("key",)), "weight", IDLE)


def every_tool_is_used(case: Case, dice: Dice) -> bool:
    """Fourteen tools that one of twenty players uses."""
    names, rest = tuple(f"t{number}" for number in range(14)), np.zeros((case.players - 1, 14), dtype=np.int32)
    owned = np.vstack([np.ones((1, 14), dtype=np.int32), rest])

    def made(luck: float) -> dict[str, object]:
        return {"offers": owned, "uses": np.vstack([dice.random((1, 14)) < 0.05, rest])}

    return _has_flag(evidence(case, played(case, dice, made), names), "use", DEAD)


def nobody_dominates(case: Case, dice: Dice) -> bool:
    """Five bots of the same strength."""
    even, games = replace(case, chance=1 / case.players), list[Trace]()
    for one, other in combinations("abcde", 2):
        games += pair(even, dice, f"style:{one}|{other}", one, other)
    sentence = measures_of(evidence(case, games), ["diversity"])[0].sentence
    return "beats all others" in sentence or sentence.count(" beats ") > 1


def nobody_scores_most(case: Case, dice: Dice) -> bool:
    """Five bots that score alike, each in as many games for one."""
    alone = [
        trace(number, seats=(name,), scores=(scored,), experiment=f"style:{name}")
        for name in "abcde"
        for number, scored in enumerate(dice.exponential(100, case.games).tolist())
    ]
    found = evidence(replace(case, players=1), alone)
    return "scores most" in measures_of(found, ["diversity"])[0].sentence


def no_step_helps(case: Case, dice: Dice) -> bool:
    """A goal that is not met, and twenty steps that change nothing."""
    return bool(_advised(case, dice, 0, "length=100..120"))


def no_step_costs(case: Case, dice: Dice) -> bool:
    """A step that meets the goal and changes nothing else, among twenty."""
    steps = _advised(case, dice, 100, "length=100..120")
    return any("length" not in cost.name for step in steps for cost in step.costs)


@cache
def real_game(players: int) -> Game:
    """A game for two, or for several."""
    return game_of("skirmish") if players == 2 else game_of("boneyard", players=players)


@cache
def twenty_steps(game: Game) -> list[str]:
    """Experiments with twenty steps of its rules."""
    changes = [(dial.name, value) for dial in dials_of(game) for value in dial.beside()]
    return [f"change:{name}={value}" for name, value in changes if is_playable(game, ((name, value),))][:20]


def _advised(case: Case, dice: Dice, turns: int, goal: str) -> Sequence[StepAdvice]:
    """What is advised where the first of twenty steps takes so many turns more."""
    game = real_game(case.players)
    steps = twenty_steps(game)
    games = [one for name in (PLAY, *steps) for one in coin_flips(case, dice, experiment=name)]
    longer = [replace(one, turns=one.turns + turns) if one.task.experiment == steps[0] else one for one in games]
    found = evidence(case, longer)
    found.game = game
    return counsel_on(found, goals_of(goal, game)).steps


def nothing_differs(case: Case, dice: Dice) -> bool:
    """The same game twice, with other dice."""
    one, other = (evidence(case, coin_flips(case, dice)) for _ in range(2))
    return any(each.is_seen for each in differences(one, other))


def _has_flag(found: Evidence, measure: str, *flags: str) -> bool:
    return any(figure.flag in flags for figure in measures_of(found, [measure])[0].figures)


ALARMS: dict[str, Callable[[Case, Dice], bool]] = {
    "20 steps, one matters": no_step_matters,
    "60 steps, one matters": no_step_of_sixty_matters,
    "20 steps that change few games": no_step_matters_much_alike,
    "a seat is favoured": nobody_is_favoured,
    "one of 14 tools is needed": no_tool_is_needed,
    "a tool makes no difference": every_tool_matters,
    "one of 14 tools is hardly used": every_tool_is_used,
    "one of 5 bots dominates": nobody_dominates,
    "one of 5 bots scores most": nobody_scores_most,
    "two variants differ": nothing_differs,
    "one of 20 steps is advised": no_step_helps,
    "a step that is advised has another cost": no_step_costs,
}


def false_alarms(name: str, case: Case, repetitions: int, dice: Dice) -> float:
    """How often something is seen where there is nothing."""
    return sum(ALARMS[name](case, dice) for _ in range(repetitions)) / repetitions


def cases() -> Iterator[Case]:
    """All that the coverage is tried on."""
    for players in SEATS:
        for chance in CHANCES:
            for games in GAMES:
                for alike in (0.0, 0.3):
                    yield Case(games, chance, players, alike)
