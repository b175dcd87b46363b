"""What can be wrong with a position of Boneyard whose numbers are all within their ranges."""

from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.choices import needs_facing
from garrison.games.boneyard.rules.ground import FIRST_HEADING, TOWER, TOWER_BIT, has, is_king_step
from garrison.games.boneyard.rules.skeletons import fields_with_skeletons, somebody_came
from garrison.games.boneyard.rules.stash import allowed_fields, note_trap, shield_bearers
from garrison.games.boneyard.state import (
    ABOVE,
    FEWEST_ASKED,
    FIELD_COUNT,
    FOREST,
    KIND_COUNT,
    MOST_TRAPS,
    NOTHING,
    WAYS_OF,
    Ask,
    Clash,
    Phase,
    Press,
    Rules,
    Stage,
    State,
    Trap,
)


@rule
def clash(p: Rules, s: State) -> int:
    """Board by board, what is noted about traps and skeletons is written again; then how far it has got."""
    is_answering, hearses = False, int64(0)
    for who in range(p.players):
        is_answering = is_answering or s.asks[who] != Ask.NOTHING
    for who in range(p.players):
        found = clash_in_traps(p, s, who)
        if found == Clash.NONE:
            found = clash_in_stash(p, s, who)
        if found == Clash.NONE:
            found = clash_in_skeletons(p, s, who)
        if found == Clash.NONE:
            found = clash_in_stage(p, s, who)
        if found == Clash.NONE:
            found = clash_in_choice(p, s, who, is_answering)
        if found != Clash.NONE:
            return found
        hearses += count_bits(s.where[who, Trap.HEARSE]) + s.stash[who, Trap.HEARSE] + s.hearses[who]
    if is_answering and s.phase == Phase.HERO:
        return Clash.PHASE
    return Clash.NONE if hearses <= p.players * owned(p, Trap.HEARSE) else Clash.HEARSES


# --- Traps


@rule
def clash_in_traps(p: Rules, s: State, who: int) -> int:
    """B7: the traps on the board, field by field."""
    s.trapped[who] = 0
    s.where[who, :] = 0
    for field in range(FIELD_COUNT):
        trap, uses = s.traps[who, field], s.uses[who, field]
        if trap == Trap.SHIELD or (trap == Trap.BALLISTA) != (trap > 0 and field == TOWER):
            return Clash.TRAPS
        limit = p.uses[trap - 1] if trap > 0 else 0
        if uses > limit or (uses == 0) != (limit == 0):
            return Clash.USES
        if s.facings[who, field] >= max(WAYS_OF[trap], 1):
            return Clash.FACINGS
        if trap > 0:
            note_trap(s, who, trap, field)
    if s.craters[who] & (s.trapped[who] | TOWER_BIT) != 0:
        return Clash.CRATERS
    return Clash.NONE if s.shielded[who] & ~shield_bearers(s, who) == 0 else Clash.SHIELDED


@rule
def clash_in_stash(p: Rules, s: State, who: int) -> int:
    """B5: nobody has more traps than the rules give; only hearses come from other players."""
    for trap in range(MOST_TRAPS + 1):
        placed = count_bits(s.shielded[who] if trap == Trap.SHIELD else s.where[who, trap])
        if trap != Trap.HEARSE and s.stash[who, trap] + placed > owned(p, trap):
            return Clash.STASH
    return Clash.NONE


@rule
def owned(p: Rules, trap: int) -> int:
    """B5: how many of a trap each player gets."""
    count = 0
    for i in range(MOST_TRAPS):
        count += p.traps[i] == trap and trap > 0
    return count


@rule
def count_bits(fields: int) -> int:
    """How many fields a set has."""
    count = int64(0)
    for field in range(FIELD_COUNT):
        count += has(fields, field)
    return count


# --- Skeletons


