"""Small windows: a question, a file to save to, the rulebook."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Markdown, Static

from garrison.core.discovery import GamePackage
from garrison.core.files import write_whole
from garrison.core.replay import Replay
from garrison.core.verification import with_seal
from garrison.errors import BadFile, GarrisonError

PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\s*$", re.MULTILINE)  # a terminal has no room for pictures


class Confirm(ModalScreen[bool]):
    """A question with yes and no."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question above its two answers."""
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False, classes="title")
            with Horizontal(classes="buttons"):
                yield Button("Yes (Y)", id="yes", variant="warning", compact=True)
                yield Button("No (N)", id="no", variant="primary", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answered with the mouse."""
        self.dismiss(event.button.id == "yes")

    def on_key(self, event: events.Key) -> None:
        """Answered with a key."""
        if event.key.lower() in ("y", "n", "escape", "q"):
            event.stop()
            self.dismiss(event.key.lower() == "y")
        elif event.key in ("left", "right"):
            self.focus_next()


class SaveReplay(ModalScreen[Path | None]):
    """Asks for a file and writes the replay; if that fails, it stays open and says why."""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay

    def compose(self) -> ComposeResult:
        """The path, and room for a message."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        with Vertical(classes="dialog"):
            yield Static("Save the replay as", classes="title")
            yield Input(f"{self.replay.game.name}-{stamp}.json", id="path", compact=True)
            yield Static("Enter saves, Esc cancels.", id="sentence", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Try to write it."""
        try:
            self.dismiss(save_replay(self.replay, event.value))
        except GarrisonError as error:
            self.query_one("#sentence", Static).update(str(error))

    def on_key(self, event: events.Key) -> None:
        """Leave without saving."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)


def save_replay(replay: Replay, name: str) -> Path:
    """Write a replay to a new file; no existing file is overwritten."""
    if not name.strip():
        raise BadFile("A file needs a name.")
    try:
        path = Path(name.strip()).expanduser()
        is_there = path.exists()
    except (OSError, ValueError, RuntimeError) as error:
        raise BadFile(f"{name.strip()}: this can't be the name of a file ({error}).") from error
    if is_there:
        raise BadFile(f"{path} already exists; choose another name.")
    write_whole(path, with_seal(replay).to_json() + "\n")
    return path


class Rulebook(ModalScreen[None]):
    """A game's rulebook, to scroll through."""

    BINDINGS = [("escape", "dismiss(None)", "Close"), ("q", "dismiss(None)", "Close"), ("f1", "dismiss(None)", "Close")]

    def __init__(self, package: GamePackage) -> None:
        super().__init__()
        self.package = package

    def compose(self) -> ComposeResult:
        """The Markdown in a scrolling box."""
        with Vertical(classes="page"):
            with VerticalScroll():
                yield Markdown(rulebook_of(self.package), open_links=False)
            yield Static("↑ ↓ PgUp PgDn scroll   Esc closes", classes="keys")

    def on_mount(self) -> None:
        """Give the rulebook the focus, so that the arrows scroll it."""
        self.query_one(VerticalScroll).focus()


def rulebook_of(package: GamePackage) -> str:
    """The rulebook's text; for a game without one, a sentence."""
    try:
        return PICTURE.sub("", package.rulebook)
    except (OSError, UnicodeDecodeError):
        return f"# {package.facts.title}\n\n{package.facts.summary}\n\nThis game has no readable rulebook."
