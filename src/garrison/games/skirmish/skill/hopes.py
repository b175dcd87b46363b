"""The most that the replies to a line can be worth: those that can't be the best need not be tried."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.sides import NEXT_TO, steps_between
from garrison.games.skirmish.skill.trial import may_end
from garrison.games.skirmish.skill.workspace import Workspace
from garrison.games.skirmish.skill.worth import blows, harm_at
from garrison.games.skirmish.state import NOBODY, Rules, State

UNBOUNDED = 1 << 40  # more than any position is worth


@rule
def note_hopes(p: Rules, s: State, r: Workspace) -> None:
    """What everybody of a side may make of a position, and what it is worth if all stay where they are."""
    worth, living = 0, 0
    for who in range(s.count):
        r.hopes[who] = -UNBOUNDED
        if s.health[who] > 0:
            worth += r.signs[who] * (s.health[who] * r.weights[who] + r.powers[who])
            living += r.signs[who] < 0
            r.spots[who, 0], r.spots[who, 1] = s.fields[who] // s.width, s.fields[who] % s.width
    is_open = may_end(p, s) or worth < -r.won  # where even to lose may be better than to stay
    r.best = -2 * r.won if is_open else worth  # somebody can always stay
    for who in range(s.count):
        if s.health[who] > 0 and r.signs[who] > 0:
            r.hopes[who] = UNBOUNDED if is_open else worth + most_gained(p, s, r, who, living)


@rule
def most_hopeful(s: State, r: Workspace) -> int:
    """Who may do better than the best reply so far, and most of all; NOBODY if none can."""
    found, most = NOBODY, r.best
    for who in range(s.count):
        if r.hopes[who] > most:
            found, most = who, r.hopes[who]
    return found


@rule
def most_gained(p: Rules, s: State, r: Workspace, who: int, living: int) -> int:
    """S4, S5, S7: what the move of a character can gain, as if nobody were in its way and it could be everywhere."""
    gained, by_fight, killed = most_healed(p, s, r, who), 0, 0
    for other in range(s.count):
        if s.health[other] > 0 and r.signs[other] < 0:
            distance = distance_between(r, who, other)
            harm = min(harm_at(p, s, who, distance), s.health[other])
            in_fight, is_won = most_harm_in_fight(p, s, who, other, distance)
            is_dead = 1 if harm == s.health[other] else 0
            gained += harm * r.weights[other] + r.powers[other] * is_dead
            better = (s.health[other] - in_fight) * max(r.weights[other] - r.weights[who], 0)
            fought = in_fight * r.weights[other] + better + r.powers[other] * is_won
            by_fight = max(by_fight, fought - harm * r.weights[other] - r.powers[other] * is_dead)
            killed += max(is_dead, is_won)
    return gained + by_fight if killed < living else UNBOUNDED


@rule
def distance_between(r: Workspace, who: int, other: int) -> int:
    """In steps, corners included."""
    return steps_between(r.spots[who, 0], r.spots[who, 1], r.spots[other, 0], r.spots[other, 1])


@rule
def most_healed(p: Rules, s: State, r: Workspace, who: int) -> int:
    """S6: what healing can bring."""
    if p.heals[s.kinds[who] - 1] == 0:
        return 0
    healed = 0
    for other in range(s.count):
        if s.health[other] > 0 and r.signs[other] > 0 and distance_between(r, who, other) <= NEXT_TO:
            healed += p.healing * r.weights[other]
    return healed


@rule
def most_harm_in_fight(p: Rules, s: State, who: int, other: int, distance: int) -> tuple[int, int]:
    """S7: what a side can win by a fight to the death with an enemy so far away and by attacks on the way to it, and 1
    if the enemy can die of it; what the winner loses then, the loser had left."""
    kind, theirs = s.kinds[who] - 1, s.health[other]
    if distance > p.steps[kind]:
        return 0, 0
    harm = min(blows(p, kind, p.steps[kind] - 1, distance) + p.attack[kind], theirs)
    return harm, 1 if s.health[who] + p.healing * p.heals[kind] >= theirs - harm else 0
