"""Which of a game's tools an action uses: the game states them as data (`Tool` in core/facts.py)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from garrison.core.facts import Facts, Tool
from garrison.core.game import Game
from garrison.core.position import Position

NONE = -1
CACHED_GAMES = 64


class Toolbox:
    """The tools of a game, each known by its place in the game's list."""

    def __init__(self, facts: Facts) -> None:
        self.tools = facts.tools
        self._fields = facts.fields
        numbers = {button.name: facts.fields + index for index, button in enumerate(facts.buttons)}
        self.button_tools = {numbers[name]: index for index, tool in enumerate(self.tools) for name in tool.buttons}
        self.slots = {
            number: (int(name.removeprefix(f"{tool.slots} ")) - 1, tool.holds[0])
            for tool in self.tools
            for name, number in numbers.items()
            if tool.slots and name.startswith(f"{tool.slots} ")
        }
        self._kinds = {(tool.holds, tool.kind): index for index, tool in enumerate(self.tools) if tool.holds}
        self.click_tool: Tool | None = next((tool for tool in self.tools if tool.holds and not tool.slots), None)
        self._buttons = sorted({*self.button_tools, *self.slots})

    def tool_of(self, position: Position, action: int) -> int:
        """The tool that an action uses, or NONE."""
        if action in self.button_tools:
            return self.button_tools[action]
        if self.click_tool is None and action not in self.slots:
            return NONE
        s = position.state[0]
        if action in self.slots:
            slot, part = self.slots[action]
            return self._kinds.get(((part,), int(s[part][slot])), NONE)
        return self._on_field(s, action) if self._is_clickable(s, action) else NONE

    def tools_among(self, position: Position, marks: bytes) -> set[int]:
        """The tools that a player could use now who may do what is marked, a byte an action."""
        actions = [action for action in self._buttons if marks[action]]
        if self.click_tool is not None and self._is_clickable(position.state[0], 0):
            actions += [field for field in range(self._fields) if marks[field]]
        return {self.tool_of(position, action) for action in actions} - {NONE}

    def _is_clickable(self, s: Any, action: int) -> bool:
        """Whether a click means one of the tools now."""
        if self.click_tool is None or action >= self._fields:
            return False
        part, value = self.click_tool.when
        return not part or int(s[part]) == value

    def _on_field(self, s: Any, field: int) -> int:
        assert self.click_tool is not None
        number = field
        for part in self.click_tool.holds[:-1]:
            number = int(s[part][number]) - 1
            if number < 0:
                return NONE
        return self._kinds.get((self.click_tool.holds, int(s[self.click_tool.holds[-1]][number])), NONE)


@lru_cache(CACHED_GAMES)
def toolbox_of(game: Game) -> Toolbox:
    """The toolbox of a game, made once."""
    return Toolbox(game.facts)
