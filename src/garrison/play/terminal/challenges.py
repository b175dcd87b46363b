"""Puzzles and missions in the terminal: the list of a game's, and the screen on which one is tried."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from garrison.core.click_names import click_name
from garrison.errors import IllegalAction
from garrison.look.scene import SceneButton
from garrison.play import user
from garrison.play.learning.attempt import FAILED, OPEN, SOLVED, Attempt, followed
from garrison.play.learning.challenge import Challenge
from garrison.play.learning.guidance import next_step
from garrison.play.learning.shortfall import time_left, why_failed
from garrison.play.terminal import theme
from garrison.play.terminal.blocks import Keys
from garrison.play.terminal.exercise_screen import ExerciseScreen
from garrison.play.terminal.side import SideView

KEYS = (("U", "take back"), ("?", "hint"), ("Q", "leave"))
SOLVED_SAID = "{} N: the next one. Enter leaves."
LAST_SAID = "{} Enter leaves."
SHOWN_SAID = "This is how it can be done. U takes back a step."
FAILED_SAID = "Not quite. {} Enter begins again, U takes back a step, ! shows the solution."


class ChallengeScreen(ExerciseScreen):
    """A puzzle or mission being tried; when it is left, `next_one` is the one to go on with, if any."""

    def __init__(self, challenge: Challenge, later: Sequence[Challenge] = ()) -> None:
        self.attempt, self.later, self._actions = Attempt(challenge), list(later), list[int]()
        super().__init__(challenge.opening, self.attempt.scene())
        self._answer = ""  # why something was refused, or a hint
        self.next_one: Challenge | None = None
        self._point()

    def cursor(self) -> tuple[int, int] | None:
        """The field that the keyboard points at."""
        return (0, self._cursor) if self.is_clickable() else None

    def side_view(self) -> SideView:
        """The task beside the board, and how it stands."""
        challenge = self.attempt.challenge
        parts = (challenge.task, challenge.why, star_words(challenge), self._answer or self._verdict())
        notice = " ".join(part for part in parts if part)
        title = challenge.title or "Puzzle"
        left = time_left(self.attempt)
        turn = f"{title}, {left}" if left else title
        player, keys = challenge.opening.player, self._keys()
        return SideView(self.scene(), turn, player, self._log, keys, self.here(), notice=notice)

    def _keys(self) -> Keys:
        """What the keys do now."""
        fields = (("Enter", "choose the field"),) if self.is_clickable() else ()
        steps = (("Space", "one step"),) if self._scene.boards[0].ways else ()
        time = ((".", "let time pass"),) if self._idle else ()
        return (*fields, *steps, *time, *KEYS)

    @property
    def _idle(self) -> list[SceneButton]:
        """The buttons that let time pass where that is an action."""
        return [one for one in self._scene.buttons if one.on_tick and one.legal and not one.keys]

    def prompt_text(self) -> tuple[str, str]:
        """How it stands, or what the game asks."""
        verdict = self._verdict()
        return (verdict, theme.HIGHLIGHT) if verdict else (self.scene().named_prompt, theme.PANEL_EDGE)

    def _verdict(self) -> str:
        attempt = self.attempt
        if attempt.state == SOLVED:
            stars = stars_drawn(attempt.stars, attempt.challenge) or "Solved!"
            return (SOLVED_SAID if self.later else LAST_SAID).format(stars)
        return FAILED_SAID.format(why_failed(attempt)) if attempt.state == FAILED else ""

    def chooses(self, by_step: bool) -> None:
        """Click the field at the cursor; once it is over, leave or begin again."""
        if self.attempt.state == SOLVED:
            self.dismiss(None)
        elif self.attempt.state == FAILED:
            self._begin([])
        elif by_step:
            super().click(self._cursor)
        else:
            self.click(self._cursor)

    def click(self, field: int) -> None:
        """What is chosen goes all the way there, in the clicks that it takes."""
        ways = [way.actions for way in self._scene.boards[0].ways if way.field == field]
        for action in ways[0] if ways else [self._scene.boards[0].action(field)]:
            self.act(action)

    def command(self, key: str) -> bool:
        """Take back a step, get help, go on to the next one, or let time pass where that is an action."""
        if key in ("u", "backspace"):
            self._begin(self._actions[:-1])
        elif key == "?" and self.attempt.state == OPEN:
            self._hint()
        elif key == "!" and self.attempt.state == FAILED:
            self._begin(self.attempt.challenge.solution, is_own=False)
        elif key == "n" and self.attempt.state == SOLVED and self.later:
            self.next_one = self.later[0]
            self.dismiss(None)
        elif key == "." and self._idle:
            self.act(self._idle[0].action)
        else:
            return False
        return True

    def act(self, action: int) -> None:
        """Play an action; what can't be played gets a sentence."""
        try:
            self.attempt.act(action)
        except IllegalAction as error:
            self._answer = str(error)
        else:
            self._answer = ""
            self._actions.append(action)
            self.look(self.attempt.scene(), self.attempt.frames)
            if self.attempt.state == SOLVED:
                remember(self.attempt)
            self._point()
        self.redraw()

    def _hint(self) -> None:
        """Say what the solution does next, and point at it."""
        words, action = next_step(self.attempt.challenge, tuple(self._actions))
        position, player = self.attempt.position, self.opening.player
        self._answer = f"Try {click_name(position, player, action)}." if action >= 0 else words
        if 0 <= action < self.opening.game.facts.fields:
            self._cursor = self._scene.boards[0].field_of(action)
        self.redraw()

    def _begin(self, actions: Sequence[int], is_own: bool = True) -> None:
        """Begin again, and play these actions; a solution that is shown is nobody's own and earns nothing."""
        self.attempt = followed(self.attempt.challenge, actions)
        self._actions, self._answer = (
            list(actions),
            "" if is_own else "This is how it can be done. U takes back a step.",
        )
        self._log.clear()
        self.look(self.attempt.scene(), ())
        self.redraw()

    def _point(self) -> None:
        """Put the cursor where something can be clicked."""
        fields = self._scene.boards[0].legal_fields
        if fields and self._cursor not in fields:
            self._cursor = fields[0]


