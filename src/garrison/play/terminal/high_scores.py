"""The best games, as a list from which one can be watched."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from garrison.core.discovery import GamePackage
from garrison.errors import GarrisonError
from garrison.play import scores
from garrison.play.terminal.end_screen import score_line


class HighScores(ModalScreen[scores.Score | None]):
    """The best games of a variant; Enter or a click watches one."""

    BINDINGS = [("escape", "dismiss(None)", "Close"), ("q", "dismiss(None)", "Close")]

    def __init__(self, package: GamePackage, variant: str) -> None:
        super().__init__()
        self.package, self.variant = package, variant
        self.scores: list[scores.Score] = []
        self.problem = ""
        try:
            self.scores = scores.best(package.name, variant)
        except GarrisonError as error:
            self.problem = str(error)

    def compose(self) -> ComposeResult:
        """The table."""
        with Vertical(classes="dialog wide"):
            yield Static(f"{self.package.facts.title}, {self.variant}: high scores", markup=False, classes="title")
            if self.scores:
                lines = [score_line(place, score) for place, score in enumerate(self.scores, 1)]
                yield OptionList(*[Option(Text(line)) for line in lines], compact=True)
            else:
                yield Static(self.problem or "No scores yet.", markup=False)
            yield Static("Enter watches a game   Esc closes", classes="keys")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch this one."""
        event.stop()
        self.dismiss(self.scores[event.option_index])
