"""Pieces keep their identity: a screen follows each of them by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from garrison.errors import shown
from garrison.lab.check.property import Flaw, Flaws, Moment, holds
from garrison.look.scene import Board, Piece

FEWEST = 2  # ids that move on with the one that is gone: fewer prove nothing


@holds("Ids in a scene are unique, and stay with their pieces.")
def ids(moment: Moment) -> Flaws:
    """No id occurs twice on a board, and none passes to another piece."""
    for viewer, scene in moment.scenes.items():
        for board in scene.boards:
            name, times = Counter(piece.id for piece in board.pieces).most_common(1)[0] if board.pieces else ("", 0)
            if times > 1:
                yield Flaw(f"{times} pieces of one board have the id {shown(name)}", viewer)
    if moment.before is not None:
        viewer = moment.dice.choice([*moment.scenes])
        for old, new in zip(moment.before.scene(viewer).boards, moment.scenes[viewer].boards, strict=False):
            yield from (Flaw(text, viewer) for text in (*_exchanges(old, new), *_shifts(old, new)))


def _exchanges(old: Board, new: Board) -> Iterator[str]:
    """Ids that passed to another piece: a piece changed its kind or owner and is exactly what another was before.

    A piece may move, turn into something else, or end up where another stood, but not all at once.
    """
    pieces = _by_id(old)
    for one, other in _heirs(old, new).items():
        if (pieces[one].kind, pieces[one].owner) != (pieces[other].kind, pieces[other].owner):
            yield _words(one, pieces[other])


def _shifts(old: Board, new: Board) -> Iterator[str]:
    """Ids that moved on among equal pieces, as they do when they count a list from which a piece was taken.

    Then each stands where one listed later stood, and the last of them is gone; or ids have changed places; or a single
    piece seems to have moved, and all of them say that they did. A queue that moves on looks much the same, but takes
    small steps: so at least one id must have gone further than to a neighbouring field. A single id that is now where a
    vanished one was proves nothing: it may have taken it. So an id that jumps alone, and pieces that always stand side
    by side, are not noticed.
    """
    pieces, heirs = _by_id(old), _heirs(old, new)
    for first in heirs:
        chain = _chain(heirs, first)
        is_wrong = heirs.get(chain[-1]) == first or _is_counted(chain, old, new) or _is_passed_on(chain, old, new)
        if is_wrong and _has_jump([pieces[name] for name in chain]):
            yield _words(first, pieces[chain[1]])


def _words(name: str, piece: Piece) -> str:
    return f"the id {shown(name)} goes to the piece that was {shown(piece.id)}, {piece.label}"


def _chain(heirs: dict[str, str], first: str) -> list[str]:
    """Ids, each of which is now where the next one was."""
    chain = [first]
    while chain[-1] in heirs and heirs[chain[-1]] not in chain:
        chain.append(heirs[chain[-1]])
    return chain


def _is_counted(chain: list[str], old: Board, new: Board) -> bool:
    """Whether a chain goes through the list of pieces in order, to one that is gone."""
    order = [piece.id for piece in old.pieces if piece.id in chain]
    return len(chain) > FEWEST and order == chain and all(piece.id != chain[-1] for piece in new.pieces)


def _is_passed_on(chain: list[str], old: Board, new: Board) -> bool:
    """Whether of its kind nothing but a chain has changed, by more than one stride: as if ids counted by place."""
    kind = _by_id(old)[chain[0]].kind
    then, now = ({name: piece for name, piece in _by_id(one).items() if piece.kind == kind} for one in (old, new))
    pairs = [(then[name], now[name]) for name in chain if name in then and name in now]
    strides = {(after.row - before.row, after.column - before.column) for before, after in pairs}
    others = {name for name in then.keys() | now.keys() if then.get(name) != now.get(name)}
    return len(chain) > FEWEST and chain[-1] in now and others == set(chain) and len(strides) > 1


def _has_jump(pieces: list[Piece]) -> bool:
    """Whether somewhere it is further from one piece to the next than a step."""
    return any(
        max(abs(one.row - other.row), abs(one.column - other.column)) > max(one.height, one.width)
        for one, other in pairwise(pieces)
    )


def _by_id(board: Board) -> dict[str, Piece]:
    return {piece.id: piece for piece in board.pieces}


def _heirs(old: Board, new: Board) -> dict[str, str]:
    """Ids whose piece has changed and is exactly what another one was before, each with the id of that one."""
    pieces, looks = _by_id(old), {replace(piece, id=""): piece.id for piece in old.pieces}
    others = [piece for piece in new.pieces if pieces.get(piece.id, piece) != piece]
    heirs = {piece.id: looks.get(replace(piece, id="")) for piece in others}
    return {one: other for one, other in heirs.items() if other is not None}
