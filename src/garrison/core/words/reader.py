"""Reading what somebody typed: a move of the game's own notation, or actions one after the other."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from garrison.core.words.moves import NamedMove, Steps
from garrison.core.words.notation import AIM, action_of, action_token, labels, notation, tokens, written
from garrison.core.words.plain_moves import aimed
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove, shown

if TYPE_CHECKING:
    from garrison.core.position import Position

LONGEST = 2000  # characters of one answer
MOST_PARTS = 200  # moves in one line
MOST_TIMES = 1000
NEAREST = 3
TIMES = re.compile(r"(.+?)\s*[x×*]\s*(\d{1,4})")
NEWS = " until news"
SHAPE = re.compile(r"\d+")


def read(view: Viewpoint, text: str) -> NamedMove:
    """The move that a text means; an error with the nearest legal ones if it means none."""
    words = " ".join(text.split())
    if len(words) > LONGEST:
        raise UnknownMove(f"An answer has at most {LONGEST} characters, not {len(words)}.")
    if not view.may_act:
        raise UnknownMove(why_waiting(view))
    if ";" in words and (line := _line(view, words)):
        return line
    own = view.ask("read", None)
    move = own(view, words) if own else None
    return move or _again(view, words) or _plain(view, words)


def why_waiting(view: Viewpoint) -> str:
    """Why this player can't move now."""
    if view.position.over:
        return "The game is over: nothing can be played any more."
    seats = view.game.facts.seats
    others = " and ".join(seats[other] for other in view.position.waiting)
    return f"It is not your turn: {others} {'are' if ' and ' in others else 'is'} to act."


