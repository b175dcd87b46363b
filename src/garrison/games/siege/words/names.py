"""What things are called where Siege is played in words: k5 cavalry, r2 a ram, b3 barracks, c1 a castle.

The letter is that on the board; the number is the thing's place in the record, which it keeps as long as it lives.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from garrison.games.siege.show.pieces import BUILDING_LETTERS, ENGINE_LETTERS, UNIT_LETTERS
from garrison.games.siege.show.words import building, engine, unit
from garrison.games.siege.state import MOST_UNITS, Building, Engine, State, Unit

OWNED = (Building.CASTLE, Building.BARRACKS, Building.WORKSHOP, Building.PORT, Building.CAMP)  # buildings that act
UNITS = {letter: int(kind) for kind, letter in UNIT_LETTERS.items()}
ENGINES = {letter: int(kind) for kind, letter in ENGINE_LETTERS.items()}
BUILDINGS = {BUILDING_LETTERS[kind]: int(kind) for kind in OWNED}
LETTERS = "".join([*UNITS, *ENGINES, *BUILDINGS])
NAME = re.compile(rf"([{LETTERS}])(\d{{1,3}})")


class Thing(NamedTuple):
    """Something of a player's own that can be given an order."""

    letter: str
    slot: int  # its place in the record

    @property
    def is_unit(self) -> bool:
        """Whether it is a land unit."""
        return self.letter in UNITS

    @property
    def is_engine(self) -> bool:
        """Whether it is a siege unit or a ship."""
        return self.letter in ENGINES


def unit_name(kind: int, slot: int) -> str:
    """A land unit.

    >>> unit_name(3, 4), unit_name(3, 132)
    ('k5', 'k5')
    """
    return f"{UNIT_LETTERS[Unit(kind)]}{slot % MOST_UNITS + 1}"


def engine_name(kind: int, slot: int) -> str:
    """A siege unit or ship.

    >>> engine_name(2, 0)
    'r1'
    """
    return f"{ENGINE_LETTERS[Engine(kind)]}{slot + 1}"


def building_name(kind: int, slot: int) -> str:
    """A castle, barracks, workshop, port or camp.

    >>> building_name(2, 4)
    'b5'
    """
    return f"{BUILDING_LETTERS[Building(kind)]}{slot + 1}"


def thing_called(s: State, player: int, name: str) -> Thing | None:
    """What a player calls so now; None if there is no such thing."""
    match = NAME.fullmatch(name)
    if match is None:
        return None
    letter, slot = match[1], int(match[2]) - 1
    if letter in UNITS:
        own = player * MOST_UNITS + slot
        return Thing(letter, own) if 0 <= slot < MOST_UNITS and s.unit_kind[own] == UNITS[letter] else None
    if letter in ENGINES:
        is_there = 0 <= slot < len(s.engine_kind) and s.engine_kind[slot] == ENGINES[letter]
        return Thing(letter, slot) if is_there else None
    is_own = 0 <= slot < len(s.building_kind) and s.building_owner[slot] == player
    return Thing(letter, slot) if is_own and s.building_kind[slot] == BUILDINGS[letter] else None


def called_after(s: State, player: int, word: str) -> list[Thing]:
    """A player's buildings of one kind, called by what it is, such as castle."""
    kinds = [kind for kind in OWNED if building(kind) == word]
    slots = range(int(s.building_top)) if kinds else range(0)
    own = (slot for slot in slots if s.building_kind[slot] == kinds[0] and s.building_owner[slot] == player)
    return [Thing(BUILDING_LETTERS[kinds[0]], slot) for slot in own]


def kind_words(thing: Thing) -> str:
    """What something is."""
    if thing.is_unit:
        return unit(UNITS[thing.letter])
    return engine(ENGINES[thing.letter]) if thing.is_engine else building(BUILDINGS[thing.letter])


def name_of(thing: Thing) -> str:
    """Its name."""
    return f"{thing.letter}{thing.slot % MOST_UNITS + 1 if thing.is_unit else thing.slot + 1}"
