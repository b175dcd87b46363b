"""What a player sees, as it travels: `core.scene` with keys for positions, so that a change is a small patch."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class BarView(Struct, frozen=True):
    """How full something is."""

    value: int
    full: int


class TerrainView(Struct, frozen=True):
    """A kind of ground; `kind` also names its sprite."""

    kind: str
    label: str
    glyph: str
    colour: str


class PieceView(Struct, frozen=True):
    """Something that stands on a board; its key in `BoardView.pieces` stays the same while it lives."""

    kind: str
    row: int
    column: int
    label: str
    glyph: str
    colour: str
    owner: int
    height: int
    width: int
    turn: int
    badge: str
    layer: int
    faint: bool
    inside: bool  # on or in something larger: drawn smaller
    bar: BarView | UnsetType = UNSET


class BoardView(Struct, frozen=True):
    """A grid of fields. `terrain` has a line a row, under the row's number, with a character a field."""

    rows: int
    columns: int
    terrain: dict[str, str]
    legend: dict[str, TerrainView]
    pieces: dict[str, PieceView]
    title: str
    owner: int
    small: bool
    margin: int
    legal_fields: list[int]
    marked_fields: list[int]
    chosen_fields: list[int]
    range_fields: list[int]


class LineView(Struct, frozen=True):
    """One line of a panel."""

    name: str
    value: str
    colour: str
    sprite: str
    badge: str
    bar: BarView | UnsetType = UNSET


class PanelView(Struct, frozen=True):
    """A small titled list beside the board; a near one is needed for the present choice."""

    title: str
    owner: int
    near: bool
    lines: list[LineView]


class ButtonView(Struct, frozen=True):
    """A button as this player sees it now."""

    name: str
    label: str
    keys: list[str]
    legal: bool
    on_tick: bool
    chosen: bool
    sprite: str


class SceneView(Struct, frozen=True):
    """All that one player, or a spectator (player -1), sees. Boards and panels are under their places, buttons under
    the actions they play; board "0" is the one that is clicked."""

    game: str
    title: str
    player: int
    boards: dict[str, BoardView]
    panels: dict[str, PanelView]
    buttons: dict[str, ButtonView]
    prompt: str
    asked: int
    seats: list[str]
    waiting: list[int]
    scores: list[float]
    winners: list[int]
    over: bool
    steps: int
