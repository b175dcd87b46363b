"""The moves of one character: its paths are tried out, and from step to step only the most promising are followed."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.sides import NEXT_TO, square_around
from garrison.games.skirmish.skill.lines import keep_line
from garrison.games.skirmish.skill.seen_moves import forget_marks, is_new, mark_of
from garrison.games.skirmish.skill.trial import end_trial, nearest_enemy, try_out, way_to_enemy
from garrison.games.skirmish.skill.workspace import BEAM, START, TRIED, Workspace
from garrison.games.skirmish.state import NOBODY, Rules, State

NO_GROUP, BY_STEP = -2, -1  # lines that are only counted; lines in groups by their first step
FRIEND = -2  # on a field, where it does not matter which one
UNKNOWN = -1  # how far the nearest enemy is


@rule
def try_moves(p: Rules, s: State, t: State, r: Workspace, player: int, group: int, length: int) -> None:
    """Follow the move whose trial was begun, with `length` clicks so far, and keep the complete ones as lines."""
    begin_beams(r)
    r.group, r.length = group, length
    now, beginnings = 0, 1
    while beginnings > 0 and not (r.group == NO_GROUP and r.best >= r.enough):
        later_count = 0
        for place in range(beginnings):
            source = r.order[now, place]
            later_count = try_steps(p, s, t, r, player, source, 1 - now, later_count)
        r.length += 1
        beginnings, now = later_count, 1 - now
    end_trial(t, r, player)


@rule
def begin_beams(r: Workspace) -> None:
    """One beginning in the first beam, nothing seen yet."""
    for place in range(BEAM):
        r.order[0, place] = place
        r.order[1, place] = BEAM + place
    r.places[0], r.depths[0], r.totals[0], r.row_worths[0] = r.places[START], 0, r.totals[START], r.row_worths[START]
    for place in range(r.count):
        r.health[0, place] = r.health[START, place]
    forget_marks(r)


@rule
def try_steps(
    p: Rules, s: State, t: State, r: Workspace, player: int, source: int, later: int, later_count: int
) -> int:
    """All steps from a beginning of a move; how many beginnings the later beam has then."""
    top, bottom, left, right = square_around(s, r.places[source], NEXT_TO)
    for row in range(top, bottom):
        for column in range(left, right):
            field = row * s.width + column
            other = who_stands(s, r, source, field)
            if other == FRIEND:
                continue
            nearest, healths = nearest_to(s, r, source, field, row, column), source
            if is_quiet(s, r, source, other, nearest):
                walk(r, source, field)
            else:
                try_out(p, t, r, player, source, field)
                nearest, healths = UNKNOWN, TRIED
            later_count = note_step(s, r, source, field, nearest, healths, later, later_count)
    return later_count


@rule
def nearest_to(s: State, r: Workspace, source: int, field: int, row: int, column: int) -> int:
    """How far the nearest enemy is; noted for later moves of the side that thinks, as long as nobody is hurt."""
    if r.group == NO_GROUP or r.totals[source] != r.totals[START]:
        return nearest_enemy(s, r, source, row, column)
    if r.near[field] == UNKNOWN:
        r.near[field] = nearest_enemy(s, r, source, row, column)
    return r.near[field]


@rule
def forget_distances(s: State, r: Workspace) -> None:
    """Nothing is known about any field yet."""
    for field in range(s.width * s.width):
        r.near[field] = UNKNOWN


@rule
def who_stands(s: State, r: Workspace, source: int, field: int) -> int:
    """Who is on a field at a beginning of the move; of the friends that a character could stop on, only itself."""
    if field == r.places[source]:
        return r.who
    other = s.standing[field] - 1
    if other == NOBODY or other == r.who:  # it has left where it was
        return NOBODY
    if r.signs[other] > 0:
        return FRIEND
    return other if r.health[source, r.watches[other]] > 0 else NOBODY


@rule
def is_quiet(s: State, r: Workspace, source: int, other: int, nearest: int) -> bool:
    """S3 to S9, S19: whether a step only leads somewhere, or ends the move, so that it need not be tried out."""
    steps_made = r.steps_made + r.depths[source]
    if r.burns == 1 and (other != NOBODY or steps_made + 1 == r.own_steps):
        return False
    if r.is_last == 1 or (r.heals == 1 and steps_made == 0) or nearest == s.width:
        return False
    if other == NOBODY:
        return nearest > (r.last_blow if steps_made + 1 == r.own_steps else r.blow)
    return other == r.who


@rule
def walk(r: Workspace, source: int, field: int) -> None:
    """A quiet step: nobody's health changes."""
    is_stay = field == r.places[source]
    r.places[TRIED] = field
    r.is_done[TRIED] = is_stay or r.steps_made + r.depths[source] + 1 == r.own_steps
    r.totals[TRIED], r.row_worths[TRIED] = r.totals[source], r.row_worths[source]


@rule
def note_step(
    s: State, r: Workspace, source: int, field: int, nearest: int, healths: int, later: int, later_count: int
) -> int:
    """What became of a step, unless it was seen before: a line, or a beginning for the later beam."""
    if not is_new(r, mark_of(r, TRIED)):
        return later_count
    worth, is_done = r.row_worths[TRIED], r.is_done[TRIED] == 1
    if is_done and r.group == NO_GROUP:
        r.best = max(r.best, worth)
        return later_count
    nearer = r.far - (way_to_enemy(s, r, TRIED) if nearest == UNKNOWN else nearest)
    key = worth + r.approach * nearer
    r.clicks[source, r.length] = field
    if is_done:
        own_group = first_step(s, r, r.clicks[source, 0]) if r.group == BY_STEP else r.group
        keep_line(r, own_group, key, worth, nearer, source, r.length + 1)
        return later_count
    return enter(r, source, healths, key, later, later_count)


@rule
def first_step(s: State, r: Workspace, field: int) -> int:
    """The number of a step from where the character was: 0 to 8."""
    down, along = field // s.width - r.rows[0], field % s.width - r.columns[0]
    return 3 * (down + 1) + along + 1


@rule
def enter(r: Workspace, source: int, healths: int, key: float, later: int, later_count: int) -> int:
    """Take a beginning of a move into a beam, in order, if it is good enough; how many are in it."""
    if later_count == r.width and key <= r.keys[r.order[later, r.width - 1]]:
        return later_count
    row, place = r.order[later, later_count], later_count
    while place > 0 and r.keys[r.order[later, place - 1]] < key:
        r.order[later, place] = r.order[later, place - 1]
        place -= 1
    r.order[later, place] = row
    r.keys[row] = key
    r.places[row], r.depths[row] = r.places[TRIED], r.depths[source] + 1
    r.totals[row], r.row_worths[row] = r.totals[TRIED], r.row_worths[TRIED]
    for index in range(r.count):
        r.health[row, index] = r.health[healths, index]
    for index in range(r.length + 1):
        r.clicks[row, index] = r.clicks[source, index]
    return min(later_count + 1, r.width)
