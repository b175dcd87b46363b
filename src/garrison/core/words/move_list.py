"""Replays as lists of moves that people read and write: tags in brackets, then a line a move, with comments.

    [game "skirmish"]
    [seed 7]
    1. Calliance: H0 61-51-41 {towards the middle}
    2. Zorde: G0 11-21-32-43

The tags are the parts of a replay's JSON but for its actions (core/replay.py). `times` has the time of each action,
where it is known. What stands in braces is a comment. Several moves of one player may stand in a line, with ; between
them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from garrison.core.position import Position
from garrison.core.replay import KEYS, Move, Replay, from_start, parse
from garrison.core.words.execution import Execution
from garrison.core.words.moves import NamedMove
from garrison.core.words.notation import notation
from garrison.core.words.reader import read
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import BadReplay, UnknownMove, shown

TAG = re.compile(r"\[(\w+) (.+)\]\s*")
LINE = re.compile(r"(?:\d+\.\s*)?([^:{}]+):\s*([^{}]+?)\s*(?:\{[^{}]*\}\s*)*")
COMMENT = re.compile(r"\{[^{}]*\}")
LONGEST = 50_000_000  # characters
FIRST = ("game", "variant", "seed", "rules_version", "rules_hash")


def to_moves(replay: Replay) -> str:
    """A replay as a list of moves.

    >>> import garrison
    >>> print(to_moves(Replay(garrison.load("minefield"), 7, [Move(0, 1), Move(0, 0)])).splitlines()[-1])
    2. P: stay
    """
    contents = json.loads(replay.to_json())
    del contents["actions"]
    if any(move.ms is not None for move in replay.moves):
        contents["times"] = [move.ms for move in replay.moves]
    order = [*FIRST, *(key for key in contents if key not in FIRST)]
    tags = [f"[{key} {json.dumps(contents[key], ensure_ascii=False)}]" for key in order]
    lines = (f"{number}. {line}" for number, line in enumerate(_lines(replay), 1))
    return "\n".join([*tags, "", *lines]) + "\n"


def _lines(replay: Replay) -> Iterator[str]:
    """Each move, in the notation of the position in which it was made."""
    position, seats = replay.game.new(replay.seed), replay.game.facts.seats
    moves, place = replay.moves, 0
    while place < len(moves):
        view, player, dice = _view(position, moves[place]), moves[place].player, position.state["rng"][0]
        actions = [moves[place].action]
        moves[place].play(position)
        for move in moves[place + 1 :]:
            if move.bits or move.player != player or not _goes_on(position, view, dice):
                break
            actions.append(move.action)
            move.play(position)
        yield f"{seats[player]}: {notation(view, tuple(actions))}"
        place += len(actions)


def _view(position: Position, move: Move) -> Viewpoint:
    """What a player knows before a move, for its notation."""
    view = Viewpoint(position, move.player)
    view.is_brief = True
    return view


def _goes_on(position: Position, view: Viewpoint, dice: Any) -> bool:
    """Whether the same player's next action belongs to the same move, as far as could be known when it was begun; a
    game whose turns have several moves says where one has ended."""
    if view.ask("rests", lambda state: False)(position.state[0]):
        return False
    is_alone = view.player in position.waiting and not position.game.facts.simultaneous
    is_same = position.state["turn"][0] == view.position.state["turn"][0] and position.state["rng"][0] == dice
    return bool(is_alone and is_same)


def from_moves(text: str, where: str = "the list of moves") -> Replay:
    """Read a list of moves; every part is checked, and errors say in one sentence what is wrong."""
    if len(text) > LONGEST:
        raise BadReplay(f"{where}: a list of moves has at most {LONGEST:,} characters.")
    contents, lines = dict[str, Any](), list[tuple[int, str]]()
    for number, line in enumerate(text.splitlines(), 1):
        tag = TAG.fullmatch(line)
        if tag:
            contents[tag[1]] = _tag_value(tag[2], f"{where}, line {number}")
        elif COMMENT.sub("", line).strip():
            lines.append((number, line.strip()))
    times = contents.pop("times", None)
    for key in KEYS:
        if key not in contents and key != "actions":
            raise BadReplay(f"{where}: the tag [{key} ...] is missing.")
    actions = [list(pair) for pair in _actions(from_start(contents, where), contents, lines, where)]
    if times is not None:
        if not isinstance(times, list) or len(times) != len(actions):
            raise BadReplay(f"{where}: times must be a list with a time for each action.")
        actions = [[*pair, *([ms] if ms is not None else [])] for pair, ms in zip(actions, times, strict=True)]
    return parse(json.dumps({**contents, "actions": actions}), where)


def _tag_value(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadReplay(f"{where}: {shown(text)} is not a value as in JSON.") from error


def _actions(
    replay: Replay, contents: dict[str, Any], lines: list[tuple[int, str]], where: str
) -> Iterator[tuple[int, int]]:
    """What the lines play, each read in the position to which those before it have led."""
    position, seats, count = replay.game.new(replay.seed), replay.game.facts.seats, 0
    stirs = _stirs(contents)
    for number, line in lines:
        match = LINE.fullmatch(line)
        if not match or match[1].strip() not in seats[: replay.game.players]:
            names = ", ".join(seats[: replay.game.players])
            raise BadReplay(f"{where}, line {number}: {shown(line)} is not a move like {names.split(', ')[0]}: ...")
        player = seats.index(match[1].strip())
        if count in stirs:
            position.stir(stirs[count])
        try:
            move = read(_view(position, Move(player, 0)), match[2])
        except UnknownMove as error:
            raise BadReplay(f"{where}, line {number}: {error}") from error
        for action in _played(position, player, move, f"{where}, line {number}"):
            yield player, action
            count += 1


def _played(position: Position, player: int, move: NamedMove, where: str) -> Iterator[int]:
    """The actions of a move, played; of several in a line each is read in the position to which the others lead."""
    if not move.course:
        for action in move.actions:
            yield action
            position.play(player, action)
        return
    execution = Execution(move, player)
    while (step := execution.next_action(position)) is not None:
        yield step
        position.play(player, step)
    if execution.report:
        raise BadReplay(f"{where}: {' '.join(execution.report)}")


def _stirs(contents: dict[str, Any]) -> dict[int, int]:
    """Bits by the number of the action before which they are stirred in, as far as they are well written."""
    stirs = contents.get("stirs", [])
    pairs = [one for one in stirs if isinstance(one, list) and len(one) == 2] if isinstance(stirs, list) else []
    texts = {index: bits for index, bits in pairs if isinstance(index, int) and isinstance(bits, str)}
    return {index: int(bits) % 2**64 for index, bits in texts.items() if bits.isdecimal() and len(bits) < 21}
