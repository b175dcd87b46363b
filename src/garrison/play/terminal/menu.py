"""The first screen: which game, which rules, who plays."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from garrison import bots
from garrison.bots.level_bots import levels_of
from garrison.core import discovery, option_values
from garrison.core.discovery import GamePackage
from garrison.core.engine.store import ENGINE
from garrison.core.libraries import Recipe, need
from garrison.core.parameters import read_variant
from garrison.core.progress_bar import progress_line
from garrison.errors import GarrisonError
from garrison.play import scores
from garrison.play.learning.challenge import Challenge
from garrison.play.learning.lesson import Lesson, lesson_of
from garrison.play.learning.mission import missions_of
from garrison.play.learning.puzzle import daily, puzzles_of
from garrison.play.match import Match
from garrison.play.terminal import theme
from garrison.play.terminal.background import in_thread
from garrison.play.terminal.challenges import ChallengeList, ChallengeScreen
from garrison.play.terminal.choice import ChoiceList, seatings, usual_seating
from garrison.play.terminal.dialogs import Rulebook
from garrison.play.terminal.high_scores import HighScores
from garrison.play.terminal.learn import LessonScreen
from garrison.play.terminal.play import PlayScreen
from garrison.play.terminal.session import Session
from garrison.play.terminal.watch import WatchScreen

TITLE = "G A R R I S O N"
Offered = tuple[tuple[Challenge, ...], Challenge | None]  # puzzles or missions, and the puzzle of the day
MOST_OPTIONS = 3  # how many of a game's own options fit


class MenuScreen(Screen[None]):
    """The list of games with the choices for each."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.player_name = name
        self.packages, self._problem = discovery.installed()

    def compose(self) -> ComposeResult:
        """Games on the left, the chosen one's details on the right."""
        yield Static(Text(TITLE, justify="center"), id="heading")
        with Horizontal(id="menu"):
            yield OptionList(*[Option(_option_text(package), id=package.name) for package in self.packages], id="games")
            with Vertical(id="details"):
                yield Static("", id="summary")
                yield ChoiceList("Variant", id="variant")
                yield ChoiceList("Players", id="players")
                for number in range(MOST_OPTIONS):
                    yield ChoiceList("", id=f"option-{number}")
                yield ChoiceList("Seats", id="seats")
                with Horizontal(classes="buttons"):
                    yield Button("Play", id="start", variant="success", compact=True)
                    yield Button("Lesson (L)", id="lesson", compact=True)
                    yield Button("Missions (M)", id="missions", compact=True)
                    yield Button("Quit (Q)", id="quit", compact=True)
                with Horizontal(classes="buttons further"):
                    yield Button("Puzzles (P)", id="puzzles", compact=True)
                    yield Button("Scores (H)", id="high-scores", compact=True)
                    yield Button("Rules (F1)", id="rules", compact=True)
                yield Static(self._problem, id="status", markup=False)
        yield Static(
            "↑ ↓ game   Enter play   Tab choices   ← → change   or the letter in brackets",
            classes="keys",
            markup=False,
        )

    def on_mount(self) -> None:
        """Select the first game."""
        games = self.query_one("#games", OptionList)
        games.focus()
        if self.packages:
            games.highlighted = 0
            self._show_details()

    def on_screen_resume(self) -> None:
        """Back from a game: the arrows choose games again."""
        self.query_one("#games", OptionList).focus()

    @property
    def package(self) -> GamePackage:
        """The selected game."""
        return self.packages[self.query_one("#games", OptionList).highlighted or 0]

    @property
    def players(self) -> int:
        """How many are to play."""
        return int(self._choice("players").value)

    def _choice(self, name: str) -> ChoiceList:
        return self.query_one(f"#{name}", ChoiceList)

    def _show_details(self) -> None:
        package = self.package
        most = package.facts.players[1]
        text = Text().append(package.facts.title, Style(color=theme.HIGHLIGHT, bold=True))
        text.append(
            f"\n{package.facts.player_range} player{'s' if most > 1 else ''}, {package.facts.time}", theme.QUIET_TEXT
        )
        text.append(f"\n\n{package.facts.summary}", theme.TEXT)
        self.query_one("#summary", Static).update(text)
        self._choice("variant").offer(package.variants, package.variants[0])
        self._show_options()

    def _show_options(self) -> None:
        """What the chosen variant is played with, unless something else is chosen."""
        package = self.package
        preset = read_variant(self._choice("variant").value, package.folder, package.variants)
        usual = option_values.usual_values(package, preset)
        fewest, most = package.facts.players
        numbers = [str(number) for number in range(fewest, most + 1)]
        self._choice("players").offer(numbers, usual.get("players", str(fewest)))
        self._show_own_options(usual)
        self._show_seats(usual=True)

    def _show_own_options(self, usual: dict[str, str]) -> None:
        """The game's own options with values to choose from; the others are for the command line."""
        options = own_options(self.package)
        for number in range(MOST_OPTIONS):
            name, values = options[number] if number < len(options) else ("", ("",))
            choice = self._choice(f"option-{number}")
            choice.label = name.capitalize()
            choice.offer(values, usual.get(name, values[0]))

    def _show_seats(self, usual: bool = False) -> None:
        choice, labels = self._choice("seats"), list(seatings(self.package, self.players))
        stays = not usual and bool(choice.values) and choice.value in labels
        choice.offer(labels, "" if stays else usual_seating(self.package, self.players))
        self._show_meaning()
        self.query_one("#high-scores").display = self.players == 1

    def on_option_list_option_highlighted(self) -> None:
        """Another game is selected."""
        self._show_details()

    def on_option_list_option_selected(self) -> None:
        """Enter, or a click on the selected game."""
        self.start()

    def on_choice_list_changed(self, message: ChoiceList.Changed) -> None:
        """The variant decides what is offered first, and the number of players the seats."""
        if message.choice.id == "variant":
            self._show_options()
        else:
            self._show_seats()

    def _show_meaning(self) -> None:
        """What the chosen options mean, and what the chosen opponents are like."""
        package = self.package
        seats, levels = seatings(package, self.players)[self._choice("seats").value], levels_of(package)
        sentences = [
            option_values.meaning(package, name, self._choice(f"option-{number}").value)
            for number, (name, _) in enumerate(own_options(package))
        ]
        sentences += [next((levels[seat.bot].sentence for seat in seats if seat.bot in levels), self._problem)]
        self.say("\n".join(sentence for sentence in sentences if sentence))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The buttons do what the keys do."""
        deeds = {
            "start": self.start,
            "lesson": self.lesson,
            "missions": self.missions,
            "puzzles": self.puzzles,
            "high-scores": self.high_scores,
            "rules": self.rules,
            "quit": self.quit,
        }
        deeds[event.button.id or "quit"]()

    def on_key(self, event: events.Key) -> None:
        """The keys of the menu. Lists and buttons see to Enter themselves, after the keys before it: here it would
        overtake them."""
        if event.key == "enter" and isinstance(self.focused, ChoiceList):
            event.stop()
            self.start()
        deeds = {
            "l": self.lesson,
            "m": self.missions,
            "p": self.puzzles,
            "h": self.high_scores,
            "f1": self.rules,
            "r": self.rules,
            "q": self.quit,
            "escape": self.quit,
        }
        key = event.key.lower()
        if key in deeds:
            event.stop()
            deeds[key]()

    def quit(self) -> None:
        """Leave the program."""
        self.app.exit()

    def rules(self) -> None:
        """Show the rulebook of the game."""
        self.app.push_screen(Rulebook(self.package))

    def high_scores(self) -> None:
        """Show the best games; one of them can be watched."""
        if self.players == 1:
            self.app.push_screen(HighScores(self.package, self._choice("variant").value), self._watch)

    def start(self) -> None:
        """Load the game in the background, then play it. While waiting, people may choose another one."""
        if self.packages:
            self.run_worker(self._start(self.package), group="start", exclusive=True)

    async def _start(self, package: GamePackage) -> None:
        seats = seatings(package, self.players)[self._choice("seats").value]
        options: dict[str, Any] = {"players": self.players} if "players" in package.facts.options else {}
        for number, (name, _) in enumerate(own_options(package)):
            options[name] = self._choice(f"option-{number}").value
        variant = self._choice("variant").value
        try:
            await self._built(package, [seat.bot for seat in seats if not seat.is_person])
            self.say(f"Loading {package.facts.title} …")
            match = await in_thread(lambda: _loaded(package, variant, options, seats))
        except GarrisonError as error:
            self.say(str(error))
        else:
            self.say("")
            self.app.push_screen(PlayScreen(Session(match), self.player_name))

    def lesson(self) -> None:
        """Take the lesson of the game."""
        if self.packages:
            self.run_worker(self._learn(self.package), group="start", exclusive=True)

    async def _learn(self, package: GamePackage) -> None:
        try:
            await self._built(package, [])
            lesson: Lesson = await in_thread(lambda: lesson_of(package.name))
        except GarrisonError as error:
            self.say(str(error))
        else:
            self.say("")
            self.app.push_screen(LessonScreen(lesson))

    def puzzles(self) -> None:
        """Show the puzzles of the game, below that of the day."""
        if self.packages:
            package = self.package
            self._list(package, "puzzles", lambda: (puzzles_of(package), daily(datetime.now(UTC).date())))

    def missions(self) -> None:
        """Show the missions of the game."""
        if self.packages:
            package = self.package
            self._list(package, "missions", lambda: (missions_of(package), None))

    def _list(self, package: GamePackage, name: str, read: Callable[[], Offered]) -> None:
        self.run_worker(self._show_list(package, name, read), group="start", exclusive=True)

    async def _show_list(self, package: GamePackage, name: str, read: Callable[[], Offered]) -> None:
        try:
            await self._built(package, [])
            challenges, today = await in_thread(read)
        except GarrisonError as error:
            self.say(str(error))
        else:
            self.say("" if challenges or today else f"{package.facts.title} has no {name}.")
            if challenges or today:
                screen = ChallengeList(f"{package.facts.title}: {name}", challenges, today)
                self.app.push_screen(screen, lambda choice: self._try(choice, challenges))

    def _try(self, challenge: Challenge | None, challenges: tuple[Challenge, ...]) -> None:
        if challenge is not None:
            self.run_worker(self._solve(challenge, challenges), group="start", exclusive=True)

    async def _solve(self, challenge: Challenge, challenges: tuple[Challenge, ...]) -> None:
        later = challenges[challenges.index(challenge) + 1 :] if challenge in challenges else ()
        try:
            await self._built(challenge.game.package, [])
            screen = await in_thread(lambda: ChallengeScreen(challenge, later))
        except GarrisonError as error:
            self.say(str(error))
        else:
            self.say("")
            self.app.push_screen(screen, lambda _: self._try(screen.next_one, challenges))

    async def _built(self, package: GamePackage, playing: list[str]) -> None:
        """Build what is missing of a game, if it is somebody's own, and show the progress."""
        title = f"Building {package.facts.title} (only needed once)\n"

        def tell(share: float, left: float) -> None:
            self.app.call_from_thread(self.say, progress_line(title, share, left))

        parts: list[Recipe] = [package.blueprint(), ENGINE, *bots.kernels_of(playing, package)]
        await in_thread(lambda: need(*parts, tell=tell))

    def say(self, words: str) -> None:
        """Show a sentence."""
        self.query_one("#status", Static).update(words)

    def _watch(self, score: scores.Score | None) -> None:
        if score is None:
            return
        try:
            self.app.push_screen(WatchScreen(scores.replay_of(score)))
        except GarrisonError as error:
            self.say(str(error))


def own_options(package: GamePackage) -> list[tuple[str, tuple[str, ...]]]:
    """What can be chosen for a game in addition to players and variant."""
    options = [(name, values) for name, values in package.facts.options.items() if name != "players" and values]
    return options[:MOST_OPTIONS]


def _loaded(package: GamePackage, variant: str, options: dict[str, Any], seats: Any) -> Match:
    """In a thread, because the first game that a program loads takes a second."""
    from garrison.core.game import load

    return Match(load(package.name, variant=variant, **options), secrets.randbelow(2**32), seats)


def _option_text(package: GamePackage) -> Text:
    """A game in the list: what it is like or, until it can be played at once, its progress."""
    text = Text().append(package.facts.title, Style(bold=True))
    pace = "real time" if package.facts.tick_ms else "turns"
    return text.append(f"  {package.facts.player_range}P, {pace}", theme.QUIET_TEXT)
