"""The text beside the boards: whose turn it is, panels, buttons, log and keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from garrison.look.scene import Line, Panel, Scene, SceneButton, change_words, stacks_of
from garrison.play.terminal import theme
from garrison.play.terminal.session import LogLine
from garrison.play.terminal.theme import HIGHLIGHT, INK, PANEL_EDGE, QUIET_TEXT, TEXT

ACTION = "garrison_action"  # the name under which a button's action is kept in its text
LONGEST_NAME, LONGEST_BAR, SHORTEST_BAR = 16, 20, 4
Keys = Sequence[tuple[str, str]]


def turn_lines(words: str, owner: int, width: int, colours: Sequence[str]) -> list[Text]:
    """Whose turn it is, on a background of that player's colour."""
    background = theme.owner_colour(owner, colours) if owner >= 0 else PANEL_EDGE
    style = Style(color=theme.ink_on(background), bgcolor=background, bold=True)
    text = f"{theme.owner_sign(owner)} {words}" if owner >= 0 else words
    lines = wrapped([(text, style)], width - 1)
    return [Text(f" {line.plain}".ljust(width), style=style) for line in lines]


def panel_lines(panels: Sequence[Panel], width: int, colours: Sequence[str]) -> list[Text]:
    """The panels, one under the other."""
    lines = []
    for panel in panels:
        colour = theme.owner_colour(panel.owner, colours) if panel.owner >= 0 else QUIET_TEXT
        sign = f"{theme.owner_sign(panel.owner)} " if panel.owner >= 0 else ""
        lines.append(Text(cut(f"{sign}{panel.title}", width), style=Style(color=colour, bold=True)))
        names = _names_width(panel, width)
        values = max((cell_len(line.value) for line in panel.lines if line.bar), default=0)
        lines += [_panel_line(line, names, values, width) for line in panel.lines]
    return lines


def panel_width(panel: Panel) -> int:
    """The columns that it takes so that no name and no value is cut."""
    names = max((cell_len(line.name) for line in panel.lines), default=0)
    return names + 2 + max((cell_len(line.value) for line in panel.lines), default=0)


def _names_width(panel: Panel, width: int) -> int:
    """The room for the names: what the longest takes, if all values fit beside it."""
    longest = max((cell_len(line.name) for line in panel.lines), default=0)
    return min(longest, max(longest + width - panel_width(panel), LONGEST_NAME))


def _panel_line(line: Line, names: int, values: int, width: int) -> Text:
    """A name, its value and, if there is room, a bar."""
    text = Text(" " + cut(line.name, names).ljust(names + 1), style=QUIET_TEXT)
    value = line.value.rjust(values) if line.bar else line.value
    text.append(cut(value, max(width - text.cell_len, 1)), Style(color=theme.colour_of(line.colour), bold=True))
    change = change_words(line)
    for words in (line.key.upper(), change, line.note):
        if words and cell_len(words) < width - text.cell_len:
            text.append(f" {words}", Style(color=TEXT if words == change else QUIET_TEXT))
    room = min(width - text.cell_len - 1, LONGEST_BAR)
    if line.bar and room >= SHORTEST_BAR:
        share = theme.bar_share(line.bar)
        full = min(max(round(room * share), 1 if share else 0), room if share == 1 else room - 1)
        text.append(" ")
        text.append("━" * full, Style(color=theme.bar_colour(share), bold=True))
        text.append("─" * (room - full), Style(color=PANEL_EDGE))
    return text


def button_lines(buttons: Sequence[SceneButton], width: int, focus: int | None = None) -> list[Text]:
    """The buttons in flowing lines: legal ones in brackets, others faint."""
    lines: list[Text] = []
    for button, count in stacks_of(buttons):
        chip = _chip(button, count, width, button.action == focus)
        if lines and lines[-1].cell_len + 1 + chip.cell_len <= width:
            lines[-1].append(" ").append_text(chip)
        else:
            lines.append(Text().append_text(chip))
    return lines


