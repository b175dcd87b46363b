"""The loops of the beam: they grow whole moves click by click, the answers to them, and the answers to these."""

from __future__ import annotations

import numpy as np

from garrison.bots.search.mind import worth
from garrison.bots.search.simulation import imagine
from garrison.bots.search.trial import HASTE, ORIGIN, TRIAL, Trial, evaluate, game_of
from garrison.core.engine.arguments import NOWHERE, Arguments, Seed
from garrison.core.engine.calls import ask, tell
from garrison.core.engine.curves import power
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.masks import find_mark, marks_in
from garrison.core.engine.memory import Address, array_at, copy_bytes, digest, header, record_at, row
from garrison.core.engine.record import Array, Record, number, numbers
from garrison.core.engine.rule import rule

DEEPEST = 64  # clicks of a move
TRIED = 0  # the row in which things are tried out
LONGEST = 24  # actions of a move that are noted
UNKNOWN = 2.0  # no value is as far from 0


class BeamMove(Record):
    """How a move led to a row."""

    mark: int = number()  # a number for the position
    worth: float = number(kind=np.float64)
    length: int = number()  # how many actions
    path: Array = numbers(LONGEST)  # and these


class Ply(Record):
    """The shape of a ply, and how far it is searched."""

    start: int = number()  # its first row: the position; then come two beams, and the moves of one beginning
    width: int = number()  # how many beginnings of a move are followed at a time
    alike: int = number()  # how many complete moves with the same first action are kept
    most: int = number()  # and how many of all
    answers: int = number()  # how many of them are answered
    place: int = number()
    count: int = number()
    mover: int = number()
    best: float = number(kind=np.float64)
    low: float = number(kind=np.float64)
    high: float = number(kind=np.float64)


MOVE, PLY = BeamMove.dtype, Ply.dtype
MOVE_SIZE, PLY_SIZE = MOVE.itemsize, PLY.itemsize


class Beams(Arguments):
    """The rows of a decision, each a position and how a move led there, and the shapes of the plies."""

    trial: Address
    positions: Address
    moves: Address
    plies: Address
    own: int  # where in a position the game's own numbers begin
    marks: Address  # the masks of a beginning and of how it goes on
    orders: Address  # the rows of each ply's best moves
    order_size: int
    effort: int = 0  # how many steps were tried
    depth: int = 0  # how many plies of answers are searched
    roots: Address = NOWHERE  # the positions that are answered
    which: Address = NOWHERE  # which of them
    which_count: int = 0
    results: Address = NOWHERE  # what each of these is worth


BEAMS = Beams.dtype


@rule
def trial_of(b: Beams) -> Trial:
    """The game, and who thinks."""
    return record_at(b.trial, TRIAL)


@rule
def position_at(b: Beams, number: int) -> Address:
    """The position of a row."""
    return row(b.positions, number, game_of(trial_of(b)).state_size)


@rule
def move_at(b: Beams, number: int) -> BeamMove:
    """How a move led to a row."""
    return record_at(row(b.moves, number, MOVE_SIZE), MOVE)


@rule
def ply_at(b: Beams, number: int) -> Ply:
    """A ply."""
    return record_at(row(b.plies, number, PLY_SIZE), PLY)


@rule
def order_at(b: Beams, ply: int) -> Array:
    """The rows of a ply's best moves, the best first."""
    return array_at(row(b.orders, ply, 8 * b.order_size), b.order_size, np.int64)


@rule
def mask_at(b: Beams, number: int) -> Address:
    """One of the two masks."""
    return row(b.marks, number, game_of(trial_of(b)).actions)


@rule
def copy_row(b: Beams, target: int, source: int) -> None:
    """Copy a row: its position, and how a move led there."""
    copy_bytes(position_at(b, target), position_at(b, source), game_of(trial_of(b)).state_size)
    copy_bytes(row(b.moves, target, MOVE_SIZE), row(b.moves, source, MOVE_SIZE), MOVE_SIZE)


