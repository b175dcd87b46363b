"""What can be chosen before a game: a small widget, and who may sit where."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from garrison import bots
from garrison.core.discovery import GamePackage
from garrison.play.match import Seat
from garrison.play.terminal import theme


class ChoiceList(Static, can_focus=True):
    """One of several values in a line: left and right, space or a click change it."""

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: ChoiceList) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, label: str, id: str) -> None:
        super().__init__("", id=id, classes="choice")
        self.label = label
        self.values: tuple[str, ...] = ()
        self.index = 0

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.values[self.index]

    def offer(self, values: Sequence[str], usual: str = "") -> None:
        """Offer other values, one of which is chosen at first; without it, what was chosen stays if it is there."""
        value = usual or (self.values[self.index] if self.values else "")
        self.values = tuple(values)
        self.index = self.values.index(value) if value in self.values else 0
        self.set_class(len(self.values) < 2, "only-one")
        self._draw()

    def change(self, by: int) -> None:
        """The next value, or the one before."""
        if len(self.values) > 1:
            self.index = (self.index + by) % len(self.values)
            self._draw()
            self.post_message(self.Changed(self))

    def on_key(self, event: events.Key) -> None:
        """Left, right and space; Enter is for the menu, where it starts the game."""
        steps = {"left": -1, "right": 1, "space": 1}
        if event.key in steps:
            event.stop()
            self.change(steps[event.key])

    def on_click(self) -> None:
        """A click selects the next value."""
        self.change(1)

    def _draw(self) -> None:
        several = len(self.values) > 1
        text = Text().append(f"{self.label:<9}", Style(color=theme.QUIET_TEXT))
        text.append("◀ " if several else "  ", Style(color=theme.HIGHLIGHT, bold=True))
        text.append(self.value, Style(bold=True)).append(
            " ▶" if several else "", Style(color=theme.HIGHLIGHT, bold=True)
        )
        self.update(text)


def usual_seating(package: GamePackage, players: int) -> str:
    """Who sits where when nobody says otherwise: you in the first seat, the easiest bot in the others."""
    labels = list(seatings(package, players))
    return labels[0] if players == 1 else labels[1]


def seatings(package: GamePackage, players: int) -> dict[str, tuple[Seat, ...]]:
    """Who may sit where, by label: people everywhere first, then one against each bot."""
    seatings, names = {}, bots.names(package)
    seats = package.facts.seats
    words = "You" if players == 1 else "Two people" if players == 2 else f"{players} people"
    seatings[words] = (Seat(),) * players
    for bot in names:
        if players == 1:
            seatings[f"Watch bot {bot}"] = (Seat(bot),)
            continue
        for player in range(min(players, 2)):
            who = f"You as {seats[player]}, bot {bot}"
            seatings[who] = tuple(Seat() if other == player else Seat(bot) for other in range(players))
    return seatings
