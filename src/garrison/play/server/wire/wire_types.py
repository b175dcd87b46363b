"""The types of what travels besides messages. Those of scenes, which travel in the form that `Scene.to_data` returns,
are generated from the dataclasses of `look.scene`, so a new field of a piece is written once and reaches every client;
so are those of other dataclasses that travel as they are."""

from __future__ import annotations

from dataclasses import Field, fields
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from garrison.look.scene import Scene

# A whole number that a client sends: as large as a browser's can be. Others are refused before anything repeats them.
MOST = 2**53 - 1
Sent = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]


@cache
def wire_type(kind: type, key: str = "") -> type[msgspec.Struct]:
    """The type of a part of a scene as it travels; `key` is the field that becomes its key in a dict.

    >>> wire_type(Scene).__struct_fields__[:4]
    ('game', 'title', 'player', 'boards')
    """
    hints = get_type_hints(kind)
    sent_fields = [_field(one, hints[one.name]) for one in fields(kind) if one.name != key]
    # What is always sent comes before what may be missing.
    sent_fields.sort(key=len)
    names = {"__doc__": kind.__doc__}
    return msgspec.defstruct(f"{kind.__name__}View", sent_fields, namespace=names, module=__name__, frozen=True)


def sent_type(kind: type, name: str) -> type[msgspec.Struct]:
    """The type of a dataclass that travels as it is, under the name that clients know it by."""
    sent_fields = list(get_type_hints(kind).items())
    return msgspec.defstruct(name, sent_fields, namespace={"__doc__": kind.__doc__}, module=__name__, frozen=True)


def _field(one: Field[Any], hint: Any) -> Any:
    """A field for `defstruct`: a name and a type, and a default where it may be missing."""
    parts = [part for part in get_args(hint) if part is not NoneType]
    if NoneType in get_args(hint):
        return (one.name, _type(parts[0]) | msgspec.UnsetType, msgspec.UNSET)
    key = one.metadata.get("key", "")
    if key:
        return (one.name, dict[str, _type(parts[0], key)])  # type: ignore[misc]
    return (one.name, _type(hint))


def _type(hint: Any, key: str = "") -> Any:
    if get_origin(hint) is tuple:
        return list[_type(get_args(hint)[0])]  # type: ignore[misc]
    if get_origin(hint) is dict:
        return dict[str, _type(get_args(hint)[1])]  # type: ignore[misc]
    return wire_type(hint, key) if hasattr(hint, "__dataclass_fields__") else hint


if TYPE_CHECKING:
    SceneView = dict[str, Any]
else:
    SceneView = wire_type(Scene)
