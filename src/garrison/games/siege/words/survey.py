"""Who can go where and attack whom, as the position stands, for one seat: all of it is what the rule `reach` says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from garrison.core.engine.record import Array
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege.rules.phases import can_building_act
from garrison.games.siege.rules.pieces import is_base
from garrison.games.siege.rules.turns import can_play_ship, can_play_siege_unit
from garrison.games.siege.show.view import View
from garrison.games.siege.state import MOST_UNITS, NOBODY, Phase, Plane, Rules, State, Unit
from garrison.games.siege.words.land import threat_of
from garrison.games.siege.words.ways import Ways, beside, bits_of, fields_in


class Survey:
    """What one seat's units and the other's could do; worked out as it is asked for, and once."""

    def __init__(self, position: Position, player: int) -> None:
        self.p: Rules = position.game.record[0]
        self.s: State = position.state[0]
        self.position, self.player = position, player
        self.map = View(self.p, self.s, self.position.reach)
        self.columns, self.count = self.map.columns, self.map.count

    def place(self, field: int) -> str:
        """A field as people write it."""
        row, column = divmod(field, self.columns)
        return f"{row},{column}"

    def beside(self, field: int) -> list[int]:
        """G3: the fields that touch a field by a side."""
        return beside(field, self.map.rows, self.columns)

    # --- Whose turn can be played

    @cached_property
    def is_playing_units(self) -> bool:
        """Whether the player is in the units' part."""
        is_asked = self.player in self.position.waiting
        return is_asked and Phase.UNITS <= self.s.phase < Phase.BUILDINGS

    @cached_property
    def ready(self) -> list[int]:
        """G16: the player's land units that are not exhausted."""
        return [slot for slot in self.map.units(self.player) if not self.map.unit_spent[slot]]

    @cached_property
    def next_up(self) -> list[int]:
        """G16, G18: those of them that may be chosen now, or the one that is."""
        s = self.s
        if not self.is_playing_units:
            return []
        if s.unit != NOBODY:
            return [int(s.unit)] if s.phase == Phase.LAND else []
        if s.phase != Phase.UNITS and (s.engine != NOBODY or s.phase != Phase.ENGINE):
            return []
        fields = set(self.map.engine_fields(int(s.ship))) if s.ship != NOBODY else None
        return [slot for slot in self.ready if fields is None or self.map.unit_field[slot] in fields]

    def is_several(self, field: int) -> bool:
        """Whether a click on a field with a ready land unit asks which of those there is to act."""
        if not (self.map.siege_at[field] or self.map.ship_at[field]):
            return False
        one, other = plain(can_play_siege_unit), plain(can_play_ship)
        return bool(one(self.s, self.player, field) or other(self.s, self.player, field))

    @cached_property
    def active(self) -> list[int]:
        """G20: the buildings that can act, or the one that does."""
        s = self.s
        if self.player not in self.position.waiting or s.phase < Phase.BUILDINGS:
            return []
        if s.building != NOBODY:
            return [int(s.building)]
        owners = self.map.building_owner[: int(s.building_top)]
        own = [slot for slot, owner in enumerate(owners) if owner == self.player and self.map.building_kind[slot]]
        return [slot for slot in own if plain(can_building_act)(self.p, s, self.player, slot)]

    @cached_property
    def siege_fields(self) -> set[int]:
        """G22: the fields beside a castle or camp of the other player that one more of the player's may take."""
        view, fields = self.map, set[int]()
        for slot, kind in enumerate(view.building_kind[: int(self.s.building_top)]):
            if plain(is_base)(kind) and kind and view.building_owner[slot] != self.player:
                around = view.beside(slot)
                is_enough = [view.owner_on(field) for field in around].count(self.player) >= self.p.capture_units - 1
                fields |= set(around) if is_enough else set()
        return fields

    # --- Where they come to, and whom they reach

    def ways(self, slot: int) -> Ways:
        """Where a land unit can go, in its turn; of the other player, in the next one."""
        if slot not in self._ways:
            self._ways[slot] = Ways(self.position, slot // MOST_UNITS, self.map.unit_field[slot])
        return self._ways[slot]

    @cached_property
    def _ways(self) -> dict[int, Ways]:
        return {}

    def threats(self, field: int, bit: int) -> int:
        """G11, G12: the fields from which somebody on a field could be attacked in one way, as bits."""
        if (field, bit) not in self._threats:
            plane = np.frombuffer(self.map.plane(field, Plane.THREATS), dtype=np.uint8)
            self._threats[field, bit] = bits_of(plane & bit)
        return self._threats[field, bit]

    @cached_property
    def _threats(self) -> dict[tuple[int, int], int]:
        return {}

    @cached_property
    def enemies(self) -> list[int]:
        """The land units of the other player."""
        return self.map.units(1 - self.player)

    def stands(self, slot: int, target: int) -> int:
        """The fields to which a land unit can go, or where it is, from which it could attack somebody on a field, as
        bits."""
        return self.ways(slot).bits & self.threats(target, threat_of(self.map.unit_kind[slot]))

    @cached_property
    def targets(self) -> dict[int, dict[int, list[int]]]:
        """By the field of each enemy, who of the player could attack it, and from where."""
        all_targets = {}
        for enemy in self.enemies:
            field = self.map.unit_field[enemy]
            stands = {slot: self.stands(slot, field) for slot in self._near(self.next_up, field)}
            if any(stands.values()):
                all_targets[field] = {slot: fields_in(bits) for slot, bits in stands.items() if bits}
        return all_targets

    @cached_property
    def spread(self) -> int:
        """How many steps away anybody may be attacked after a move, at most."""
        return int(max(self.p.unit_move)) + int(self.p.archers_range) + int(self.p.height_bonus) + 1

    def _near(self, slots: Sequence[int], field: int) -> list[int]:
        """Those who are not too far away to attack somebody on a field."""
        rows, columns = self._unit_places
        row, column = divmod(field, self.columns)
        is_near = (np.abs(rows - row) + np.abs(columns - column) <= self.spread).tolist()
        return [slot for slot in slots if is_near[slot]]

    @cached_property
    def _unit_places(self) -> tuple[Array, Array]:
        """The rows and columns of all land units."""
        rows, columns = np.divmod(np.array(self.map.unit_field), self.columns)
        return rows, columns

    def danger(self, field: int) -> tuple[int, int]:
        """How many enemy archers could attack somebody on a field next, and how many others."""
        if field not in self._dangers:
            attackers = [enemy for enemy in self._near(self.enemies, field) if self.stands(enemy, field)]
            archers = sum(self.map.unit_kind[enemy] == Unit.ARCHERS for enemy in attackers)
            self._dangers[field] = archers, len(attackers) - archers
        return self._dangers[field]

    @cached_property
    def _dangers(self) -> dict[int, tuple[int, int]]:
        return {}


def survey_of(view: Viewpoint) -> Survey:
    """The survey of a seat, made once."""
    return view.once(_survey)


def _survey(view: Viewpoint) -> Survey:
    return Survey(view.position, view.player)
