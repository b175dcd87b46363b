"""What can be wrong with a position of Boneyard whose numbers are all within their ranges."""

from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.choices import is_legal
from garrison.games.boneyard.rules.ground import FIELD_COUNT, FIRST_HEADING, FOREST, TOWER, TOWER_BIT, has
from garrison.games.boneyard.rules.skeletons import somebody_came
from garrison.games.boneyard.rules.stash import note_trap, shield_bearers
from garrison.games.boneyard.state import FEWEST_ASKED, WAYS_OF, Ask, Clash, Phase, Rules, Stage, State, Trap


@rule
def clash(p: Rules, s: State) -> int:
    """Board by board, what is noted about traps and skeletons is written again; then how far it has got."""
    is_answering, hearses_left = False, int64(0)
    for who in range(p.players):
        is_answering = is_answering or s.asks[who] != Ask.NOTHING
    for who in range(p.players):
        if not are_traps_placed(p, s, who):
            return Clash.TRAPS
        limit_stash(p, s, who)
        count_skeletons(p, s, who)
        wrong = clash_in_stage(p, s, who, is_answering)
        if wrong != Clash.NONE:
            return wrong
        hearses_left += most_in_stash(p, s, who, Trap.HEARSE) - s.stash[who, Trap.HEARSE] - s.hearses[who]
    if is_answering and s.phase == Phase.HERO:
        return Clash.PHASE
    return Clash.NONE if hearses_left >= 0 else Clash.HEARSES


# --- Traps


@rule
def are_traps_placed(p: Rules, s: State, who: int) -> bool:
    """B7: the traps on the board, field by field; only a ballista is on the tower, and shields are on others."""
    s.trapped[who] = 0
    s.where[who, :] = 0
    for field in range(FIELD_COUNT):
        trap = s.traps[who, field]
        if trap == Trap.SHIELD or (trap == Trap.BALLISTA) != (trap > 0 and field == TOWER):
            return False
        limit = p.uses[trap - 1] if trap > 0 else 0
        s.uses[who, field] = min(max(s.uses[who, field], min(limit, 1)), limit)
        s.facings[who, field] = min(s.facings[who, field], max(WAYS_OF[trap] - 1, 0))
        if trap > 0:
            note_trap(s, who, trap, field)
    s.craters[who] &= ~(s.trapped[who] | TOWER_BIT)
    s.shielded[who] &= shield_bearers(s, who)
    s.blocking[who] &= s.where[who, Trap.PALISADE]
    s.due[who] &= s.trapped[who]
    return True


@rule
def limit_stash(p: Rules, s: State, who: int) -> None:
    """B5: nobody has more traps than the rules give; only hearses come from other players."""
    for trap in range(s.stash.shape[1]):
        if trap != Trap.HEARSE:
            s.stash[who, trap] = min(s.stash[who, trap], most_in_stash(p, s, who, trap))


@rule
def most_in_stash(p: Rules, s: State, who: int, trap: int) -> int:
    """B5: how many of a player's traps of a kind are not on the board."""
    most, fields = int64(0), s.shielded[who] if trap == Trap.SHIELD else s.where[who, trap]
    for i in range(p.traps.shape[0]):
        most += p.traps[i] == trap and trap > 0
    for field in range(FIELD_COUNT):
        most -= has(fields, field)
    return most


# --- Skeletons


@rule
def count_skeletons(p: Rules, s: State, who: int) -> None:
    """B3, B9, B10: no more than there is room for; in the forest they face the board; those leaving are counted."""
    grave_count, above = int64(0), 0
    for kind in range(s.graves.shape[1]):
        grave_count += s.graves[who, kind]
    s.buried[who], s.counts[who] = grave_count, min(s.counts[who], max(p.most_skeletons - grave_count, 0))
    for i in range(s.counts[who]):
        above += s.places[who, i] > FOREST  # beyond the upper edge
        if s.places[who, i] == FOREST:
            s.headings[who, i] = FIRST_HEADING[s.kinds[who, i]]
        if s.from_places[who, i] == FOREST:
            s.from_headings[who, i] = FIRST_HEADING[s.kinds[who, i]]
    s.above[who] = above


# --- How far a board has got


@rule
def clash_in_stage(p: Rules, s: State, who: int, is_answering: bool) -> int:
    """B13: between two choices a board is done, or it waits for an answer; then what is chosen."""
    stage, ask = s.stages[who], s.asks[who]
    if (stage == Stage.DONE) != (ask == Ask.NOTHING):
        return Clash.STAGES
    if s.above[who] > 0 and stage != Stage.ACTING and stage != Stage.LEAVING:
        return Clash.ABOVE
    if stage == Stage.DONE:
        s.due[who] = 0
    if ask == Ask.GRAVEYARD and p.players < FEWEST_ASKED:
        return Clash.ASKS
    if ask != Ask.NOTHING and not is_asked_rightly(s, who):
        return Clash.AT
    return clash_in_choice(p, s, who, is_answering)


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


@rule
def clash_in_choice(p: Rules, s: State, who: int, is_answering: bool) -> int:
    """B6, B7: players yet to choose have chosen nothing, or a trap and how it faces; the others, something legal."""
    if s.over == 1 or s.phase != Phase.TRAPS or is_answering or s.stash[who, s.chosen_traps[who]] == 0:
        s.chosen_traps[who] = 0
    s.chosen_facings[who] = min(s.chosen_facings[who], WAYS_OF[s.chosen_traps[who]] - 1)
    if s.over == 1 or (s.waiting >> who) & 1 == 1 or (is_answering and s.asks[who] == Ask.NOTHING):
        return Clash.NONE if s.choices[who] < 0 else Clash.CHOICES
    is_marching = s.phase == Phase.SKELETONS and not is_answering
    return Clash.NONE if is_legal(p, s, who, s.choices[who]) and not is_marching else Clash.CHOICES
