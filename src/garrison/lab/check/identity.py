"""Pieces keep their identity: a screen follows each of them by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from garrison.core.errors import shown
from garrison.lab.check.property import Flaw, Flaws, Moment, holds
from garrison.look.scene import Board, Piece

Chain = list[str]  # ids, each of which now stands where the next one stood


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
            yield from (Flaw(text, viewer) for text in (*_exchanged(old, new), *_shifted(old, new)))


def _exchanged(old: Board, new: Board) -> Iterator[str]:
    """Ids that passed to another piece: a piece changed its kind or owner and is exactly what another was before.

    A piece may move, turn into something else, or end up where another stood, but not all at once.
    """
    known = _by_id(old)
    for one, other in _heirs(old, new).items():
        if (known[one].kind, known[one].owner) != (known[other].kind, known[other].owner):
            yield f"the id {shown(one)} goes to the piece that was {shown(other)}, {known[other].label}"


def _shifted(old: Board, new: Board) -> Iterator[str]:
    """Ids that moved on among equal pieces, as they do when they count a list from which one was taken.

    Then each stands where the next in the list stood, and the last one is gone; or they change places. A queue of
    pieces that moves on while its first one vanishes looks the same, but it takes small steps: so ids are only
    suspected if one of them went further than to a neighbouring field. Two of them must have moved on, because one
    alone may have taken the other. This is not noticed: one id that takes the place of the last, and pieces that have
    always stood side by side.
    """
    known = _by_id(old)
    for chain in _chains(_heirs(old, new)):
        followed = [known[name] for name in chain]
        if _is_unlikely(chain, followed, old, new):
            yield (
                f"the id {shown(chain[0])} goes to the piece that was {shown(chain[1])}, {followed[1].label}, "
                f"and {len(chain) - 2} more with it"
            )


def _is_unlikely(chain: Chain, followed: list[Piece], old: Board, new: Board) -> bool:
    raise NotImplementedError


def _by_id(board: Board) -> dict[str, Piece]:
    return {piece.id: piece for piece in board.pieces}


def _heirs(old: Board, new: Board) -> dict[str, str]:
    """Ids whose piece is now exactly what another one was before, each with the id of that one."""
    known, looks = _by_id(old), {replace(piece, id=""): piece.id for piece in old.pieces}
    taken = {piece.id: looks.get(replace(piece, id="")) for piece in new.pieces if piece.id in known}
    return {one: other for one, other in taken.items() if other is not None and other != one}
