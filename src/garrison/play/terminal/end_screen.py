"""The end of a game: who won, the high scores, and what now."""

from __future__ import annotations

from pathlib import Path

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from garrison.core.replay import Replay
from garrison.errors import GarrisonError
from garrison.play import scores, user
from garrison.play.names import BadName
from garrison.play.terminal import theme
from garrison.play.terminal.dialogs import SaveReplay
from garrison.play.terminal.session import Session, capital

AGAIN, LEAVE, LOOK = "again", "leave", "look"


class EndScreen(ModalScreen[str]):
    """The result; for one player, it asks for a name and shows the table."""

    def __init__(self, session: Session, name: str = "") -> None:
        super().__init__()
        self.session = session
        self.default_name = name or user.last_name()
        self.score: scores.Score | None = None
        self.has_declined = False  # the player chose not to save the score

    def compose(self) -> ComposeResult:
        """Result, name, table and what the keys do."""
        with Vertical(classes="dialog wide"):
            yield Static(self._headline(), id="result")
            yield Static(capital(self.session.scene.ending), markup=False, classes="centred")
            if self.session.keeps_scores:
                yield Static("Your name for the high scores:", id="ask")
                yield Input(self.default_name, id="name", max_length=user.LONGEST_NAME, compact=True)
            yield Static("", id="table")
            yield Static("", id="sentence", markup=False)
            yield Static("", classes="keys", id="help", markup=False)

    def on_mount(self) -> None:
        """Show the table; the name has the focus if one is asked for."""
        self._show_table()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Save the score under this name."""
        event.stop()
        match = self.session.match
        try:
            self.score = scores.save(match.replay, event.value, match.position.scores[0])
        except BadName as error:  # another one can be tried
            self.query_one("#sentence", Static).update(str(error))
            return
        except GarrisonError as error:
            self.query_one("#sentence", Static).update(str(error))
        else:
            self.query_one("#sentence", Static).update("")
        user.remember_name(event.value)
        self.query_one("#ask").remove()
        self.query_one("#name").remove()
        self.set_focus(None)
        self._show_table()

    def on_key(self, event: events.Key) -> None:
        """Enter plays again, Q leaves, V looks at the board, S saves the replay."""
        if self._is_asking and event.key != "escape":
            return
        wishes = {"enter": AGAIN, "q": LEAVE, "escape": LEAVE, "v": LOOK}
        key = event.key.lower()
        if key == "escape" and self._is_asking:
            self.has_declined = True
            self.query_one("#ask").remove()
            self.query_one("#name").remove()
            self._show_help(False)
        elif key in wishes:
            self.dismiss(wishes[key])
        elif key == "s":
            self.app.push_screen(SaveReplay(self.session.match.replay), self._replay_saved)
        else:
            return
        event.stop()

    def unsaved(self) -> Replay | None:
        """The game whose score would be lost now."""
        may_be_saved = self.session.keeps_scores and self.score is None and not self.has_declined
        return self.session.match.replay if may_be_saved else None

    @property
    def _is_asking(self) -> bool:
        return bool(self.query("#name")) and self.score is None and self.focused is not None

    def _replay_saved(self, path: Path | None) -> None:
        if path is not None:
            self.query_one("#sentence", Static).update(f"Saved as {path}.")

    def _headline(self) -> Text:
        """Game over, or who won in the winner's colour."""
        outcome, seats = self.session.match.history.outcome, self.session.match.game.facts.seats
        winners = outcome.winners if outcome else ()
        if not winners or len(seats) == 1:
            words, background = ("You win!" if winners else "Game over"), theme.PANEL_EDGE
            if not winners and len(self.session.match.seats) > 1:
                words = "A draw"
        else:
            words = " and ".join(f"{theme.owner_sign(w)} {seats[w]}" for w in winners) + " win"
            words, background = (
                words + ("s" if len(winners) == 1 else ""),
                theme.owner_colour(winners[0], self.session.scene.colours),
            )
        style = Style(color=theme.ink_on(background), bgcolor=background, bold=True)
        return Text(f"  {words}  ", style=style, justify="center")

    def _show_table(self) -> None:
        match = self.session.match
        table = Text()
        if self.session.keeps_scores:
            try:
                table = table_text(scores.best(match.game.name, scores.table_name(match.game)), self.score)
            except GarrisonError as error:
                self.query_one("#sentence", Static).update(str(error))
        elif len(match.seats) > 1:
            seats = match.game.facts.seats
            lines = [f"{seats[p]:<16}{score:>6g}" for p, score in enumerate(match.history.scores)]
            table = Text("\n".join(lines))
        self.query_one("#table", Static).update(table)
        self._show_help(self.session.keeps_scores and self.score is None and self.focused is not None)

    def _show_help(self, asking: bool) -> None:
        words = (
            "Enter saves the score, Esc skips it." if asking else "Enter again   V view board   S save replay   Q back"
        )
        self.query_one("#help", Static).update(words)


def table_text(lines: list[scores.Score], mine: scores.Score | None = None) -> Text:
    """A high-score table; the new line has an arrow and another colour."""
    table = Text()
    if not lines:
        table.append("No scores yet.\n", Style(color=theme.QUIET_TEXT))
    for place, score in enumerate(lines, 1):
        is_mine = score == mine
        style = Style(color=theme.HIGHLIGHT if is_mine else theme.TEXT, bold=is_mine)
        table.append(f"{'▶' if is_mine else ' '}{score_line(place, score)}\n", style)
    if mine is not None and mine not in lines:
        table.append("Saved, but not among the top ten.\n", Style(color=theme.QUIET_TEXT))
    table.rstrip()
    return table


def score_line(place: int, score: scores.Score) -> str:
    """One line of a table: rank, name, score, day."""
    return f"{place:>2}. {score.name:<{user.LONGEST_NAME}} {score.score_text:>12}  {score.date[:10]}"
