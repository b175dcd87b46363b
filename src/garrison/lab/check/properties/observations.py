"""What programs see: observations, and the optional `reach`."""

from __future__ import annotations

import numpy as np

from garrison.core.engine import memory
from garrison.core.facts import Click, UpTo
from garrison.core.observation import seen_of
from garrison.lab.check.properties.turn_order import taking_part
from garrison.lab.check.property import Array, Flaw, Flaws, Moment, holds


@holds("Observations stay within their declared ranges and parts, whatever was in their memory before.")
def observations(moment: Moment) -> Flaws:
    """No number that its declaration excludes; and a batch, which reuses its memory, sees what a position sees."""
    for player in range(moment.game.players):
        planes = moment.position.observe(player)
        for name, plane in zip(moment.game.planes, planes, strict=True):
            if isinstance(name, UpTo) and plane.max() > name.most:
                yield Flaw(f"the plane {name!r} holds a {plane.max()}, but {name.most} is the most", player)
            yield from _strange(f"the plane {name!r} holds", name, plane, player)
        for name, number in zip(moment.game.numbers, moment.position.measure(player).tolist(), strict=True):
            if isinstance(name, UpTo) and not name.least <= number <= name.most:
                yield Flaw(f"the number {name!r} is {number}, but it goes from {name.least} to {name.most}", player)
            yield from _strange(f"the number {name!r} is", name, np.array([number]), player)
        for name, values in zip(moment.game.facts.entities, moment.position.entities(player).T, strict=True):
            if isinstance(name, UpTo) and values.size and not name.least <= values.min() <= values.max() <= name.most:
                yield Flaw(f"an entity's {name!r} is not from {name.least} to {name.most}", player)
            yield from _strange(f"an entity's {name!r} is", name, values, player)
        differs = (_second_observation(moment, player) != planes).any(axis=(1, 2))
        if differs.any():
            yield Flaw(
                f"the plane {moment.game.planes[int(differs.argmax())]!r} keeps numbers from another position", player
            )


def _strange(where: str, name: str, values: Array, player: int) -> Flaws:
    """A number that several meanings can't make together, such as a kind that there is not."""
    whole = seen_of(name)
    if len(whole.parts) > 1 and not whole.holds(values).all():
        parts = " and ".join(f"{part.step} x {part.name} (0 to {part.most})" for part in whole.parts)
        number = values[~whole.holds(values)].flat[0]
        yield Flaw(f"{where} {number}, which is no sum of its parts, {parts}", player)


def _second_observation(moment: Moment, player: int) -> Array:
    """An observation in memory where others were before, as batches write it."""
    where = (moment.game.reference, memory.reference(moment.position.state), player, memory.reference(moment.planes))
    moment.game.table.direct["observe"](*where, *moment.game.planes_shape)
    planes: Array = moment.planes[0]
    return planes


def has_clicks(moment: Moment) -> bool:
    """Whether the game declares `Click` planes, and something on the board is chosen."""
    return any(isinstance(name, Click) for name in moment.game.facts.reach) and any(
        _chosen_fields(moment, player) for player in taking_part(moment)
    )


@holds("`reach` agrees with `legal`.", has_clicks)
def reach(moment: Moment) -> Flaws:
    """While something is chosen, every field that may be clicked is in a `Click` plane of what it reaches, and every
    field in an exact one may be clicked."""
    facts = moment.game.facts
    for player in taking_part(moment):
        sources = _chosen_fields(moment, player)
        if sources:
            legal = {action for action in moment.position.actions(player) if action < facts.fields}
            lacking = legal - _clicks(moment, player, sources, is_exact=False) - set(sources)
            yield from (_flaw(moment, player, sources, one, "legal but not in reach") for one in sorted(lacking))
            surplus = _clicks(moment, player, sources, is_exact=True) - legal - set(sources)
            yield from (_flaw(moment, player, sources, one, "in reach but not legal") for one in sorted(surplus))


def _clicks(moment: Moment, player: int, sources: list[int], is_exact: bool) -> set[int]:
    """The fields that the `Click` planes of what is chosen mark, or only those of the exact ones."""
    names, board = moment.game.facts.reach, moment.scenes[player].boards[0]
    planes = [place for place, name in enumerate(names) if isinstance(name, Click) and name.exact >= is_exact]
    marks = np.any([moment.position.reach(player, field)[planes].any(axis=0) for field in sources], axis=0)
    return {int(row) * (board.columns - 2 * board.margin) + int(column) for row, column in np.argwhere(marks)}


def _flaw(moment: Moment, player: int, sources: list[int], field: int, words: str) -> Flaw:
    names = moment.position.action_words
    return Flaw(f"with {names(sources[0])} chosen, {names(field)} is {words}", player)


def _chosen_fields(moment: Moment, player: int) -> list[int]:
    """The fields, as they are clicked, of what a player has chosen on the board."""
    boards = moment.scenes[player].boards
    return [boards[0].action(field) for field in boards[0].chosen_fields] if boards else []
