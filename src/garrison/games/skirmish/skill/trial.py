"""One character's move, tried out in a copy of the position: what it can change is noted before, and put back after."""

from garrison.core.engine.events import begin_step, end_at_limit
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules import step
from garrison.games.skirmish.rules.fire import burning_rings
from garrison.games.skirmish.rules.sides import NEXT_TO, final_distance, side, steps_between
from garrison.games.skirmish.skill.seen_moves import FACTORS
from garrison.games.skirmish.skill.workspace import CLICKS, START, TRIED, Workspace
from garrison.games.skirmish.state import EVENT_CAPACITY, NOBODY, Rules, State


@rule
def click(p: Rules, t: State, player: int, action: int) -> None:
    """An action, as the engine carries it out, but without events: the log is full from the start."""
    count = begin_step(t)
    t.event_count = EVENT_CAPACITY
    step(p, t, player, action)
    t.steps = count
    end_at_limit(p, t)


@rule
def may_end(p: Rules, s: State) -> bool:
    """Whether the next move may be the last however it goes, because the game lasts no longer."""
    return (p.max_moves > 0 and s.moves + 1 >= p.max_moves) or s.steps + CLICKS >= p.max_steps


@rule
def begin_trial(p: Rules, s: State, r: Workspace, who: int) -> None:
    """Note how it is before a character moves, or goes on if it is the chosen one."""
    is_begun, kind = s.chosen != NOBODY, s.kinds[who] - 1
    r.who, r.moves, r.living = who, s.moves, s.living[side(s, who)]
    r.steps_made = s.steps_made if is_begun else 0
    r.steps = s.steps if is_begun else s.steps + 1
    r.is_last, r.is_changed = may_end(p, s), 0
    r.burns = burning_rings(p, s.width, s.moves + 1) > 0
    r.own_steps, r.heals = p.steps[kind], p.heals[kind]
    r.blow, r.last_blow = NEXT_TO * p.strikes_each_step[kind], final_distance(p, s.kinds[who])
    watch(s, r)
    for place in range(r.count):
        r.health[START, place] = s.health[r.watchlist[place]]
    r.places[START], r.depths[START], r.is_done[START] = s.fields[who], 0, 0
    look_at_armies(r, START)
    r.far = way_to_enemy(s, r, START)


@rule
def watch(s: State, r: Workspace) -> None:
    """Note whom the move can change, and what the others are worth."""
    r.count, r.rest = 0, 0
    watch_one(s, r, r.who)
    for other in range(s.count):
        if s.health[other] > 0 and r.signs[other] < 0:
            watch_one(s, r, other)
    r.enemies = r.count
    for other in range(s.count):
        if s.health[other] > 0 and r.signs[other] > 0 and other != r.who:
            if r.heals == 1 or r.burns == 1:
                watch_one(s, r, other)
            else:
                r.rest += s.health[other] * r.weights[other] + r.powers[other]


@rule
def watch_one(s: State, r: Workspace, who: int) -> None:
    """Note somebody whom the move can change."""
    place, field = r.count, s.fields[who]
    r.watchlist[place], r.watches[who], r.fields[place] = who, place, field
    r.rows[place], r.columns[place] = field // s.width, field % s.width
    r.count = place + 1


@rule
def try_out(p: Rules, t: State, r: Workspace, player: int, source: int, field: int) -> None:
    """A step from a beginning of the move; what becomes of it is in the row TRIED."""
    put_back(t, r, source, player)
    click(p, t, player, field)
    r.is_changed = 1
    for place in range(r.count):
        r.health[TRIED, place] = t.health[r.watchlist[place]]
    r.places[TRIED] = t.fields[r.who]
    r.is_done[TRIED] = t.over == 1 or t.chosen == NOBODY
    look_at_armies(r, TRIED)
    if t.over == 1:
        r.row_worths[TRIED] = r.win_worth * (2 * ((t.winners >> player) & 1) - 1) if t.winners != 0 else 0


@rule
def put_back(t: State, r: Workspace, source: int, player: int) -> None:
    """Everything as it was at a beginning of a move: in it, only the one who moves moves."""
    if t.fields[r.who] != NOBODY:
        t.standing[t.fields[r.who]] = 0
    enemies = 0
    for place in range(1, r.count):
        put_back_one(t, r.watchlist[place], r.health[source, place], r.fields[place])
        enemies += place < r.enemies and r.health[source, place] > 0
    t.health[r.who], t.fields[r.who] = r.health[source, 0], r.places[source]
    t.standing[r.places[source]] = r.who + 1
    t.living[player], t.living[1 - player] = r.living, enemies
    t.chosen, t.waiting = r.who, 1 << player
    t.steps_made = r.steps_made + r.depths[source]
    t.steps = r.steps + r.depths[source]
    t.moves, t.turn = r.moves, r.moves
    t.over, t.reason, t.winners = 0, 0, 0


@rule
def put_back_one(t: State, who: int, health: int, field: int) -> None:
    """Somebody else with this much health, on its field unless it is dead."""
    t.health[who] = health
    if health == 0 and t.fields[who] != NOBODY:
        t.standing[field] = 0
        t.fields[who] = NOBODY
    if health > 0 and t.fields[who] == NOBODY:
        t.standing[field] = who + 1
        t.fields[who] = field


@rule
def end_trial(t: State, r: Workspace, player: int) -> None:
    """Leave the copy as it was before the move."""
    if r.is_changed == 1:
        put_back(t, r, START, player)


@rule
def look_at_armies(r: Workspace, row: int) -> None:
    """How much better the army of the one who moves is than the other, and a number for everybody's health."""
    worth, total = r.rest, int64(0)
    for place in range(r.count):
        who, health = r.watchlist[place], int64(r.health[row, place])
        total += health * FACTORS[place]
        if health > 0:
            worth += r.signs[who] * (health * r.weights[who] + r.powers[who])
    r.row_worths[row], r.totals[row] = worth, total


@rule
def nearest_enemy(s: State, r: Workspace, row: int, line: int, column: int) -> int:
    """How far a field is from the nearest enemy who lives in a row; the width of the board if none does."""
    nearest = s.width
    for place in range(1, r.enemies):
        if r.health[row, place] > 0:
            nearest = min(nearest, steps_between(r.rows[place], r.columns[place], line, column))
    return nearest


@rule
def way_to_enemy(s: State, r: Workspace, row: int) -> int:
    """How far the one who moves is from the nearest enemy, in steps; 0 if there is none."""
    if r.places[row] == NOBODY:
        return 0
    return nearest_enemy(s, r, row, r.places[row] // s.width, r.places[row] % s.width) % s.width
