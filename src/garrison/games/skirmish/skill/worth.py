"""What a position of Skirmish is worth, by weights that were fitted to games."""

import numpy as np

from garrison.core.engine.record import Array, float64, int64
from garrison.core.engine.rule import rule
from garrison.core.facts import numbered
from garrison.games.skirmish.rules.sides import NEXT_TO, final_distance, final_power, side, steps_between
from garrison.games.skirmish.state import Kind, Rules, State

# What a position is judged by, always as Calliance sees it. A share is one of all the health on the board.
FEATURES = (
    *(f"{kind.name.lower()} health" for kind in Kind),  # the share of it
    *(f"{kind.name.lower()} count" for kind in Kind),  # how many live, for each 100 points of health on the board
    "calliance strikes next",  # the share of health that its best move could cost the other side, if it is to move
    "zorde strikes next",
    "calliance strikes later",  # and if the other side is
    "zorde strikes later",
    "bias",
)
Feature = numbered(FEATURES)
HEALTH, COUNT = int(Feature.ORK_HEALTH), int(Feature.ORK_COUNT)  # the first of each, in the kinds' order
NEXT, LATER = int(Feature.CALLIANCE_STRIKES_NEXT), int(Feature.CALLIANCE_STRIKES_LATER)  # Zorde's follows
BIAS = int(Feature.BIAS)
WEIGHTS = np.array([-9.5, -4.0, -10.0, 6.0, 10.4, 7.2, -0.8, -1.7, -1.0, 2.3, 4.9, 1.9, 4.0, -5.0, 1.3, -0.5, 0.1])
NEARNESS, IMPATIENCE = 0.05, 0.3  # what it is worth to stand close to the enemy: at the start, and more at the end
UNDECIDED = 0.95  # no position is worth more before the end
STEEPNESS = 3.0  # of the way from a lost to a won position
FAR = 1_000  # moves, where there is no limit
CALM, BOLDNESS = 40, 2.0  # moves after which a side that keeps its distance loses courage, and how fast


@rule
def value(p: Rules, s: State, out: Array) -> None:
    """Who is likely to win, as the weights say that were fitted to games; a draw is worth 0."""
    if s.over == 1:
        out[0] = float64(s.winners & 1) - float64((s.winners >> 1) & 1)
        out[1] = -out[0]
        return
    total = total_health(s)
    distance, strike = reach_of_side(p, s, 0)
    other_distance, other_strike = reach_of_side(p, s, 1)
    logit = judge_armies(p, s, total) + judge_strikes(s, strike / total, other_strike / total)
    out[0] = UNDECIDED * logit / (STEEPNESS + abs(logit))
    out[1] = -out[0]
    out[0] = seek(p, s, out[0], distance)
    out[1] = seek(p, s, out[1], other_distance)


@rule
def seek(p: Rules, s: State, worth: float, distance: float) -> float:
    """S9: a position is worth less to a side that is far from the enemy, and much less once there has been time enough
    to come nearer: whoever waits may stand opposite somebody who never moves."""
    near = max(worth - urge(p, s) * distance, -UNDECIDED)
    late = max(s.moves - CALM, 0) / float64(CALM)
    return (near + UNDECIDED) / (1.0 + BOLDNESS * late * distance) - UNDECIDED


@rule
def urge(p: Rules, s: State) -> float:
    """S9: the nearer the end that is a draw, the more it is worth to seek a fight."""
    return NEARNESS + IMPATIENCE * s.moves / float64(p.max_moves if p.max_moves > 0 else FAR)


@rule
def judge_armies(p: Rules, s: State, total: float) -> float:
    """Everybody's health and life, by kind, with its weight."""
    logit = WEIGHTS[BIAS]
    for who in range(s.count):
        if s.health[who] > 0:
            kind = s.kinds[who] - 1
            logit += (WEIGHTS[HEALTH + kind] * s.health[who] + WEIGHTS[COUNT + kind] * 100.0) / total
    return logit


@rule
def judge_strikes(s: State, strike: float, other_strike: float) -> float:
    """What the sides threaten to do, with the weights: whoever is next does it."""
    return WEIGHTS[strike_of(s, 0)] * strike + WEIGHTS[strike_of(s, 1)] * other_strike


@rule
def strike_of(s: State, player: int) -> int:
    """Which feature a side's strike is: it is to move, or the other side is."""
    return (NEXT if (s.waiting >> player) & 1 else LATER) + player


@rule
def features(p: Rules, s: State, out: Array) -> None:
    """What FEATURES says, for fitting the weights: the same sums as in `value`, apart."""
    total = total_health(s)
    out[:] = 0.0
    out[BIAS] = 1.0
    for who in range(s.count):
        if s.health[who] > 0:
            out[HEALTH + s.kinds[who] - 1] += s.health[who] / total
            out[COUNT + s.kinds[who] - 1] += 100.0 / total
    for player in range(2):
        _, strike = reach_of_side(p, s, player)
        out[strike_of(s, player)] = strike / total


@rule
def total_health(s: State) -> float:
    """Of everybody."""
    total = float64(0)
    for who in range(s.count):
        total += s.health[who]
    return max(total, 1.0)


@rule
def reach_of_side(p: Rules, s: State, player: int) -> tuple[float, float]:
    """How far a side's characters are from the nearest enemy, on average and as a share, and its best strike."""
    gaps, best, count = 0, 0, 0
    for who in range(s.count):
        if s.health[who] > 0 and side(s, who) == player:
            nearest, strike = reach_of_character(p, s, who)
            gaps += nearest
            best = max(best, strike)
            count += 1
    return gaps / float64(max(count, 1) * s.width), float64(best)


@rule
def reach_of_character(p: Rules, s: State, who: int) -> tuple[int, int]:
    """How far somebody is from the nearest enemy, and how much health its move could cost those in reach."""
    row, column, own = s.fields[who] // s.width, s.fields[who] % s.width, side(s, who)
    nearest, strike = int64(s.width), 0
    for other in range(s.count):
        if s.health[other] > 0 and side(s, other) != own:
            distance = steps_between(row, column, s.fields[other] // s.width, s.fields[other] % s.width)
            nearest = min(nearest, distance)
            strike += min(harm_at(p, s, who, distance), s.health[other])
    return nearest, strike


@rule
def harm_at(p: Rules, s: State, who: int, distance: int) -> int:
    """S1, S4, S5: what the attacks of a whole move can do to an enemy so far away, if nobody is in the way."""
    kind = s.kinds[who]
    steps = p.steps[kind - 1]
    last = final_power(p, kind) if distance <= steps + final_distance(p, kind) else 0
    return last + blows(p, kind - 1, steps - 1, distance)


@rule
def blows(p: Rules, kind: int, steps: int, distance: int) -> int:
    """S1: what the attacks after each of this many steps can do; it takes a step for each field but the last two."""
    return p.attack[kind] * max(steps - max(distance - 1 - NEXT_TO, 0), 0) * p.strikes_each_step[kind]
