"""How to play Boneyard well: what a board is worth, a quick policy, and what the others keep to themselves.

A board is judged as the bot `keeper` does it: what stands, less what the skeletons on their way will destroy, and the
traps that are left.
"""

import numpy as np

from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules import has_fallen, is_anybody_asked, points_of
from garrison.games.boneyard.rules.ground import FOREST, REFLECTED, TOWER, VILLAGE, next_place
from garrison.games.boneyard.state import FIELD_COUNT, MOST_TRAPS, NOTHING, Ask, Phase, Press, Trap

WORTH = np.array([40.0, 14.0, 8.0, 6.0, 5.0])  # of the last layer or house, the last but one, ...
PATIENCE = 0.8  # a loss that is a step further away counts so much less
HORIZON = 9  # steps that a skeleton is followed
NO_DANGER = 0.01
KEPT = 0.6  # what a trap's point is worth while the game goes on
FALLEN = -100.0
STEADY = 0  # the style that keeps its traps; the others place them and follow their whims
RELIEF = 10.0  # how much what the hero saves counts in the choice of its step
WHIM = 60  # and how much chance does
LUCK, BAIT = 100, 30  # how much chance, and how much a skeleton on its way, counts in the choice of a trap's field
RIVALRY = 0.5  # how much the best of the others counts
SCALE = 120.0  # a board that is so much better than the others is worth 1
# How much of the danger is left when a skeleton's way leads over a trap, by Trap.
ESCAPE = np.array([1.0, 1.0, 0.15, 0.05, 1.0, 0.0, 1.0, 0.05, 0.5, 1.0, 0.35, 1.0, 1.0, 1.0, 1.0])
PASS, FIRST_GRAVEYARD = int(Press.PASS), int(Press.GRAVEYARD_1)


@rule
def hide(p, s, player):
    """B13: what the others have chosen in this phase is theirs to know; they choose again."""
    is_answering = is_anybody_asked(p, s)
    for who in range(p.players):
        if who != player:
            s.choices[who] = NOTHING
            s.chosen_traps[who] = 0
            s.chosen_facings[who] = NOTHING
            if not is_answering or s.asks[who] != Ask.NOTHING:
                s.waiting |= 1 << who


# --- What a position is worth


@rule
def value(p, s, out):
    """The own board against the best of the others; alone, against having fallen."""
    for who in range(out.shape[0]):
        out[who] = 0.0
    first, second = -1, -1
    for who in range(p.players):
        out[who] = board_worth(p, s, who)
        if first < 0 or out[who] > out[first]:
            first, second = who, first
        elif second < 0 or out[who] > out[second]:
            second = who
    best, next_best = out[first], FALLEN if second < 0 else out[second]
    for who in range(p.players):
        other = next_best if who == first else best
        out[who] = min(max((out[who] - RIVALRY * other) / SCALE, -1.0), 1.0)
        if s.over == 1:
            out[who] = 2.0 * ((s.winners >> who) & 1) - 1.0


@rule
def board_worth(p, s, who):
    """What stands, less what is in danger, and the traps."""
    if has_fallen(s, who):
        return FALLEN
    layers, houses = s.layers[who], s.houses[who]
    total = standing_worth(layers) + standing_worth(houses) + KEPT * trap_points(p, s, who)
    for i in range(s.counts[who]):
        danger, goal = way_of(p, s, who, i)
        if danger > NO_DANGER and goal == TOWER:
            layers = max(layers - 1, np.int64(0))
            total -= danger * layer_worth(layers)
        elif danger > NO_DANGER:
            houses = max(houses - 1, np.int64(0))
            total -= danger * layer_worth(houses)
    return total


@rule
def layer_worth(number):
    """Of a layer or house, the last one being number 0."""
    return WORTH[min(number, WORTH.shape[0] - 1)]


@rule
def standing_worth(count):
    """Of all layers or houses."""
    total = 0.0
    for number in range(count):
        total += layer_worth(number)
    return total