def remember(attempt: Attempt) -> None:
    """Remember a puzzle that was solved, or the stars of a mission."""
    if attempt.challenge.stars:
        user.remember_stars(attempt.challenge.name, attempt.stars)
    else:
        user.remember_solved(attempt.challenge.name)


def star_words(challenge: Challenge) -> str:
    """What earns the second star and the third."""
    return " ".join(f"{'★' * number} {star.words}" for number, star in enumerate(challenge.stars, 2))


def stars_drawn(stars: int, challenge: Challenge) -> str:
    """Stars that were earned and others; "" for a puzzle."""
    return "★" * stars + "☆" * (1 + len(challenge.stars) - stars) if challenge.stars else ""


class ChallengeList(ModalScreen[Challenge | None]):
    """A game's puzzles or missions; Enter or a click tries one."""

    BINDINGS = [("escape", "dismiss(None)", "Close"), ("q", "dismiss(None)", "Close")]

    def __init__(self, title: str, challenges: Sequence[Challenge], today: Challenge | None = None) -> None:
        super().__init__()
        self.title_text, self.challenges, self.today = title, challenges, today

    def compose(self) -> ComposeResult:
        """The list; today's puzzle is at its top, whichever game it belongs to."""
        names, stars = user.solved_puzzles(), user.mission_stars()
        with Vertical(classes="dialog wide"):
            yield Static(self.title_text, markup=False, classes="title")
            yield OptionList(*[Option(self._line(one, names, stars)) for one in self.choices], compact=True)
            yield Static("Enter tries one   Esc closes", classes="keys")

    @property
    def choices(self) -> list[Challenge]:
        """Today's puzzle, then the game's."""
        return [*([self.today] if self.today else []), *self.challenges]

    def _line(self, one: Challenge, solved_names: frozenset[str], stars: dict[str, int]) -> Text:
        place = "Today, " + one.game.facts.title if one is self.today else f"{self.challenges.index(one) + 1:>2}"
        mark = stars_drawn(stars.get(one.name, 0), one) or ("✓" if one.name in solved_names else " ")
        title = f"{one.title}: " if one.title else ""
        return Text(f"{mark} {place}  {title}{one.task}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Try this one."""
        event.stop()
        self.dismiss(self.choices[event.option_index])