@rule
def clash_in_skeletons(p: Rules, s: State, who: int) -> int:
    """B3, B9, B10: no more than there is room for; in the forest they face the board; those leaving are counted."""
    buried = int64(0)
    for kind in range(KIND_COUNT):
        buried += s.graves[who, kind]
    if s.counts[who] + buried > p.most_skeletons:
        return Clash.COUNTS
    s.buried[who], s.above[who] = buried, 0
    for i in range(s.counts[who]):
        s.above[who] += s.places[who, i] == ABOVE
        if s.places[who, i] == FOREST:
            s.headings[who, i] = FIRST_HEADING[s.kinds[who, i]]
        if s.from_places[who, i] == FOREST:
            s.from_headings[who, i] = FIRST_HEADING[s.kinds[who, i]]
    return Clash.NONE


# --- How far a board has got


@rule
def clash_in_stage(p: Rules, s: State, who: int) -> int:
    """B13: between two choices a board is done, or it waits for an answer."""
    stage, ask = s.stages[who], s.asks[who]
    if (stage == Stage.DONE) != (ask == Ask.NOTHING):
        return Clash.STAGES
    if s.above[who] > 0 and stage != Stage.ACTING and stage != Stage.LEAVING:
        return Clash.ABOVE
    if s.due[who] & ~int64(s.trapped[who]) != 0 or (stage == Stage.DONE and s.due[who] != 0):
        return Clash.DUE
    if s.blocking[who] & ~int64(s.where[who, Trap.PALISADE]) != 0:
        return Clash.BLOCKING
    if ask == Ask.GRAVEYARD and p.players < FEWEST_ASKED:
        return Clash.ASKS
    return Clash.NONE if ask == Ask.NOTHING or is_asked_rightly(s, who) else Clash.AT


@rule
def is_asked_rightly(s: State, who: int) -> bool:
    """B13: dragons with somebody on them ask for a direction; catapults, hearses and skeletons that left at the top for
    a graveyard."""
    trap, stage = s.traps[who, s.at[who]], s.stages[who]
    if s.asks[who] == Ask.DIRECTION:
        return stage == Stage.ACTING and trap == Trap.DRAGON and somebody_came(s, who, s.at[who])
    if stage == Stage.LEAVING:
        return s.above[who] > 0
    if stage == Stage.HEARSES:
        return trap == Trap.HEARSE and s.due[who] & ~int64(s.where[who, Trap.HEARSE]) == 0
    return trap == Trap.CATAPULT


# --- Choices


@rule
def clash_in_choice(p: Rules, s: State, who: int, is_answering: int) -> int:
    """Players yet to choose have chosen nothing, or a trap and how it faces; the others, something allowed."""
    trap, facing = s.chosen_traps[who], s.chosen_facings[who]
    is_placing = s.over == 0 and s.phase == Phase.TRAPS and not is_answering
    if trap > 0 and (not is_placing or s.stash[who, trap] == 0):
        return Clash.CHOSEN_TRAPS
    if facing >= WAYS_OF[trap]:
        return Clash.CHOSEN_FACINGS
    is_free = s.over == 1 or (s.waiting >> who) & 1 == 1 or (is_answering and s.asks[who] == Ask.NOTHING)
    if is_free:
        return Clash.NONE if s.choices[who] == NOTHING else Clash.CHOICES
    if is_answering:
        return Clash.NONE if is_answer(p, s, who, s.choices[who]) else Clash.CHOICES
    if s.phase == Phase.HERO:
        is_step = s.choices[who] != NOTHING and is_king_step(s.heroes[who], s.choices[who])
        return Clash.NONE if is_step and s.choices[who] < FIELD_COUNT else Clash.CHOICES
    return Clash.NONE if s.phase == Phase.TRAPS and can_do(s, who, trap, facing) else Clash.CHOICES


@rule
def is_answer(p: Rules, s: State, who: int, answer: int) -> bool:
    """B13: a direction, or another player's graveyard."""
    if s.asks[who] == Ask.DIRECTION:
        return 0 <= answer <= 3
    return 0 <= answer < p.players and answer != who


@rule
def can_do(s: State, who: int, trap: int, facing: int) -> bool:
    """B7: passing, picking up a trap, or placing the chosen one."""
    field = s.choices[who]
    if field == Press.PASS:
        return True
    if field == NOTHING:
        return False
    if trap == 0:
        return has(s.trapped[who], field)
    if needs_facing(trap) and facing == NOTHING:
        return False
    return has(allowed_fields(s, who, trap, fields_with_skeletons(s, who)), field)
