"""Puzzles in the terminal: the list of a game's, and the screen on which one is tried."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from garrison.errors import IllegalAction
from garrison.play import user
from garrison.play.learning.puzzle import Puzzle
from garrison.play.learning.puzzle_attempt import FAILED, OPEN, SOLVED, Solving
from garrison.play.terminal import theme
from garrison.play.terminal.exercise_screen import ExerciseScreen
from garrison.play.terminal.side import SideView

KEYS = (("Enter", "choose the field"), (".", "let time pass"), ("U", "take back"), ("Q", "leave"))
SAID = {OPEN: "", SOLVED: "Solved! Enter leaves.", FAILED: "Not quite. Enter begins again, U takes back a step."}


def name_of(puzzle: Puzzle) -> str:
    """What a puzzle is called where solved ones are remembered, as in the browser."""
    return f"{puzzle.game.name}/{puzzle.id}"


class PuzzleScreen(ExerciseScreen):
    """A puzzle being tried."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.solving, self._actions = Solving(puzzle), list[int]()
        super().__init__(puzzle.opening, self.solving.scene())
        self._refusal = ""
        self._point()

    def cursor(self) -> tuple[int, int] | None:
        """The field that the keyboard points at."""
        return (0, self._cursor) if self.is_clickable() else None

    def side_view(self) -> SideView:
        """The task beside the board, and how it stands."""
        puzzle = self.solving.puzzle
        notice = f"{puzzle.task} {self._refusal or SAID[self.solving.state]}".strip()
        return SideView(self.scene(), "Puzzle", puzzle.opening.player, self._log, KEYS, self.here(), None, notice)

    def prompt_text(self) -> tuple[str, str]:
        """How it stands, or what the game asks."""
        state = self.solving.state
        return (SAID[state], theme.HIGHLIGHT) if state != OPEN else (self.scene().named_prompt, theme.PANEL_EDGE)

    def chooses(self) -> None:
        """Click the field at the cursor; once it is over, leave or begin again."""
        if self.solving.state == SOLVED:
            self.dismiss(None)
        elif self.solving.state == FAILED:
            self._begin([])
        else:
            self.act(self._scene.boards[0].action(self._cursor))

    def command(self, key: str) -> bool:
        """Take back a step, or let time pass where that is an action."""
        if key in ("u", "backspace"):
            self._begin(self._actions[:-1])
        elif key == "." and (
            idle := [one for one in self._scene.buttons if one.on_tick and one.legal and not one.keys]
        ):
            self.act(idle[0].action)
        else:
            return False
        return True

    def act(self, action: int) -> None:
        """Play an action; what can't be played gets a sentence."""
        try:
            self.solving.act(action)
        except IllegalAction as error:
            self._refusal = str(error)
        else:
            self._refusal = ""
            self._actions.append(action)
            self.look(self.solving.scene(), self.solving.frames)
            if self.solving.state == SOLVED:
                user.remember_solved(name_of(self.solving.puzzle))
            self._point()
        self.redraw()

    def _begin(self, actions: Sequence[int]) -> None:
        """Begin again, and play these actions."""
        self.solving, self._actions, self._refusal = Solving(self.solving.puzzle), list(actions), ""
        for action in actions:
            self.solving.act(action)
        self._log.clear()
        self.look(self.solving.scene(), ())
        self.redraw()

    def _point(self) -> None:
        """Put the cursor where something can be clicked."""
        fields = self._scene.boards[0].legal_fields
        if fields and self._cursor not in fields:
            self._cursor = fields[0]


class PuzzleList(ModalScreen[Puzzle | None]):
    """A game's puzzles; Enter or a click tries one."""

    BINDINGS = [("escape", "dismiss(None)", "Close"), ("q", "dismiss(None)", "Close")]

    def __init__(self, title: str, puzzles: Sequence[Puzzle], today: Puzzle | None) -> None:
        super().__init__()
        self.title_text, self.puzzles, self.today = title, puzzles, today

    def compose(self) -> ComposeResult:
        """The list; today's puzzle is at its top, whichever game it belongs to."""
        names = user.solved_puzzles()
        with Vertical(classes="dialog wide"):
            yield Static(f"{self.title_text}: puzzles", markup=False, classes="title")
            yield OptionList(*[Option(self._line(one, names)) for one in self.choices], compact=True)
            yield Static("Enter tries one   Esc closes", classes="keys")

    @property
    def choices(self) -> list[Puzzle]:
        """Today's puzzle, then the game's."""
        return [*([self.today] if self.today else []), *self.puzzles]

    def _line(self, puzzle: Puzzle, solved_names: frozenset[str]) -> Text:
        place = "Today, " + puzzle.game.facts.title if puzzle is self.today else f"{self.puzzles.index(puzzle) + 1:>2}"
        return Text(f"{'✓' if name_of(puzzle) in solved_names else ' '} {place}  {puzzle.task}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Try this one."""
        event.stop()
        self.dismiss(self.choices[event.option_index])
