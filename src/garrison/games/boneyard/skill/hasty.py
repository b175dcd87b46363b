"""A quick way to play Boneyard, for roll-outs by the thousand."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FOREST, TOWER, next_place
from garrison.games.boneyard.skill.styles import STEADY
from garrison.games.boneyard.skill.worth import layer_worth, way_of
from garrison.games.boneyard.state import FIELD_COUNT, Ask, Phase, Press, Rules, State

RELIEF = 10.0  # how much what the hero saves counts in the choice of its step
WHIM = 60  # and how much chance does
LUCK, BAIT = 100, 30  # how much chance, and how much a skeleton on its way, counts in the choice of a trap's field
PASS = int(Press.PASS)


@rule
def hurry(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """The hero goes where skeletons are or come; traps now and then; -1 for anything."""
    if s.asks[player] != Ask.NOTHING:
        return -1
    if s.phase == Phase.HERO:
        return hero_step(p, s, player, mask, dice, 3 if style == STEADY else WHIM)
    if s.chosen_traps[player] == 0 and (style == STEADY or pick(dice, 3) == 0):
        return PASS
    return trap_step(s, player, mask, dice)


@rule
def hero_step(p: Rules, s: State, who: int, mask: Array, dice: Dice, luck: int) -> int:
    """The field where the hero kills most of what is in danger of being lost; any, if they are equal."""
    choice, best = -1, -1
    for field in range(FIELD_COUNT):
        if mask[field] == 1:
            promise = int64(relief_at(p, s, who, field)) + pick(dice, luck)
            if promise > best:
                choice, best = field, promise
    return choice


@rule
def relief_at(p: Rules, s: State, who: int, field: int) -> float:
    """How much danger the hero ends on a field: by the skeletons that are there, and those that come there next."""
    relief = 0.0
    for i in range(s.counts[who]):
        place = s.places[who, i]
        if place == field or (place <= FOREST and next_place(s.kinds[who, i], place, s.headings[who, i]) == field):
            danger, goal = way_of(p, s, who, i)
            left = s.layers[who] if goal == TOWER else s.houses[who]
            relief += danger * layer_worth(max(left - 1, int64(0)))
    return RELIEF * relief


@rule
def bones_at(s: State, who: int, field: int) -> int:
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
def trap_step(s: State, who: int, mask: Array, dice: Dice) -> int:
    """Anything but to pass, where there is anything; of the fields rather one that skeletons are on or come to."""
    choice, best = PASS, -1
    for action in range(mask.shape[0]):
        if mask[action] == 1 and action != PASS:
            promise = pick(dice, LUCK)
            if action < FIELD_COUNT:
                promise += BAIT * bones_at(s, who, action)
            if promise > best:
                choice, best = action, promise
    return choice
