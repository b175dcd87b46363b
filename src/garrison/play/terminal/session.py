"""A match at one terminal, without the terminal: the scene to draw, the cursor, the log and what people may do."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from garrison.core.about import explanations, sentence_for
from garrison.core.ending import scene_of
from garrison.core.refusals import why_not
from garrison.errors import GarrisonError
from garrison.look.rotation import turn_scene
from garrison.look.scene import Board, Piece, Scene, SceneButton, places_of
from garrison.play import scores
from garrison.play.history import NOTHING, time_was_up
from garrison.play.match import Match
from garrison.play.terminal.countdown import Countdown
from garrison.play.terminal.keys import Gatherer

LONGEST_LOG = 400
NOTHING_KNOWN: Mapping[str, str] = {}


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log, and after how many actions it was added."""

    step: int
    text: str


@dataclass
class Cursor:
    """Where the keyboard points: a field of a board, or a button."""

    board: int = 0
    field: int = 0
    button: int | None = None  # an action


@dataclass
class Session:
    """What a screen shows and what people do with it. The match has all the rules; this only asks it."""

    match: Match
    clock: Countdown = field(default_factory=Countdown)
    gatherer: Gatherer = field(default_factory=Gatherer)
    log: list[LogLine] = field(default_factory=list)
    cursor: Cursor = field(default_factory=Cursor)
    message: str = ""

    def __post_init__(self) -> None:
        """Make the scene and point at the first field that may be clicked."""
        people = [player for player, seat in enumerate(self.match.seats) if seat.is_person]
        self.viewer = people[0] if people else -1  # through whose eyes the boards are seen
        self.scene: Scene = self._seen()
        self.about = explanations(self.match.game)
        self._length = 0  # actions of the move that has been begun
        self._answers: set[str] = set()  # what was asked before a button was pressed
        fields = self.legal_fields()
        if fields:
            self.cursor.board, self.cursor.field = fields[0]
        else:
            first = self.scene.boards[0] if self.scene.boards else None
            self.cursor.field = first.field(first.rows // 2, first.columns // 2) if first else 0

    @property
    def is_turned(self) -> bool:
        """Whether the board is shown turned round: a person who plays alone has their own side at the bottom."""
        people, bottom = [seat.is_person for seat in self.match.seats], self.match.game.facts.bottom
        return bottom >= 0 and people.count(True) == 1 and not people[bottom]

    @property
    def is_real_time(self) -> bool:
        """Whether time passes in the game by itself."""
        return self.match.game.facts.tick_ms > 0

    @property
    def has_fields(self) -> bool:
        """Whether fields can be clicked in this game."""
        return self.match.game.facts.fields > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.history.over

    @property
    def is_running(self) -> bool:
        """Whether leaving would lose something: a game that has begun and has not ended."""
        return bool(self.match.replay.moves) and not self.is_over

    @property
    def can_take_back(self) -> bool:
        """Whether a person may take back the last action; a bot's can't be."""
        return self.match.can_undo and self.match.person_to_act is not None and not self._bot_moved_last()

    @property
    def keeps_scores(self) -> bool:
        """Whether the score of this match may go into the high scores."""
        return scores.has_scores(self.match.game) and self.match.seats[0].is_person

    def legal_fields(self) -> list[tuple[int, int]]:
        """Every field that may be clicked, as board and field, in reading order."""
        return [(b, f) for b, board in enumerate(self.scene.boards) for f in sorted(board.legal_fields)]

    def legal_buttons(self) -> list[SceneButton]:
        """The buttons that may be pressed at once."""
        return [button for button in self.scene.buttons if button.legal and not button.on_tick]

    def act(self, action: int) -> bool:
        """Play an action for the person to act; a refusal becomes the message."""
        player = self.match.person_to_act
        if player is None:
            self.message = "It is not your turn." if not self.is_over else "The game is over."
            return False
        self._length = self._length + 1 if self.is_choosing else 1
        return self._try(lambda: self.match.act(player, action, self.clock.ms))

    def bot_acts(self, player: int, action: int) -> bool:
        """Play what a bot has chosen."""
        return self._try(lambda: self.match.act(player, action, self.clock.ms))

    def give_up(self) -> bool:
        """The person to act, or the first one, gives up."""
        people = [player for player, seat in enumerate(self.match.seats) if seat.is_person]
        acting = self.match.person_to_act
        player = acting if acting is not None else next(iter(people), None)
        return player is not None and self._try(lambda: self.match.give_up(player))

    def time_is_up(self) -> bool:
        """The time of the person to act is up: the game chooses, and says so."""
        player, moves = self.match.person_to_act, self.match.replay.moves
        if player is None:
            return False
        first = len(moves)
        if not self._try(lambda: self.match.time_is_up(player, self.clock.ms)):
            return False
        self.message = " ".join(time_was_up(self.match.game, moves[first]))
        self.log.append(LogLine(len(moves), self.message))
        return True

    def click(self, board: int, field_number: int, by_step: bool = False) -> bool:
        """Click a field: what is chosen goes all the way there or, step by step, only if that is one step. If it may
        not be clicked, a message says so."""
        self.cursor = Cursor(board, field_number)
        if self.match.person_to_act is None or not self.has_fields:
            self.message = "There is nothing to click in this game." if not self.has_fields else self._not_now()
            return False
        here = self.scene.boards[board]
        way = next((way for way in here.ways if way.field == field_number), None)
        if way is not None and not by_step and (self._length > 1 or not way.leaves):
            return self._go(way.actions)
        if field_number not in here.legal_fields and not self._choose_again(board, field_number):
            return False
        return self.act(here.action(field_number))

    def _go(self, actions: Sequence[int]) -> bool:
        """Go all the way to where what is chosen can get, in the clicks that it takes."""
        return all(self.act(action) for action in actions)

    @property
    def is_choosing(self) -> bool:
        """Whether a move has been begun, but not completed, whose last part can be taken back."""
        has_begun = any(board.chosen_fields for board in self.scene.boards) or any(b.chosen for b in self.scene.buttons)
        return has_begun and not self.is_real_time and self.can_take_back

    def _choose_again(self, board: int, number: int) -> bool:
        """Take a choice back for another one; whether that field can be chosen then. Steps of a move are kept."""
        is_chosen = number in self.scene.boards[board].chosen_fields
        if not self.is_choosing or self._length > 1:
            self.message = self._why_not(self.scene.boards[board], number)
            return False
        return self.take_back() and not is_chosen and number in self.scene.boards[board].legal_fields

    def _why_not(self, board: Board, number: int) -> str:
        """Why a field can't be chosen."""
        action, player = board.action(number), self.match.person_to_act
        if action < 0 or player is None or board is not self.scene.boards[0]:
            return f"{short_words_for(board, number)} can't be chosen now."
        return why_not(self.match.position, player, action)

    def press(self, button: SceneButton) -> bool:
        """Press a button, at once or for the next tick."""
        if button.on_tick and self.is_real_time:
            for key in button.keys if self.clock.running else ():
                self.gatherer.press(key.lower())
            return False
        if not button.legal:
            player = self.match.person_to_act
            self.message = (
                why_not(self.match.position, player, button.action) if player is not None else self._not_now()
            )
            return False
        if button.asks and button.asks not in self._answers:
            self._answers.add(button.asks)
            self.message = button.asks
            return False
        return self.act(button.action)

    def tick(self) -> bool:
        """Let one tick of a real-time game pass, with the keys gathered since the last one."""
        if self.is_over:
            return False
        action = self.gatherer.take(self.scene.buttons)
        return self._try(lambda: self.match.tick(action, self.clock.ms))

    def take_back(self) -> bool:
        """Take back the last action."""
        if not self.can_take_back:
            self.message = NOTHING
            return False
        if not self._try(self.match.undo):
            return False
        self._length = max(self._length - 1, 1)
        self.log = [line for line in self.log if line.step <= len(self.match.replay.moves)]
        self.message = "Taken back."
        return True

    def again(self) -> Session:
        """A new game with the same rules and seats and another seed."""
        return Session(Match(self.match.game, secrets.randbelow(2**32), self.match.seats))

    def move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor on its board; it stops at the edge."""
        board = self.scene.boards[self.cursor.board]
        row, column = divmod(self.cursor.field, board.columns)
        row = min(max(row + rows, 0), board.rows - 1)
        column = min(max(column + columns, 0), board.columns - 1)
        self.cursor = Cursor(self.cursor.board, board.field(row, column))
        self.message = ""

    def jump(self, by: int) -> None:
        """Move the cursor to the next or previous thing that may be clicked: fields first, then buttons."""
        fields: list[tuple[int, int, int | None]] = [(board, number, None) for board, number in self.legal_fields()]
        stops = fields + [(self.cursor.board, self.cursor.field, button.action) for button in self.legal_buttons()]
        if not stops:
            return
        here = (self.cursor.board, self.cursor.field, self.cursor.button)
        if here in stops:
            place = (stops.index(here) + by) % len(stops)
        else:
            later = [index for index, stop in enumerate(fields) if stop[:2] > here[:2]]
            place = (later[0] if later else 0) if by > 0 else (later[0] if later else len(fields)) - 1
        self.cursor = Cursor(*stops[place])
        self.message = ""

    def choose(self, by_step: bool = False) -> bool:
        """Click or press what the cursor points at."""
        if self.cursor.button is None:
            return self.click(self.cursor.board, self.cursor.field, by_step)
        buttons = [button for button in self.scene.buttons if button.action == self.cursor.button]
        return bool(buttons) and self.press(buttons[0])

    @property
    def has_hints(self) -> bool:
        """Whether hints are fair: only one person plays."""
        return [seat.is_person for seat in self.match.seats].count(True) == 1

    def point_at(self, actions: tuple[int, ...], words: str) -> None:
        """Say what these actions do, and point at the field that one click plays them on, or at the first of them."""
        self.message = words
        if actions[0] >= self.match.game.facts.fields:
            self.cursor.button = actions[0]
        elif self.scene.boards:
            board = self.scene.boards[0]
            ends = [way.field for way in board.ways if way.actions == actions]
            self.cursor = Cursor(0, ends[0] if ends else board.field_of(actions[0]))

    def place(self, board: int, number: int) -> str:
        """A field in words: what stands there, or its row and column."""
        return words_for(self.scene.boards[board], number, self.about)

    def pressed(self, action: int) -> str:
        """What a button does, in words."""
        buttons = [button for button in self.scene.buttons if button.action == action]
        return about_button(buttons[0], self.about) if buttons else ""

    def _seen(self) -> Scene:
        """The scene for the person to act, else for the last one who was."""
        acting = self.match.person_to_act
        self.viewer = self.viewer if acting is None else acting
        scene = scene_of(self.match.position, self.match.history.end, self.viewer)
        return turn_scene(scene) if self.is_turned else scene

    def _not_now(self) -> str:
        return "The game is over." if self.is_over else "It is not your turn."

    def _bot_moved_last(self) -> bool:
        moves = self.match.replay.moves
        return bool(moves) and not self.match.seats[moves[-1].player].is_person

    def _try(self, deed: Callable[[], None]) -> bool:
        try:
            deed()
        except GarrisonError as error:
            self.message = str(error)
            return False
        self.message = ""
        self.look()
        return True

    def look(self) -> None:
        """Make the scene again, and add what happened to the log."""
        self.scene = self._seen()
        step = len(self.match.replay.moves)
        sentences = self.scene.log
        if self.log and self.log[-1].step >= step:
            sentences = sentences[-1:] if self.match.history.end else ()
        self.log += [LogLine(step, sentence) for sentence in sentences]
        del self.log[:-LONGEST_LOG]
        actions = [button.action for button in self.legal_buttons()]
        if self.cursor.button is not None and self.cursor.button not in actions:
            self.cursor.button = None


def words_for(board: Board, number: int, about: Mapping[str, str] = NOTHING_KNOWN) -> str:
    """What is on a field, in words: its pieces from the top, else the ground; then what the topmost thing is."""
    row, column = divmod(number, board.columns)
    pieces = _pieces_on(board, number)
    things = "; ".join(capital(piece.label) for piece in pieces)
    kind = pieces[0].kind if pieces else board.legend[board.terrain[row][column]].kind
    foretold = "".join(f"{text} " for text in foretold_on(board, number))
    place = f"{foretold}{things or _ground(board, number)} ({board.place_words(number)})."
    return f"{place} {sentence_for(about, kind) or ''}".strip()


def foretold_on(board: Board, number: int) -> list[str]:
    """What a click on a field leads to: all that happens on the way, and what the game says of it."""
    ways, tips = ([one.text for one in parts if one.field == number] for parts in (board.ways, board.tips))
    return [text for text in dict.fromkeys((*ways, *tips)) if text]


def about_button(button: SceneButton, about: Mapping[str, str]) -> str:
    """What a button does, in words."""
    senses = [sentence_for(about, name) for name in (button.sprite, button.name)]
    return " ".join([f"{capital(button.label)}.", *dict.fromkeys(sense for sense in senses if sense)])


def short_words_for(board: Board, number: int) -> str:
    """The same in a few words: the name of the topmost piece."""
    pieces = _pieces_on(board, number)
    thing = capital(pieces[0].name or pieces[0].label) if pieces else _ground(board, number)
    return f"{thing} {_place(board, number)}"


def _place(board: Board, number: int) -> str:
    """Where a field is, as the rulebooks count: what surrounds the board has no numbers."""
    return f"at {board.place_words(number)}"


def _pieces_on(board: Board, number: int) -> list[Piece]:
    place = divmod(number, board.columns)
    return sorted((piece for piece in board.pieces if place in places_of(piece)), key=lambda piece: -piece.layer)


def _ground(board: Board, number: int) -> str:
    row, column = divmod(number, board.columns)
    terrain = board.legend.get(board.terrain[row][column])
    return capital(terrain.label if terrain and terrain.label else "field")


def capital(words: str) -> str:
    """The words with the first letter in upper case."""
    return words[:1].upper() + words[1:]