def _chip(button: SceneButton, count: int, width: int, is_focused: bool) -> Text:
    keys = f"{theme.keys_text(button.keys)} " if button.keys else ""
    mark = "✓" if button.chosen else ""
    left, right = "[]" if button.legal else "  "
    number = f" x{count}" if count > 1 else ""
    label = cut(f"{mark}{button.label}{number}", width - cell_len(keys) - 2)
    text = Text(style=Style(color=TEXT if button.legal else PANEL_EDGE, bgcolor=PANEL_EDGE if button.legal else None))
    if is_focused:
        text.style = Style(color=INK, bgcolor=theme.CURSOR, bold=True)
    text.append(left).append(keys, Style(color=HIGHLIGHT if button.legal and not is_focused else None, bold=True))
    text.append(label + right)
    if button.chosen and not is_focused:
        text.stylize(Style(color=INK, bgcolor=HIGHLIGHT))
    text.stylize(Style.from_meta({ACTION: button.action}))
    return text


def here_lines(words: str, width: int) -> list[Text]:
    """What the cursor points at."""
    return wrapped([("▸ " + words, Style(color=TEXT, italic=True))], width) if words else []


def notice_lines(sentences: Sequence[str], width: int) -> list[Text]:
    """What is said to whoever plays, so that it is seen."""
    return wrapped([(words, Style(color=HIGHLIGHT, bold=True)) for words in sentences if words], width)


def log_lines(log: Sequence[LogLine], width: int, height: int) -> list[Text]:
    """The end of the log, the newest at the bottom; the latest is brighter."""
    if height <= 0:
        return []
    newest = log[-1].step if log else 0
    sentences = [(line.text, Style(color=TEXT if line.step == newest else QUIET_TEXT)) for line in log[-height:]]
    return wrapped(sentences, width)[-height:]


def key_lines(keys: Keys, width: int) -> list[Text]:
    """What the keys do, in as many lines as it takes."""
    lines = [Text()]
    for key, words in keys:
        item = Text(key, style=Style(color=HIGHLIGHT, bold=True)).append(
            f" {words}", Style(color=QUIET_TEXT, bold=False)
        )
        if lines[-1].cell_len and lines[-1].cell_len + 2 + item.cell_len > width:
            lines.append(Text())
        lines[-1].append("  " if lines[-1].cell_len else "").append_text(item)
    return lines


def wrapped(sentences: Sequence[tuple[str, Style]], width: int) -> list[Text]:
    """Sentences broken into lines, indented from the second line on."""
    lines = []
    for words, style in sentences:
        line = ""
        for word in words.split():
            if line and cell_len(line) + 1 + cell_len(word) > width:
                lines.append(Text(cut(line, width), style=style))
                line = "  " + word
            else:
                line = f"{line} {word}" if line else word
        lines.append(Text(cut(line, width), style=style))
    return lines


def rule_line(title: str, width: int) -> Text:
    """A line across with a word in it."""
    line = Text("─ ", style=Style(color=PANEL_EDGE)).append(f"{title} ", Style(color=QUIET_TEXT))
    return line.append("─" * max(width - line.cell_len, 0))


def cut(text: str, width: int) -> str:
    """A text that fits.

    >>> cut("a long sentence", 8)
    'a long …'
    """
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""


def turn_words(scene: Scene, seats: Sequence[str], bots: Sequence[bool]) -> tuple[str, int]:
    """Whose turn it is in words, and the owner whose colour shows it."""
    names = [seats[player] if player < len(seats) else f"Player {player}" for player in scene.waiting]
    if scene.over:
        return "GAME OVER", -1
    if not names:
        return scene.title, -1
    if len(names) > 1:
        acting = scene.player if scene.player in scene.waiting else scene.waiting[0]
        return f"{seats[acting]} to choose ({len(names)} left)", acting
    player = scene.waiting[0]
    return f"{names[0]}{' (bot) is thinking…' if player < len(bots) and bots[player] else ' to act'}", player
