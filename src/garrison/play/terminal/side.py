"""The side as a widget: turn, panels, buttons, the field pointed at, log and keys, in one column or in three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from garrison.look.scene import Scene
from garrison.play.terminal import blocks, theme
from garrison.play.terminal.session import LogLine

FEWEST_LOG = 3
FEWEST_SCROLLED = 3
FEWEST_PANELS = 6  # lines for panels and buttons, which are scrolled
BLANK = Text("")

USUAL_BUTTONS = 6  # lines kept for them if there are many
MANY_BUTTONS = 16  # with more than this, those that are not legal are left out


@dataclass(frozen=True)
class SideView:
    """What the side shows."""

    scene: Scene
    turn: str
    owner: int
    log: Sequence[LogLine]
    keys: blocks.Keys
    here: str = ""
    focus: int | None = None  # the button that the keyboard points at
    notice: str = ""  # a warning that stays
    prompt: str = ""  # the whole of what is asked, where the last line is too short for it

    @property
    def notices(self) -> tuple[str, ...]:
        """What is said to whoever plays, each once."""
        prompt = "" if self.prompt in self.notice else self.prompt
        return tuple(words for words in (self.notice, prompt) if words)


class Side(Widget):
    """Everything except the boards."""

    ALLOW_SELECT = False

    class Pressed(Message):
        """A button of the scene was clicked."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__(id="side")
        self._view: SideView | None = None
        self._beside = True
        self._lines: list[Text] | None = None
        self._first_line = 0

    def show(self, view: SideView, beside: bool) -> None:
        """Show this from now on."""
        self._view, self._beside, self._lines = view, beside, None
        self.refresh()

    def on_resize(self) -> None:
        """Another size, other lines."""
        self._lines = None

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        if self._lines is None:
            self._lines = self._made()
        base = theme.style(theme.TEXT)
        if y >= len(self._lines):
            return Strip.blank(self.size.width, base)
        line = Text().append_text(self._lines[y])  # a text's own style applies only as part of another text
        strip = Strip(line.render(self.app.console)).apply_style(base)
        return strip.adjust_cell_length(self.size.width, base).crop(0, self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Report which button was clicked."""
        action = event.style.meta.get(blocks.ACTION)
        if action is not None:
            self.post_message(self.Pressed(action))

    def on_mouse_scroll_down(self) -> None:
        """Show what did not fit."""
        self.scroll_lines(1)

    def on_mouse_scroll_up(self) -> None:
        """And back."""
        self.scroll_lines(-1)

    def scroll_lines(self, by: int) -> None:
        """Scroll panels and buttons that do not fit."""
        self._first_line = max(0, self._first_line + by)  # _window stops it at the end
        self._lines = None
        self.refresh()

    def _made(self) -> list[Text]:
        if self._view is None:
            return []
        return self._one_column(self._view) if self._beside else self._three_columns(self._view)

    def _one_column(self, view: SideView) -> list[Text]:
        width, height = self.size.width, self.size.height
        keys = blocks.key_lines(view.keys, width)
        room = height - len(keys) - 1
        turn = blocks.turn_lines(view.turn, view.owner, width, view.scene.colours)
        top = [*turn, *self._middle(view, width, room - len(turn) - FEWEST_LOG - 1)]
        log = blocks.log_lines(view.log, width, room - len(top) - 1)
        gap = [BLANK] * (room - len(top) - 1 - len(log))
        return [*top, blocks.rule_line("Log", width), *log, *gap, blocks.rule_line("Keys", width), *keys]

    def _middle(self, view: SideView, width: int, room: int) -> list[Text]:
        """Panels, buttons, and what is said of the field pointed at and to whoever plays. What does not fit is
        scrolled: panels and buttons or, where words fill the column, all but those to whoever plays."""
        notice = blocks.notice_lines(view.notices, width)
        here = blocks.here_lines(view.here, width)
        words = [*here, *notice]
        if len(words) + FEWEST_PANELS > room:
            rest = [*here, *self._lists(view, width, room)]
            is_fixed = len(notice) + FEWEST_SCROLLED <= room
            return [*notice, *self._window(rest, room - len(notice))] if is_fixed else self._window(notice + rest, room)
        lists = self._lists(view, width, room - len(words))
        space = [BLANK] if words and len(lists) + len(words) < room else []
        return [*self._window(lists, room - len(words)), *space, *words]

    def _lists(self, view: SideView, width: int, room: int) -> list[Text]:
        """Panels and buttons."""
        legal = len(_legal_buttons(view, width))
        if len(view.scene.buttons) > MANY_BUTTONS:
            legal = max(legal, USUAL_BUTTONS)  # so that panels do not jump around with what is legal
        panels = _panels(view, width, room - legal - 1)
        buttons = self._buttons(view, width, room - len(panels))
        space = [BLANK] if buttons and len(panels) + len(buttons) + 2 <= room else []
        return [*panels, *space, *buttons]

    def _three_columns(self, view: SideView) -> list[Text]:
        width, height = self.size.width, self.size.height
        wide = (width - 4) // 3
        room = height - 2
        panels = self._window(blocks.panel_lines(view.scene.panels, wide, view.scene.colours), room)
        words = [*blocks.notice_lines(view.notices, wide), *blocks.here_lines(view.here, wide)]
        buttons = self._window([*words, *self._buttons(view, wide, room - len(words))], room)
        log = blocks.log_lines(view.log, width - 2 * wide - 4, room)
        rows = [_beside((panels, wide), (buttons, wide), (log, width - 2 * wide - 4), row=row) for row in range(room)]
        return [
            *blocks.turn_lines(view.turn, view.owner, width, view.scene.colours),
            *rows,
            blocks.key_lines(view.keys, width)[0],
        ]

    def _buttons(self, view: SideView, width: int, room: int) -> list[Text]:
        """All buttons, or only the legal ones if there are too many."""
        lines = blocks.button_lines(view.scene.buttons, width, view.focus)
        if len(lines) <= room and len(view.scene.buttons) <= MANY_BUTTONS:
            return lines
        return _legal_buttons(view, width)

    def _window(self, lines: list[Text], room: int) -> list[Text]:
        """As many lines as fit, starting where the wheel has scrolled to or where the selected button is."""
        if len(lines) <= room:
            return lines
        focus = self._view.focus if self._view else None
        focus_rows = [row for row, line in enumerate(lines) if focus is not None and _has_action(line, focus)]
        first = max(0, focus_rows[0] - room + 2) if focus_rows else self._first_line
        first = self._first_line = min(first, len(lines) - room + 1)
        more = len(lines) - first - room + 1
        last = f"▼ {more} more lines (PgDn)" if more > 0 else "▲ back (PgUp)"
        return [*lines[first : first + room - 1], Text(last, style=Style(color=theme.QUIET_TEXT))]


def _legal_buttons(view: SideView, width: int) -> list[Text]:
    return blocks.button_lines([button for button in view.scene.buttons if button.legal], width, view.focus)


def _panels(view: SideView, width: int, room: int) -> list[Text]:
    """The panels one below the other, or in two columns if that is too long and they are wide enough."""
    colours, half = view.scene.colours, (width - 2) // 2
    lines = blocks.panel_lines(view.scene.panels, width, colours)
    if len(lines) <= room or len(view.scene.panels) < 2 or max(map(blocks.panel_width, view.scene.panels)) > half:
        return lines
    left = blocks.panel_lines(view.scene.panels[::2], half, colours)
    right = blocks.panel_lines(view.scene.panels[1::2], half, colours)
    return [_beside((left, half), (right, half), row=row) for row in range(max(len(left), len(right)))]


def _has_action(line: Text, action: int) -> bool:
    return any(isinstance(span.style, Style) and span.style.meta.get(blocks.ACTION) == action for span in line.spans)


def _beside(*columns: tuple[list[Text], int], row: int) -> Text:
    """One row of several columns."""
    line = Text()
    for lines, width in columns:
        part = lines[row].copy() if row < len(lines) else Text()
        part.truncate(width, pad=True)
        line.append_text(part).append("  ")
    return line
