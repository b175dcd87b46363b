"""The client's types, generated from the messages: `python -m garrison.play.server.wire.typescript` prints them."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from garrison.look.scene import Board, FieldTip, Way, names_with
from garrison.play.scores import ScoreTable
from garrison.play.server.wire import lab_messages, messages, study_messages

HEADER = (
    "// Generated from garrison/play/server/wire/messages.py and garrison/look/scene.py; a test keeps it up to date.\n"
    "// Change those, not this file.\n"
)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """All message types as TypeScript interfaces."""
    kinds = [
        value
        for value in (*vars(messages).values(), *vars(lab_messages).values(), *vars(study_messages).values())
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
    ]
    _, components = msgspec.json.schema_components([*kinds, ScoreTable], ref_template="{name}")
    parts = [_interface(name, components[name]) for name in sorted(components)]
    for union in ("ClientMessage", "ServerMessage"):
        members = " | ".join(sorted(member.__name__ for member in getattr(messages, union).__args__))
        parts.append(f"export type {union} = {members};\n")
    parts += [_numbered(kind) for kind in (Board, FieldTip, Way)]
    return HEADER + "\n" + "\n".join(parts)


def _numbered(kind: type) -> str:
    """Which parts of a board, a tip or a way are numbers of fields, for boards that are turned round."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).upper()
    return f"export const {name}_NUMBERED = {json.dumps(names_with(kind, 'numbered'))} as const;\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    required_fields = schema.get("required", [])
    for field, kind in schema["properties"].items():
        # A client may leave out what has a default; what the server sends is always there.
        lines.append(f"  {field}{'' if field in required_fields or field == 'type' else '?'}: {_type(kind)};")
    return "\n".join([*lines, "}", ""])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema["items"]) if "items" in schema else "unknown"
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return PLAIN.get(str(kind), "unknown")


if __name__ == "__main__":
    print(typescript(), end="")