@rule
def enter(b: Beams, first: int, size: int, count: int, source: int) -> int:
    """Take a row into the pool of rows first .. first+size-1 if it is new and good enough; how many are in it."""
    worst, new = first, move_at(b, source)
    for other in range(first, first + count):
        if move_at(b, other).mark == new.mark:
            return count
        if move_at(b, other).worth < move_at(b, worst).worth:
            worst = other
    if count < size:
        worst, count = first + count, count + 1
    elif new.worth <= move_at(b, worst).worth:
        return count
    copy_row(b, worst, source)
    return count


@rule
def try_out(b: Beams, source: int, player: int, action: int) -> None:
    """An action of a player in a row; what becomes of it is in the row for trying."""
    t, state = trial_of(b), position_at(b, TRIED)
    game, move = game_of(t), move_at(b, TRIED)
    copy_row(b, TRIED, source)
    tell(game.step, (game.parameters, state, player, action))
    evaluate(t, state)
    if move.length < LONGEST:
        move.path[move.length] = action
    move.length += 1
    move.mark = digest(state, b.own, game.state_size)
    move.worth = array_at(t.values, game.seats, np.float64)[player]
    b.effort += 1


@rule
def is_complete(state: Address, player: int, turn: int) -> bool:
    """Whether a move has come to its end."""
    s = header(state)
    return s.over == 1 or s.turn != turn or (s.waiting >> player) & 1 == 0


@rule
def tally_of(b: Beams, number: int, player: int, mask: int) -> int:
    """Mark what a player may do in a row; the tally."""
    game = game_of(trial_of(b))
    return ask(game.legal, (game.parameters, position_at(b, number), player, mask_at(b, mask)))


@rule
def marks_at(b: Beams, number: int) -> Array:
    """What is marked in a mask."""
    return array_at(mask_at(b, number), game_of(trial_of(b)).actions, np.uint8)


@rule
def follow_beginning(b: Beams, number: int, player: int) -> int:
    """Follow the move that was begun in the first beam; how many complete ones were found."""
    ply = ply_at(b, number)
    width, first_beam, turn = ply.width, ply.start + 1, header(position_at(b, ply.start)).turn
    complete_rows, complete, now, beginnings = first_beam + 2 * width, 0, 0, 1
    for _ in range(DEEPEST):
        longer = 0
        for place in range(beginnings):
            source = first_beam + now * width + place
            tally = tally_of(b, source, player, 1)
            for each in range(marks_in(tally)):
                try_out(b, source, player, find_mark(marks_at(b, 1), tally, each))
                if is_complete(position_at(b, TRIED), player, turn):
                    complete = enter(b, complete_rows, ply.alike, complete, TRIED)
                else:
                    longer = enter(b, first_beam + (1 - now) * width, width, longer, TRIED)
        if longer == 0:
            return complete
        beginnings, now = longer, 1 - now
    return complete


@rule
def rows_of_moves(ply: Ply) -> int:
    """The first row of a ply's complete moves."""
    return ply.start + 1 + 2 * ply.width + ply.alike


@rule
def grow(b: Beams, number: int, player: int) -> int:
    """The good moves of a player from the position of a ply; how many there are."""
    ply, count = ply_at(b, number), 0
    first, turn = rows_of_moves(ply), header(position_at(b, ply.start)).turn
    move_at(b, ply.start).length = 0
    tally = tally_of(b, ply.start, player, 0)
    for each in range(marks_in(tally)):
        try_out(b, ply.start, player, find_mark(marks_at(b, 0), tally, each))
        if is_complete(position_at(b, TRIED), player, turn):
            count = enter(b, first, ply.most, count, TRIED)
            continue
        enter(b, ply.start + 1, ply.width, 0, TRIED)
        complete = follow_beginning(b, number, player)
        for source in range(first - ply.alike, first - ply.alike + complete):
            count = enter(b, first, ply.most, count, source)
    return count


