"""How a board runs through phases 2 and 3: in stages, until it is finished or needs an answer (B8, B12, B13).

It always ends. A further pass follows only if a trap moved a skeleton in this one, and every such action spends a use
or a shield; nothing restores uses before phase 2 of the next round. So a step of the traps has at most as many
passes as there are uses and shields on the board, plus one.
"""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.choices import forget_choice
from garrison.games.boneyard.rules.ground import FIELD_COUNT, TOWER, bit, has, next_place
from garrison.games.boneyard.rules.lures import follow_arrow, is_lure, lure_all, turn_to_lure
from garrison.games.boneyard.rules.skeletons import (
    bury,
    destroy_layer,
    die_on_hero,
    fields_with_skeletons,
    move_to,
    remember_start,
)
from garrison.games.boneyard.rules.stash import clear_field, pick_up, put_on_board, spend
from garrison.games.boneyard.rules.traps import act, act_on_arrivals, carry, hurl, is_blocked, is_lost
from garrison.games.boneyard.state import (
    ABOVE,
    FEWEST_ASKED,
    FOREST,
    NOTHING,
    Ask,
    Fresh,
    Happening,
    Phase,
    Press,
    Rules,
    Stage,
    State,
    Trap,
)


@rule
def run_board(p: Rules, s: State, who: int) -> None:
    """B13: continue until the board is finished or needs an answer."""
    while s.stages[who] != Stage.DONE and s.asks[who] == Ask.NOTHING:
        go_on(p, s, who)


@rule
def go_on(p: Rules, s: State, who: int) -> None:
    """B12, B13: one trap acts, those that left at the top leave, or one hearse does."""
    if s.stages[who] == Stage.ACTING:
        act_next(p, s, who)
    elif s.stages[who] == Stage.LEAVING:
        leave_above(p, s, who)
    else:
        drive_next_hearse(p, s, who)
    answer_alone(p, s, who)


@rule
def answer_alone(p: Rules, s: State, who: int) -> None:
    """B13, B14: with one or two players there is only one graveyard to choose, so nobody is asked."""
    if s.asks[who] == Ask.GRAVEYARD and p.players < FEWEST_ASKED:
        s.asks[who] = Ask.NOTHING
        send_away(p, s, who, (who + 1) % p.players)


@rule
def apply_answer(p: Rules, s: State, who: int) -> None:
    """B13: the owner has chosen."""
    ask, answer = s.asks[who], s.choices[who]
    s.asks[who] = Ask.NOTHING
    s.choices[who] = NOTHING
    if ask == Ask.GRAVEYARD:
        send_away(p, s, who, int64(answer))
    elif ask == Ask.DIRECTION:
        carry(p, s, who, answer)


@rule
def send_away(p: Rules, s: State, who: int, whose: int) -> None:
    """B9, B13: those on the catapult, those that left at the top, or the hearse go to the chosen graveyard."""
    if s.stages[who] == Stage.ACTING:
        hurl(p, s, who, whose)
    elif s.stages[who] == Stage.LEAVING:
        bury_all(p, s, who, ABOVE, whose)
        s.above[who] = 0
    else:
        drive_hearse(p, s, who, whose)


@rule
def bury_all(p: Rules, s: State, who: int, place: int, whose: int) -> None:
    """All skeletons in a place go to a player's graveyard."""
    for i in range(s.counts[who] - 1, -1, -1):
        if s.places[who, i] == place:
            bury(p, s, who, i, whose)


# --- Phase 2


@rule
def do_trap(p: Rules, s: State, who: int) -> None:
    """B7: place, pick up or pass, as the player has chosen."""
    trap, field, facing = s.chosen_traps[who], s.choices[who], s.chosen_facings[who]
    forget_choice(s, who)
    if field == Press.PASS:
        log(s, Happening.PASSED, who)
    elif trap == 0:
        pick_up(s, who, field)
    else:
        put_on_board(p, s, who, trap, field, facing)
        act_at_once(p, s, who, trap, field)


@rule
def act_at_once(p: Rules, s: State, who: int, trap: int, field: int) -> None:
    """B7: a dragon or bomb on skeletons acts in this phase; a lure turns those beside it."""
    if is_lure(trap):
        lure_all(p, s, who)
    elif acts_at_once(trap) and has(fields_with_skeletons(s, who), field):
        for i in range(s.counts[who]):
            if s.places[who, i] == field:
                s.fresh[who, i] = Fresh.CAME
        s.stages[who] = Stage.ACTING
        s.due[who] = 0
        act_on_arrivals(p, s, who, field)


@rule
def acts_at_once(trap: int) -> bool:
    """B7: whether it acts on those that stand where it is placed."""
    return trap == Trap.DRAGON or trap == Trap.BOMB


# --- Phase 3


