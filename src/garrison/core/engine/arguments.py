"""What a kernel takes, by names: one record of numbers and addresses, whose own address is all that is handed over.

A positional argument has no name where it is given, and a function among the arguments of a call from Python costs ten
times as much as a number. So what belongs together is a class with a field for each part of it:

    class Play(Arguments):
        step: Address  # the entry
        states: Address
        count: int = 1

From Python it is made by names, `Play(step=entry_address(table.step), states=memory.whole(states))`; a kernel finds it
by its address, `record_at(play, PLAY)`, where PLAY is `Play.dtype`. Whoever makes it keeps the arrays, or lets it
`keep` them.

A `Handle` is what kernels know of a game: each game has one, which other arguments point to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeAlias,
    cast,
    dataclass_transform,
    get_type_hints,
)

import numpy as np

from garrison.core.engine import memory
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import Address
from garrison.core.engine.record import Array, record

Seed: TypeAlias = Annotated[int, np.uint64]  # also the state of a generator
NOWHERE = Address(0)
Entry: TypeAlias = Callable[..., int]  # as a kernel takes it that is called with one; for arguments, its address
TYPES = {float: np.float64, Seed: np.uint64}  # of fields; all others are whole numbers


@dataclass_transform(kw_only_default=True)
class Arguments:
    """What a kernel takes. Between two calls, fields may be read and written from Python."""

    dtype: ClassVar[np.dtype[Any]]
    defaults: ClassVar[dict[str, object]] = {}
    _records: ClassVar[Array]  # one, of each object

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        fields = {name: kind for name, kind in hints.items() if name not in get_type_hints(Arguments)}
        cls.dtype = record([(name, TYPES.get(kind, np.int64)) for name, kind in fields.items()])
        own = {name: value for name, value in vars(cls).items() if name in fields}
        cls.defaults = {**cls.defaults, **own}
        for name in own:
            delattr(cls, name)  # what is read from Python stands in the record

    def __init__(self, **values: object) -> None:
        names, fields = self.dtype.names or (), {**self.defaults, **values}
        if fields.keys() != set(names):
            wrong = ", ".join(sorted(fields.keys() ^ set(names)))
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)}; missing or unknown: {wrong}.")
        if COMPILED:
            fields = {"_records": np.array([tuple(fields[name] for name in names)], self.dtype)}
        vars(self).update(fields)

    @cached_property
    def address(self) -> Address:
        """What a kernel takes."""
        return cast("Address", memory.whole(self._records) if COMPILED else self)

    def keep(self, owners: object) -> Self:
        """Let memory whose address is among the fields live as long as the arguments."""
        vars(self).update(_owners=owners)
        return self

    if COMPILED and not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            return self._records[name][0]

        def __setattr__(self, name: str, value: object) -> None:
            self._records[name] = value


class Handle(Arguments):
    """A game, as kernels take it: its entries, its parameters, and the sizes of what the entries work on."""

    new: Address
    legal: Address
    step: Address
    observe: Address
    measure: Address
    score: Address
    parameters: Address
    state_size: int  # bytes of a position
    actions: int  # bytes of a mask
    seats: int  # of the largest game: how many scores are written
    players: int  # who take part
    planes: int
    rows: int
    columns: int


HANDLE = Handle.dtype