@rule
def put_in_order(b: Beams, number: int, count: int, most: int) -> int:
    """Put the rows of the best `kept` moves of a ply in order, the best first; how many there are."""
    order, first = order_at(b, number), rows_of_moves(ply_at(b, number))
    most = min(most, count)
    for place in range(most):
        best = -1
        for source in range(first, first + count):
            is_taken = False
            for before in range(place):
                if order[before] == source:
                    is_taken = True
            if not is_taken and (best < 0 or move_at(b, source).worth > move_at(b, best).worth):
                best = source
        order[place] = best
    return most


@rule
def open_ply(b: Beams, number: int) -> int:
    """Find the moves from the position of a ply and put the best in order; how many there are."""
    ply, before, count = ply_at(b, number), ply_at(b, number - 1), 0
    s = header(position_at(b, ply.start))
    if s.over == 0 and s.waiting != 0:
        ply.mover = first_waiting(s.waiting)
        count = grow(b, number, ply.mover)
    ply.count = put_in_order(b, number, count, ply.answers if number < b.depth else 1)
    ply.place, ply.low, ply.high = 0, before.low, before.high
    ply.best = -UNKNOWN if ply.mover == trial_of(b).player else UNKNOWN
    return count


@rule
def line_value(b: Beams, number: int, ply: int) -> float:
    """What a line that ends in a row at this ply is worth to the player."""
    t, state = trial_of(b), position_at(b, number)
    value = worth(t, state, t.player)
    return value * power(HASTE, ply) if header(state).over == 1 else value


@rule
def is_settled(b: Beams, number: int, result: float) -> bool:
    """Note what a move of a ply is worth; whether no other move of it has to be looked at."""
    ply = ply_at(b, number)
    if ply.mover == trial_of(b).player:
        ply.best = max(ply.best, result)
        ply.low = max(ply.low, result)
    else:
        ply.best = min(ply.best, result)
        ply.high = min(ply.high, result)
    ply.place += 1
    return ply.place >= ply.count or ply.low >= ply.high


@rule
def judge(b: Beams) -> float:
    """What the position of ply 1 is worth to the player when everybody else wants it to be little.

    The search goes depth first and gives up a branch when it cannot be better than what is known; what is
    known before it begins are the bounds of ply 0.
    """
    ply, is_new, result = 1, True, 0.0
    while ply > 0:
        if is_new:
            count = open_ply(b, ply)
            is_new = count > 0 and ply < b.depth
            if not is_new:
                result = line_value(b, order_at(b, ply)[0] if count > 0 else ply_at(b, ply).start, ply)
                ply -= 1
        elif is_settled(b, ply, result):
            result = ply_at(b, ply).best
            ply -= 1
        else:
            is_new = True
        if is_new:
            copy_position(b, ply_at(b, ply + 1).start, order_at(b, ply)[ply_at(b, ply).place])
            ply += 1
    return result


@rule
def copy_position(b: Beams, target: int, source: int) -> None:
    """Copy the position of a row."""
    copy_bytes(position_at(b, target), position_at(b, source), game_of(trial_of(b)).state_size)


@kernel("ref", ORIGIN)
def find_lines(beams: Address) -> int:
    """The good moves of the player from the position of ply 0; how many there are."""
    b = record_at(beams, BEAMS)
    return grow(b, 0, trial_of(b).player)


@kernel("ref whole whole", ORIGIN)
def answer_lines(beams: Address, first: int, last: int) -> None:
    """For positions which[first .. last-1]: what each is worth to the player after `depth` plies of answers."""
    b = record_at(beams, BEAMS)
    size, which = game_of(trial_of(b)).state_size, array_at(b.which, b.which_count, np.int64)
    results = array_at(b.results, b.which_count, np.float64)
    for place in range(first, last):
        copy_bytes(position_at(b, ply_at(b, 1).start), row(b.roots, which[place], size), size)
        results[place] = judge(b)


@kernel("ref seed", ORIGIN)
def begin(trial: Address, chance: Seed) -> None:
    """Imagine the position that is thought about."""
    imagine(record_at(trial, TRIAL), chance)