def _line(view: Viewpoint, text: str) -> NamedMove | None:
    """Several moves in one line."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) > MOST_PARTS:
        raise UnknownMove(f"A line has at most {MOST_PARTS} moves, not {len(parts)}.")
    return _in_order(view, parts) if parts else None


def _again(view: Viewpoint, text: str) -> NamedMove | None:
    """One move several times, or until something new is told."""
    if text.lower().endswith(NEWS):
        return _until_news(read(view, text[: -len(NEWS)]))
    times = TIMES.fullmatch(text)
    return _repeated(read(view, times[1]), min(int(times[2]), MOST_TIMES)) if times else None


def _in_order(view: Viewpoint, parts: list[str]) -> NamedMove:
    first = _first_of(view, parts)

    def course(view: Viewpoint) -> Steps:
        return (yield from in_order(view, parts))

    words = f"{first.words} Then {len(parts) - 1} more."
    return NamedMove("; ".join(parts), words, first.actions, "others act", course)


def _first_of(view: Viewpoint, parts: list[str]) -> NamedMove:
    """The first of several moves that is legal now; why the very first is not, if none of them is."""
    errors = []
    for part in parts:
        try:
            return read(view, part)
        except UnknownMove as error:
            errors.append(error)
    raise errors[0]


def in_order(view: Viewpoint, parts: list[str]) -> Steps:
    """Moves one after the other, each read when its turn has come; what can't be played is left out, and said.

    What ends a part of a turn is held back where all that should have come before it was left out.
    """
    is_ending, is_missing, is_begun = view.ask("is_ending", lambda view, text: False), False, False
    for number, part in enumerate(parts):
        if is_missing and not is_begun and is_ending(view, part):
            return f"nothing of what comes before {shown(part)} could be done, without: {'; '.join(parts[number:])}"
        if not view.may_act or view.others_acted:
            why = "others have acted" if view.others_acted else "the turn is over"
            return f"{why}, without: {'; '.join(parts[number:])}"
        try:
            move = read(view, part)
        except UnknownMove as error:
            yield f"Skipped {shown(part)}: {error}"
            is_missing = True
            continue
        is_begun = not is_ending(view, part)
        is_missing = is_missing and is_begun
        why = yield from steps_of(move, view)
        if why:
            yield f"Stopped {shown(part)}: {why}."
    return ""


def steps_of(move: NamedMove, view: Viewpoint) -> Steps:
    """The actions of a move, asked for one at a time."""
    if move.course:
        return (yield from move.course(view))
    for number, action in enumerate(move.actions):
        if number and view.others_acted:
            return f"others have acted, so this was left out: {written(view, move.actions[number:])}"
        if not view.may_act or action not in view.position.actions(view.player):
            rest = written(view, move.actions[number:])
            return f"{action_token(view, action)} is not legal now, so this was left out: {rest}"
        yield action
    return ""


def _until_news(move: NamedMove) -> NamedMove:
    """The same again and again, until something is told that was not told the first time."""

    def course(view: Viewpoint) -> Steps:
        usual: set[str] | None = None
        for _ in range(MOST_TIMES):
            why = yield from steps_of(move, view)
            sentences = {*view.position.sentences}
            if why or view.others_acted or (usual is not None and sentences - usual) or not view.may_act:
                return why or " ".join(view.position.sentences)
            usual = sentences if usual is None else usual
        return f"it was done {MOST_TIMES} times"

    words = f"Again and again, until there is news: {move.words}"
    return NamedMove(f"{move.notation}{NEWS}", words, move.actions, "anything new is told", course)


def _repeated(move: NamedMove, times: int) -> NamedMove:
    """The same several times."""

    def course(view: Viewpoint) -> Steps:
        for number in range(times):
            why = yield from steps_of(move, view)
            if why or view.others_acted:
                return f"{why or 'others have acted'}, after {number + (not why)} of {times} times"
        return ""

    words = f"{times} times: {move.words}"
    return NamedMove(f"{move.notation} x{times}", words, move.actions, "it becomes illegal", course)


def _plain(view: Viewpoint, text: str) -> NamedMove:
    """Actions one after the other, or the first and the last of a listed move."""
    words = tokens(view, text)
    by_notation = {} if view.is_brief else {move.notation.lower(): move for move in view.moves}
    move = by_notation.get(" ".join(words)) or by_notation.get(text.lower()) or _aim(view, "".join(words))
    if move:
        return move
    actions = [action_of(view, token) for token in words]
    for token, action in zip(words, actions, strict=True):
        if action is None:
            raise unknown(view, text, f"{shown(token)} is neither a field of the board nor a button")
    return legal_move(view, text, [action for action in actions if action is not None])


def _aim(view: Viewpoint, text: str) -> NamedMove | None:
    start, arrow, end = text.partition(AIM)
    first, last = action_of(view, start), action_of(view, end)
    if not arrow or first is None or last is None:
        return None
    return aimed(view, first, last)


def legal_move(view: Viewpoint, text: str, actions: list[int]) -> NamedMove:
    """These actions as a move, if each is legal in its turn and they belong to one decision."""
    by_actions = {} if view.is_brief else {move.actions: move for move in view.moves}
    if tuple(actions) in by_actions:
        return by_actions[tuple(actions)]
    position = view.position.copy()
    start = position.state["rng"][0], position.state["turn"][0]
    for number, action in enumerate(actions):
        is_known = (position.state["rng"][0], position.state["turn"][0]) == start
        if not is_known or view.player not in position.waiting:
            raise unknown(view, text, f"the move is complete before {action_token(view, action)}")
        if action not in position.actions(view.player):
            raise unknown(view, text, f"{_not_legal(view, position.actions(view.player), actions[: number + 1])}")
        position.play(view.player, action)
    if not actions:
        raise unknown(view, text, "nothing was written")
    is_complete = view.player not in position.waiting or bool(position.state["turn"][0] != start[1])
    return NamedMove(notation(view, actions), _words(view, actions, position), tuple(actions), is_complete=is_complete)


def _words(view: Viewpoint, actions: list[int], after: Position) -> str:
    """What a listed move says that leads to the same; else what was clicked."""
    if view.is_brief:
        return ""
    like = next((result.actions for result in view.results if result.is_like(after)), None)
    words = next((move.words for move in view.moves if move.actions == like), None)
    return words or f"{labels(view, actions).capitalize()}."


def _not_legal(view: Viewpoint, legal: list[int], actions: list[int]) -> str:
    """Which click is not legal, and which are."""
    names = " ".join(action_token(view, action) for action in legal[:8]) + (" and others" if len(legal) > 8 else "")
    after = f" after {written(view, actions[:-1])}" if len(actions) > 1 else ""
    return f"{action_token(view, actions[-1])} is not legal{after or ' now'}; {names or 'nothing'} would be"


def unknown(view: Viewpoint, text: str, why: str) -> UnknownMove:
    """One sentence for what is not a move, with the nearest that are."""
    near = nearest(view, text)
    hint = f" The nearest moves: {', '.join(near)}." if near else ""
    return UnknownMove(f"{shown(text)} is not a move now: {why}.{hint}")


def nearest(view: Viewpoint, text: str) -> list[str]:
    """The notations of legal moves that look most like a text."""
    notations = [move.notation for move in view.moves][:1000]
    near = get_close_matches(text[:60], notations, n=NEAREST, cutoff=0.3)
    return near or notations[:NEAREST]