@rule
def march(p: Rules, s: State, who: int) -> None:
    """B8: every skeleton moves one field, all at once, except those that a labyrinth or a palisade holds."""
    s.passes[who] = 0
    s.has_moved[who] = 1  # the traps act at least once
    s.stages[who] = Stage.LEAVING
    for i in range(s.counts[who] - 1, -1, -1):
        target = step_of(s, who, i)
        s.held[who, i] = 0
        if target != NOTHING and not is_blocked(s, who, target):
            remember_start(s, who, i)
            move_to(p, s, who, i, target, s.headings[who, i])


@rule
def step_of(s: State, who: int, i: int) -> int:
    """B8: where a skeleton would step in the move; NOTHING for one that is lost in a labyrinth."""
    return NOTHING if is_lost(s, who, i) else next_place(s.kinds[who, i], s.places[who, i], s.headings[who, i])


@rule
def leave_above(p: Rules, s: State, who: int) -> None:
    """B9: at the end of a move or pass, one graveyard for all that left at the top."""
    if s.above[who] > 0:
        s.asks[who] = Ask.GRAVEYARD
        return
    fray_palisades(s, who)
    arrivals = age(s, who)
    if s.phase == Phase.TRAPS:
        s.stages[who] = Stage.DONE
    elif s.has_moved[who] == 1:
        begin_pass(s, who, arrivals)
    else:
        begin_hearses(p, s, who)


@rule
def fray_palisades(s: State, who: int) -> None:
    """Palisade: it spends one use in the move and one in each pass in which it blocked."""
    if s.blocking[who] == 0:
        return
    for field in range(FIELD_COUNT):
        if has(s.blocking[who], field):
            log(s, Happening.BLOCKED, who, field)
            spend(s, who, field)
    s.blocking[who] = 0


@rule
def age(s: State, who: int) -> int:
    """B12: skeletons moved in this pass have come in the next; the fields (bits) where any have."""
    arrivals = int64(0)
    for i in range(s.counts[who]):
        if s.fresh[who, i] == Fresh.MOVED:
            s.fresh[who, i] = Fresh.CAME
            arrivals |= bit(s.places[who, i])
        else:
            s.fresh[who, i] = Fresh.STOOD
    return arrivals


@rule
def begin_pass(s: State, who: int, arrivals: int) -> None:
    """B12: in a pass the fields with arrivals act in reading order; fans always act."""
    s.passes[who] += 1
    s.has_moved[who] = 0
    s.stages[who] = Stage.ACTING
    s.due[who] = (s.trapped[who] & arrivals) | s.where[who, Trap.FAN]


@rule
def act_next(p: Rules, s: State, who: int) -> None:
    """B12: the next field in reading order acts; after the last, the pass is over."""
    if s.due[who] == 0:
        s.stages[who] = Stage.LEAVING
    else:
        act(p, s, who, next_due(s, who))


@rule
def next_due(s: State, who: int) -> int:
    """The first of the fields that have yet to act."""
    field = 0
    while not has(s.due[who], field):
        field += 1
    s.due[who] &= ~bit(field)
    return field


# --- The end of phase 3


@rule
def begin_hearses(p: Rules, s: State, who: int) -> None:
    """Hearse: when all traps have acted, those with skeletons and without the hero leave, in reading order."""
    s.stages[who] = Stage.HEARSES
    s.due[who] = 0
    if s.where[who, Trap.HEARSE] != 0:
        s.due[who] = s.where[who, Trap.HEARSE] & fields_with_skeletons(s, who) & ~bit(s.heroes[who])


@rule
def drive_next_hearse(p: Rules, s: State, who: int) -> None:
    """Hearse: the next one asks for a graveyard; after the last, the phase ends."""
    if s.due[who] == 0:
        end_march(p, s, who)
    else:
        s.at[who] = next_due(s, who)
        s.asks[who] = Ask.GRAVEYARD


@rule
def drive_hearse(p: Rules, s: State, who: int, whose: int) -> None:
    """Hearse: it goes to the graveyard with all skeletons that stand on it."""
    field = s.at[who]
    bury_all(p, s, who, field, whose)
    clear_field(s, who, field)
    s.hearses[whose] += 1
    log(s, Happening.HEARSE_LEFT, who, field, whose)


@rule
def end_march(p: Rules, s: State, who: int) -> None:
    """B8: the hero kills; arrows turn, lures after them; skeletons on the tower destroy a layer."""
    s.stages[who] = Stage.DONE
    for i in range(s.counts[who] - 1, -1, -1):
        place = s.places[who, i]
        if place == s.heroes[who]:
            die_on_hero(s, who, i)
        elif place == TOWER:
            destroy_layer(s, who, i)
        elif place != FOREST:
            follow_arrow(p, s, who, i)
            turn_to_lure(p, s, who, i)
