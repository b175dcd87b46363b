"""What has happened in Siege in as few sentences as will do: a turn may be a hundred clicks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege import SEATS
from garrison.games.siege.state import MOST_UNITS
from garrison.games.siege.words.names import OWNED, building_name, engine_name, unit_name

MOVED = re.compile(r"(\w+)'s (\w+): (\d+,\d+) to (\d+,\d+)\.")
RAISED = re.compile(r"(\w+) raises (\w+) on (\d+,\d+)\.")
BUILT = re.compile(r"((\w+) (?:builds|makes) .*) on (\d+,\d+)\.")
MISSED = re.compile(r"Archers shoot from (\d+,\d+) at (\d+,\d+) and roll \d .*: missed\.")
LOST = re.compile(r"\w+ loses \w+ on (\d+,\d+)\.")
STRUCK = re.compile(r".* strikes down .* on (\d+,\d+)\.")
BACK = re.compile(r"\w+ (\d+,\d+)>\1")
USUAL = re.compile(r"\w+'s buildings are next\.")


def news(view: Viewpoint, sentences: Sequence[str]) -> list[str]:
    """Alike sentences as one, where the first of them was; one's own moves are left out, since units have places, and
    what is one's own and new is named."""
    lists: dict[str, list[str]] = {}  # what is gathered, by how its sentence begins
    before = ""
    for sentence in sentences:
        if match := MOVED.fullmatch(sentence):
            if match[1] != SEATS[view.player]:
                _move(lists.setdefault(f"{match[1]} moves", []), *match.groups()[1:])
        elif match := RAISED.fullmatch(sentence):
            lists.setdefault(f"{match[1]} raises", []).append(f"{match[2]} {_unit_on(view, match[3])}on {match[3]}")
        elif match := MISSED.fullmatch(sentence):
            lists.setdefault("Shots that missed:", []).append(f"{match[1]} at {match[2]}")
        elif (match := BUILT.fullmatch(sentence)) and match[2] == SEATS[view.player]:
            lists.setdefault(f"{match[1]} {_work_on(view, match[3])}on {match[3]}.", [])
        elif not (USUAL.fullmatch(sentence) or _is_said(before, sentence)):
            lists.setdefault(sentence, [])
        before = sentence
    return [sentence for beginning, things in lists.items() if (sentence := _sentence(beginning, things))]


def _sentence(beginning: str, things: list[str]) -> str:
    """What is gathered, without those who came back to where they had been; "" if nobody is left."""
    others = [thing for thing in things if not BACK.fullmatch(thing)]
    if not things:
        return beginning
    return f"{beginning} {', '.join(others)}." if others else ""


def _move(moves: list[str], kind: str, start: str, end: str) -> None:
    """A move, or more of the last one."""
    kind_and_start, _, last_end = moves[-1].rpartition(">") if moves else ("", "", "")
    if kind_and_start.startswith(f"{kind} ") and last_end == start:
        moves[-1] = f"{kind_and_start}>{end}"
    else:
        moves.append(f"{kind} {start}>{end}")


def _unit_on(view: Viewpoint, place: str) -> str:
    """The name of one's own land unit on a field, with a space; "" if none is there."""
    s = view.state
    slot = int(s.unit_at[_field(view, place)]) - 1
    is_own = slot >= 0 and slot // MOST_UNITS == view.player
    return f"{unit_name(int(s.unit_kind[slot]), slot)} " if is_own else ""


def _work_on(view: Viewpoint, place: str) -> str:
    """The name of an engine or of one's own building, with a space; "" if none is there."""
    s, field = view.state, _field(view, place)
    engine, slot = int(s.siege_at[field] or s.ship_at[field]) - 1, int(s.building_at[field]) - 1
    if engine >= 0:
        return f"{engine_name(int(s.engine_kind[engine]), engine)} "
    is_named = slot >= 0 and s.building_owner[slot] == view.player and s.building_kind[slot] in OWNED
    return f"{building_name(int(s.building_kind[slot]), slot)} " if is_named else ""


def _field(view: Viewpoint, place: str) -> int:
    row, column = map(int, place.split(","))
    return row * int(view.state.columns) + column


def _is_said(before: str, sentence: str) -> bool:
    """G11: that somebody is lost who has just been struck down."""
    blow, loss = STRUCK.fullmatch(before), LOST.fullmatch(sentence)
    return bool(blow and loss and blow[1] == loss[1])