@rule
def trap_points(p, s, who):
    """B15: the points of the traps in the stash and on the board."""
    points = np.int64(0)
    for trap in range(1, MOST_TRAPS + 1):
        points += s.stash[who, trap] * p.points[trap - 1]
    for field in range(FIELD_COUNT):
        if s.traps[who, field] > 0:
            points += p.points[s.traps[who, field] - 1]
    return points


@rule
def way_of(p, s, who, i):
    """Follow a skeleton by arrows and walls: how much of a loss it will be, and whether of the tower or the village."""
    place, heading, danger = s.places[who, i], s.headings[who, i], 1.0
    if place >= FIELD_COUNT and place != FOREST:
        return 0.0, VILLAGE
    for _ in range(HORIZON):
        target = next_place(s.kinds[who, i], place, heading)
        danger *= PATIENCE
        if target == VILLAGE:
            return danger, VILLAGE
        if target >= FIELD_COUNT or danger < NO_DANGER:
            return 0.0, VILLAGE
        trap = s.traps[who, target]
        if target == TOWER:
            is_shot = trap == Trap.BALLISTA and (heading + 2) % 4 == s.facings[who, TOWER]
            return (0.0 if is_shot else danger), TOWER
        danger *= ESCAPE[trap]
        if target == s.heroes[who]:
            danger *= 0.5
        if trap == Trap.WALL:
            heading = REFLECTED[s.facings[who, target], heading]
            danger /= PATIENCE  # it goes on in the same move
        elif p.arrows[target] > 0:
            heading = p.arrows[target] - 1
        place = target
    return 0.0, VILLAGE


# --- The policy


@rule
def policy(p, s, player, mask, dice, style):
    """The hero goes where skeletons are or come; traps now and then; bones to whoever is strongest."""
    if s.asks[player] == Ask.GRAVEYARD:
        return FIRST_GRAVEYARD + strongest_other(p, s, player)
    if s.asks[player] != Ask.NOTHING:
        return -1
    if s.phase == Phase.HERO:
        return hero_step(p, s, player, mask, dice, 3 if style == STEADY else WHIM)
    if s.chosen_traps[player] == 0 and (style == STEADY or pick(dice, 3) == 0):
        return PASS
    return trap_step(s, player, mask, dice)


@rule
def strongest_other(p, s, player):
    """The other player with the most points."""
    found, most = -1, np.int64(-1)
    for other in range(p.players):
        if other != player and points_of(p, s, other) > most:
            found, most = other, points_of(p, s, other)
    return found


@rule
def hero_step(p, s, who, mask, dice, luck):
    """The field where the hero kills most of what is in danger of being lost; any, if they are equal."""
    found, best = -1, -1
    for field in range(FIELD_COUNT):
        if mask[field] == 1:
            promise = np.int64(relief_at(p, s, who, field)) + pick(dice, luck)
            if promise > best:
                found, best = field, promise
    return found


@rule
def relief_at(p, s, who, field):
    """How much danger the hero ends on a field: by the skeletons that are there, and those that come there next."""
    relief = 0.0
    for i in range(s.counts[who]):
        place = s.places[who, i]
        if place == field or (place <= FOREST and next_place(s.kinds[who, i], place, s.headings[who, i]) == field):
            danger, goal = way_of(p, s, who, i)
            left = s.layers[who] if goal == TOWER else s.houses[who]
            relief += danger * layer_worth(max(left - 1, np.int64(0)))
    return RELIEF * relief


@rule
def bones_at(s, who, field):
    """How many skeletons are on a field (twice) or come to it in their next step."""
    count = 0
    for i in range(s.counts[who]):
        place = s.places[who, i]
        if place == field:
            count += 2
        elif place <= FOREST and next_place(s.kinds[who, i], place, s.headings[who, i]) == field:
            count += 1
    return count


@rule
def trap_step(s, who, mask, dice):
    """Anything but to pass, where there is anything; of the fields rather one that skeletons are on or come to."""
    found, best = PASS, -1
    for action in range(mask.shape[0]):
        if mask[action] == 1 and action != PASS:
            promise = pick(dice, LUCK)
            if action < FIELD_COUNT:
                promise += BAIT * bones_at(s, who, action)
            if promise > best:
                found, best = action, promise
    return found
