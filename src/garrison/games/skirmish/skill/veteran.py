"""The veteran: it tries its moves on copies of the position, with the other side's best reply to each."""

import numpy as np

from garrison.core.engine.record import Array, Dice, float64, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.sides import final_power, side
from garrison.games.skirmish.skill.character_moves import BY_STEP, NO_GROUP, forget_distances, try_moves
from garrison.games.skirmish.skill.hopes import most_hopeful, note_hopes
from garrison.games.skirmish.skill.lines import NONE, best_group, forget_lines
from garrison.games.skirmish.skill.seen_moves import clear_marks
from garrison.games.skirmish.skill.styles import (
    APPROACH,
    AT_ONCE,
    CAUTION,
    CHANCE,
    HEALTH_WORTH,
    LEAST_CAUTION,
    LIFE_WORTH,
    LINES,
    PATIENCE,
    RETREATS,
    UNIT,
    WIDTH,
    WIDTH_OF_REPLIES,
)
from garrison.games.skirmish.skill.trial import begin_trial, click, end_trial, try_out
from garrison.games.skirmish.skill.workspace import KEPT, START, WORKSPACE, Workspace
from garrison.games.skirmish.skill.workspace import TRIED as TRIED_ROW
from garrison.games.skirmish.skill.worth import blows
from garrison.games.skirmish.state import NOBODY, Rules, State

WON = 10_000  # what a game that is won is worth, in points of health
FINE = 1 << 30  # steps between 0 and 1 in which chance is drawn
RECORD = State.dtype
AFTER, TRIED = 0, 1  # the positions in which it thinks: after a line, and whatever is tried then


@rule
def choose(p: Rules, s: State, player: int, dice: Dice, style: int) -> int:
    """The first click of the move whose best reply does the least harm."""
    # Numba frees an array after its last use, whatever points into it: so the arrays are made here and used there.
    positions, workspaces = np.empty(2, RECORD), np.empty(1, WORKSPACE)
    return best_click(p, s, positions, workspaces, player, dice, style)


@rule
def best_click(p: Rules, s: State, positions: Array, workspaces: Array, player: int, dice: Dice, style: int) -> int:
    """Try the lines that lead forward, then those that lead back."""
    r = workspaces[0]
    clear_marks(r)
    forget_distances(s, r)
    note_powers(p, s, r, style)
    r.outlook, action = -4.0 * r.win_worth, int64(NONE)
    for backwards in range(1 + RETREATS[style]):
        r.width = WIDTH[style]
        r.approach = -APPROACH[style] * UNIT[style] if backwards else APPROACH[style] * UNIT[style]
        find_lines(p, s, positions, r, player)
        most = 0 if backwards else LINES[style]
        r.width, r.approach = WIDTH_OF_REPLIES[style], APPROACH[style] * UNIT[style]
        group, count = best_group(r), 0
        while group != NONE:
            luck = UNIT[style] * CHANCE[style, player] * (pick(dice, FINE) / float64(FINE))
            outlook = outlook_of(p, s, positions, r, player, group, luck, style)
            if outlook > r.outlook:
                r.outlook, action = outlook, int64(r.lines[group, r.next_lines[group], 0])
            r.next_lines[group] = r.next_lines[group] + 1 if count < most else KEPT
            group, count = best_group(r), count + 1
    return action


@rule
def note_powers(p: Rules, s: State, r: Workspace, style: int) -> None:
    """What everybody can do in a move, in points of health."""
    r.win_worth = WON * UNIT[style]
    for who in range(s.count):
        kind = s.kinds[who] - 1
        r.weights[who] = HEALTH_WORTH[style, kind]
        power = blows(p, kind, p.steps[kind] - 1, 0) + final_power(p, s.kinds[who]) + p.healing * p.heals[kind]
        r.powers[who] = max(power * UNIT[style] + LIFE_WORTH[style, kind], 0)


@rule
def take_side(s: State, r: Workspace, player: int) -> None:
    """See everybody as a player does."""
    for who in range(s.count):
        r.signs[who] = 1 if side(s, who) == player else -1


@rule
def find_lines(p: Rules, s: State, positions: Array, r: Workspace, player: int) -> None:
    """The good lines of everybody who may move; a move already begun is only completed."""
    take_side(s, r, player)
    forget_lines(r)
    positions[TRIED] = s
    if s.chosen != NOBODY:
        begin_trial(p, s, r, s.chosen)
        try_moves(p, s, positions[TRIED], r, player, BY_STEP, 0)
        return
    for field in range(s.width * s.width):
        who = s.standing[field] - 1
        if who != NOBODY and r.signs[who] > 0:
            begin_trial(p, s, r, who)
            r.clicks[0, 0] = field
            try_moves(p, s, positions[TRIED], r, player, who, 1)


@rule
def outlook_of(
    p: Rules, s: State, positions: Array, r: Workspace, player: int, group: int, luck: float, style: int
) -> float:
    """What the next line of a group is worth after the other side's reply, plus half of what it is worth at once.

    With some luck; where that is no more than of the best so far, it need not be known exactly.
    """
    place, after = r.next_lines[group], positions[AFTER]
    worth = r.worths[group, place] + r.approach * r.nearer[group, place]
    caution = max(LEAST_CAUTION[style], CAUTION[style] - s.moves / float64(PATIENCE[style]))
    positions[AFTER] = s
    for index in range(r.lengths[group, place]):
        click(p, after, player, r.lines[group, place, index])
    if after.over == 1 or (after.waiting >> (1 - player)) & 1 == 0:
        return (AT_ONCE[style] + caution) * worth + luck
    r.enough = reply_that_rules_out(AT_ONCE[style] * worth, caution, luck, r.outlook)
    return AT_ONCE[style] * worth - caution * best_reply(p, positions, r, 1 - player) + luck


@rule
def reply_that_rules_out(worth: float, caution: float, luck: float, best: float) -> int:
    """The smallest worth of a reply after which a line is no better than the best so far."""
    enough = int64((worth + luck - best) / caution)
    while worth - caution * (enough - 1) + luck <= best:
        enough -= 1
    while worth - caution * enough + luck > best:
        enough += 1
    return enough


@rule
def best_reply(p: Rules, positions: Array, r: Workspace, player: int) -> int:
    """What the best reply is worth to its player, or enough to rule its line out."""
    after, trial = positions[AFTER], positions[TRIED]
    take_side(after, r, player)
    note_hopes(p, after, r)
    positions[TRIED] = after
    who = most_hopeful(after, r)
    while who != NOBODY and r.best < r.enough:
        begin_trial(p, after, r, who)
        if r.far > r.own_steps + r.last_blow and r.burns == 0:  # whoever reaches nobody may as well stay
            try_out(p, trial, r, player, START, after.fields[who])
            r.best = max(r.best, r.row_worths[TRIED_ROW])
            end_trial(trial, r, player)
        else:
            try_moves(p, after, trial, r, player, NO_GROUP, 1)
        r.hopes[who] = r.best
        who = most_hopeful(after, r)
    return r.best
