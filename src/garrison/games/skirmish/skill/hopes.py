"""The most that the replies to a line can be worth: those that can't be the best need not be tried."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.fire import burning_rings, ring
from garrison.games.skirmish.rules.sides import NEXT_TO, steps_between
from garrison.games.skirmish.skill.trial import may_end
from garrison.games.skirmish.skill.workspace import Workspace
from garrison.games.skirmish.skill.worth import blows, harm_at
from garrison.games.skirmish.state import NOBODY, Rules, State

UNBOUNDED = 1 << 40  # more than any position is worth


@rule
def note_hopes(p: Rules, s: State, r: Workspace) -> None:
    """What everybody of a side may make of a position, and what it is worth if all stay where they are."""
    worth, living, rings, may_die = 0, 0, burning_rings(p, s.width, s.moves + 1), False
    for who in range(s.count):
        r.hopes[who] = -UNBOUNDED
        if s.health[who] > 0:
            worth += r.signs[who] * (s.health[who] * r.weights[who] + r.powers[who])
            living += r.signs[who] < 0
            r.spots[who, 0], r.spots[who, 1] = s.fields[who] // s.width, s.fields[who] % s.width
            if r.signs[who] > 0 and ring(s.width, s.fields[who]) < rings:
                worth -= p.fire_harm * r.weights[who]
                may_die = may_die or s.health[who] <= p.fire_harm
    # Where even to lose may be better than to stay, or where a move may save somebody from the fire.
    is_open = may_die or may_end(p, s) or worth < -r.win_worth
    r.best = -2 * r.win_worth if is_open else worth  # somebody can always stay
    for who in range(s.count):
        if s.health[who] > 0 and r.signs[who] > 0:
            gain = most_gained(p, s, r, who, living) + most_saved(p, s, r, who, rings)
            r.hopes[who] = UNBOUNDED if is_open else worth + gain


@rule
def most_hopeful(s: State, r: Workspace) -> int:
    """Who may do better than the best reply so far, and most of all; NOBODY if none can."""
    choice, most = NOBODY, r.best
    for who in range(s.count):
        if r.hopes[who] > most:
            choice, most = who, r.hopes[who]
    return choice


@rule
def most_gained(p: Rules, s: State, r: Workspace, who: int, living: int) -> int:
    """S4, S5, S7: what the move of a character can gain, as if nobody were in its way and it could be everywhere."""
    gain, by_fight, deaths = most_healed(p, s, r, who), 0, 0
    for other in range(s.count):
        if s.health[other] > 0 and r.signs[other] < 0:
            distance = distance_between(r, who, other)
            harm = min(harm_at(p, s, who, distance), s.health[other])
            in_fight, is_won = most_harm_in_fight(p, s, who, other, distance)
            is_dead = 1 if harm == s.health[other] else 0
            gain += harm * r.weights[other] + r.powers[other] * is_dead
            better = (s.health[other] - in_fight) * max(r.weights[other] - r.weights[who], 0)
            fight_gain = in_fight * r.weights[other] + better + r.powers[other] * is_won
            by_fight = max(by_fight, fight_gain - harm * r.weights[other] - r.powers[other] * is_dead)
            deaths += max(is_dead, is_won)
    return gain + by_fight if deaths < living else UNBOUNDED


@rule
def most_saved(p: Rules, s: State, r: Workspace, who: int, rings: int) -> int:
    """S19: what it is worth that somebody leaves the fire."""
    return p.fire_harm * r.weights[who] if ring(s.width, s.fields[who]) < rings else 0


@rule
def distance_between(r: Workspace, who: int, other: int) -> int:
    """In steps, corners included."""
    return steps_between(r.spots[who, 0], r.spots[who, 1], r.spots[other, 0], r.spots[other, 1])


@rule
def most_healed(p: Rules, s: State, r: Workspace, who: int) -> int:
    """S6: what healing can bring."""
    if p.heals[s.kinds[who] - 1] == 0:
        return 0
    gain = 0
    for other in range(s.count):
        if s.health[other] > 0 and r.signs[other] > 0 and distance_between(r, who, other) <= NEXT_TO:
            gain += p.healing * r.weights[other]
    return gain


@rule
def most_harm_in_fight(p: Rules, s: State, who: int, other: int, distance: int) -> tuple[int, int]:
    """S7: what a side can win by a fight to the death with an enemy so far away and by attacks on the way to it, and 1
    if the enemy can die of it; what the winner loses then, the loser had left."""
    kind, theirs = s.kinds[who] - 1, s.health[other]
    if distance > p.steps[kind]:
        return 0, 0
    harm = min(blows(p, kind, p.steps[kind] - 1, distance) + p.attack[kind], theirs)
    return harm, 1 if s.health[who] + p.healing * p.heals[kind] >= theirs - harm else 0
