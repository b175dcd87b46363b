"""Scenes as they travel: plain dictionaries with keys in place of positions, and patches between them.

A patch is a JSON merge patch (RFC 7386): what changed, with None for what is gone.
"""

from __future__ import annotations

from typing import Any

from garrison.look.scene import Bar, Board, Line, Panel, Piece, Scene, SceneButton, Terrain

View = dict[str, Any]


def scene_view(scene: Scene) -> View:
    """A scene as `scene_messages.SceneView` describes it; the log travels beside it."""
    return {
        "game": scene.game,
        "title": scene.title,
        "player": scene.player,
        "boards": {str(place): _board(board) for place, board in enumerate(scene.boards)},
        "panels": {str(place): _panel(panel) for place, panel in enumerate(scene.panels)},
        "buttons": {str(button.action): _button(button) for button in scene.buttons},
        "prompt": scene.prompt,
        "asked": scene.asked,
        "seats": list(scene.seats),
        "waiting": list(scene.waiting),
        "scores": list(scene.scores),
        "winners": list(scene.winners),
        "over": scene.over,
        "steps": scene.steps,
    }


def patch(old: View, new: View) -> View:
    """What turns one view into another.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'a': None, 'b': {'d': 4}}
    """
    changes: View = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = patch(before, value)
            if inner:
                changes[key] = inner
        elif before != value:
            changes[key] = value
    return changes


def patched(old: View, changes: View) -> View:
    """A view with a patch carried out; `old` stays as it is.

    >>> patched({"a": 1, "b": {"c": 2, "d": 3}}, {"a": None, "b": {"d": 4}})
    {'b': {'c': 2, 'd': 4}}
    """
    new = dict(old)
    for key, value in changes.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict):
            before = new.get(key)
            new[key] = patched(before if isinstance(before, dict) else {}, value)
        else:
            new[key] = value
    return new


def _board(board: Board) -> View:
    return {
        "rows": board.rows,
        "columns": board.columns,
        "terrain": {str(row): marks for row, marks in enumerate(board.terrain)},
        "legend": {mark: _terrain(terrain) for mark, terrain in board.legend.items()},
        "pieces": {piece.id: _piece(piece) for piece in board.pieces},
        "title": board.title,
        "owner": board.owner,
        "small": board.small,
        "margin": board.margin,
        "legal_fields": list(board.legal_fields),
        "marked_fields": list(board.marked_fields),
        "chosen_fields": list(board.chosen_fields),
        "range_fields": list(board.range_fields),
    }


def _terrain(terrain: Terrain) -> View:
    return {"kind": terrain.kind, "label": terrain.label, "glyph": terrain.glyph, "colour": terrain.colour}


def _piece(piece: Piece) -> View:
    view = {
        "kind": piece.kind,
        "row": piece.row,
        "column": piece.column,
        "label": piece.label,
        "glyph": piece.glyph,
        "colour": piece.colour,
        "owner": piece.owner,
        "height": piece.height,
        "width": piece.width,
        "turn": piece.turn,
        "badge": piece.badge,
        "layer": piece.layer,
        "faint": piece.faint,
        "inside": piece.inside,
    }
    return _with_bar(view, piece.bar)


def _panel(panel: Panel) -> View:
    lines = [_line(line) for line in panel.lines]
    return {"title": panel.title, "owner": panel.owner, "near": panel.near, "lines": lines}


def _line(line: Line) -> View:
    view = {
        "name": line.name,
        "value": line.value,
        "colour": line.colour,
        "sprite": line.sprite,
        "badge": line.badge,
    }
    return _with_bar(view, line.bar)


def _button(button: SceneButton) -> View:
    return {
        "name": button.name,
        "label": button.label,
        "keys": list(button.keys),
        "legal": button.legal,
        "on_tick": button.on_tick,
        "chosen": button.chosen,
        "sprite": button.sprite,
    }


def _with_bar(view: View, bar: Bar | None) -> View:
    if bar is not None:
        view["bar"] = {"value": bar.value, "full": bar.full}
    return view
