"""Traps between stash and board: where each may be placed (B7), how uses are spent (B12)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FIELD_COUNT, TOWER_BIT, bit, has
from garrison.games.boneyard.rules.skeletons import fields_with_skeletons
from garrison.games.boneyard.state import ALL_FIELDS, MOST_TRAPS, Happening, Rules, State, Trap


@rule
def allowed_fields(s: State, who: int, trap: int, standing: int) -> int:
    """B7: the fields (bits) where a trap may be placed; `standing` are those with skeletons."""
    trap_fields = int64(s.trapped[who])
    if trap == Trap.BALLISTA:
        return TOWER_BIT & ~trap_fields
    if trap == Trap.SHIELD:
        return shieldable_fields(s, who) & ~standing
    free = ALL_FIELDS & ~TOWER_BIT & ~trap_fields & ~int64(s.craters[who])
    if trap == Trap.DRAGON:
        return free
    if trap == Trap.BOMB:
        return free & ~bit(s.heroes[who])
    return free & ~standing


@rule
def shieldable_fields(s: State, who: int) -> int:
    """Shield: any trap that may have one and has none."""
    return shield_bearers(s, who) & ~int64(s.shielded[who])


@rule
def shield_bearers(s: State, who: int) -> int:
    """Shield: any trap except hearse, labyrinth and bomb."""
    exceptions = s.where[who, Trap.HEARSE] | s.where[who, Trap.LABYRINTH] | s.where[who, Trap.BOMB]
    return int64(s.trapped[who] & ~exceptions)


@rule
def mark_traps(s: State, who: int, mask: Array, first: int) -> None:
    """B7: every trap in the stash that has a field, and every trap on the board, which can be picked up."""
    standing = fields_with_skeletons(s, who)
    for trap in range(1, MOST_TRAPS + 1):
        if s.stash[who, trap] > 0 and allowed_fields(s, who, trap, standing) != 0:
            mask[first + trap] = 1
    mark_fields(s.trapped[who], mask)


@rule
def mark_fields(fields: int, mask: Array) -> None:
    """Allow a click on each of these fields (bits)."""
    for field in range(FIELD_COUNT):
        mask[field] = (int64(fields) >> field) & 1


@rule
def put_on_board(p: Rules, s: State, who: int, trap: int, field: int, facing: int) -> None:
    """B7: a trap from the stash, with all its uses; a shield goes onto the trap that is there."""
    s.stash[who, trap] -= 1
    log(s, Happening.PLACED, who, trap, field, facing)
    if trap == Trap.SHIELD:
        s.shielded[who] |= bit(field)
        return
    s.traps[who, field] = trap
    s.uses[who, field] = p.uses[trap - 1]
    s.facings[who, field] = max(facing, 0)
    note_trap(s, who, trap, field)


@rule
def note_trap(s: State, who: int, trap: int, field: int) -> None:
    """A trap is among those on the board, and among those of its kind."""
    s.trapped[who] |= bit(field)
    s.where[who, trap] |= bit(field)


@rule
def clear_field(s: State, who: int, field: int) -> None:
    """Remove the trap from a field."""
    s.trapped[who] &= ~bit(field)
    s.where[who, s.traps[who, field]] &= ~bit(field)
    s.shielded[who] &= ~bit(field)
    s.traps[who, field] = 0
    s.uses[who, field] = 0
    s.facings[who, field] = 0


@rule
def pick_up(s: State, who: int, field: int) -> None:
    """B7: a trap goes back to the stash, and its shield with it."""
    trap = s.traps[who, field]
    log(s, Happening.TAKEN, who, trap, field)
    s.stash[who, trap] += 1
    if has(s.shielded[who], field):
        s.stash[who, Trap.SHIELD] += 1
    clear_field(s, who, field)


@rule
def spend(s: State, who: int, field: int) -> bool:
    """B12: a use is spent, or the shield in its place; at 0 uses the trap is gone. Whether it is."""
    trap = s.traps[who, field]
    if has(s.shielded[who], field):
        s.shielded[who] &= ~bit(field)
        log(s, Happening.SHIELDED, who, trap, field)
        return False
    s.uses[who, field] -= 1
    if s.uses[who, field] > 0:
        log(s, Happening.SPENT, who, trap, field, s.uses[who, field])
        return False
    log(s, Happening.DESTROYED, who, trap, field)
    clear_field(s, who, field)
    return True
