"""Boneyard's points, which are what a player still has, and its rounds (B15-B17)."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.state import MOST_TRAPS, Rules, State, Trap


@rule
def has_fallen(s: State, who: int) -> bool:
    """B15: a tower without a layer, or a village without a house."""
    return s.layers[who] == 0 or s.houses[who] == 0


@rule
def points_of(p: Rules, s: State, who: int) -> int:
    """B15: tower, village and every trap that is not destroyed."""
    points = int64(s.layers[who]) * p.layer_points + int64(s.houses[who]) * p.house_points
    for trap in range(1, MOST_TRAPS + 1):
        points += s.stash[who, trap] * p.points[trap - 1]
    points += s.hearses[who] * p.points[Trap.HEARSE - 1]
    trap_fields, shield_fields, field = int64(s.trapped[who]), int64(s.shielded[who]), 0
    while trap_fields != 0:
        if trap_fields & 1 == 1:
            points += p.points[s.traps[who, field] - 1]
            points += (shield_fields & 1) * p.points[Trap.SHIELD - 1]
        trap_fields >>= 1
        shield_fields >>= 1
        field += 1
    return points


@rule
def score_of(p: Rules, s: State, who: int) -> int:
    """B15: the points, 0 for the fallen; B16: with one player the rounds survived are added."""
    points = int64(0) if has_fallen(s, who) else points_of(p, s, who)
    return points + s.rounds if p.players == 1 else points


@rule
def rounds_in_all(p: Rules) -> int:
    """B16, B17: the rounds after which the game is over."""
    return p.solo_rounds if p.players == 1 else p.max_rounds


@rule
def score(p: Rules, s: State, out: Array) -> None:
    """B15, B16: everybody's score."""
    for who in range(p.players):
        out[who] = score_of(p, s, who)
