"""The screen on which a replay is watched: forward and back, at any speed."""

from __future__ import annotations

from dataclasses import replace

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from garrison.core.replay import Reel, Replay
from garrison.look.scene import Scene
from garrison.play.history import time_was_up
from garrison.play.terminal import blocks, theme
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.board_screen import BoardScreen
from garrison.play.terminal.dialogs import Rulebook
from garrison.play.terminal.session import LogLine, words_for
from garrison.play.terminal.side import SideView

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
NORMAL = SPEEDS.index(1.0)
USUAL_MS = 500  # between two actions of a replay without times
LONGEST_MS = 2000  # nobody wants to watch somebody thinking
FRAME_MS = 40  # drawing more often than this is a waste
REMEMBERED = 30  # actions whose sentences are shown after a jump
KEYS = (
    ("Space", "play/pause"),
    ("← →", "step"),
    ("Home End", "ends"),
    ("+ -", "speed"),
    ("F1", "rules"),
    ("Q", "leave"),
)


class PositionBar(Static):
    """How far the replay has got; a click goes there."""

    class Sought(Message):
        """A position on the bar was clicked, as a share from 0 to 1."""

        def __init__(self, share: float) -> None:
            super().__init__()
            self.share = share

    def on_click(self, event: events.Click) -> None:
        """Go to the place that was clicked."""
        left, width = self.track()
        if left <= event.x < left + width:
            self.post_message(self.Sought((event.x - left) / max(width - 1, 1)))

    def track(self) -> tuple[int, int]:
        """Where the track begins, and how long it is."""
        return 30, max(self.size.width - 31, 1)

    def show(self, at: int, length: int, playing: bool, speed: float) -> None:
        """Draw the bar."""
        left, width = self.track()
        words = f" {'▶' if playing else '■'} {at} of {length}  ×{speed:g}"
        place = round((width - 1) * at / length) if length else 0
        text = Text(
            blocks.cut(words, left - 1).ljust(left), style=Style(color=theme.TEXT, bgcolor=theme.PANEL, bold=True)
        )
        text.append("━" * place, Style(color=theme.HIGHLIGHT)).append("●", Style(color=theme.TEXT))
        text.append("─" * (width - 1 - place), Style(color=theme.QUIET_TEXT)).append(" ")
        self.update(text)


class WatchScreen(BoardScreen):
    """A replay at one of its positions."""

    def __init__(self, replay: Replay, playing: bool = True) -> None:
        super().__init__()
        self.reel = Reel(replay)
        self.playing = playing
        self.speed = NORMAL
        self._scene = self.reel.scene()
        self._log: list[LogLine] = []
        self._timer: Timer | None = None

    def bottom(self) -> Static:
        """The position bar takes the place of the prompt."""
        return PositionBar("", id="prompt")

    def on_mount(self) -> None:
        """Start at the beginning."""
        self.go(0)

    def scene(self) -> Scene:
        """What a spectator sees."""
        return self._scene

    def is_clickable(self) -> bool:
        """Boards look as they did in play."""
        return self.reel.replay.game.facts.fields > 0

    def side_view(self) -> SideView:
        """The side, with the replay's warning."""
        scene = self._scene
        words, owner = blocks.turn_words(scene, self.reel.replay.game.facts.seats, ())
        here = words_for(scene.boards[self.pointer[0]], self.pointer[1]) if self.pointer else self.last_words()
        return SideView(replace(scene, buttons=()), words, owner, self._log, KEYS, here, notice=self._notice())

    def last_words(self) -> str:
        """What was played last, and the game's own words."""
        replay, at = self.reel.replay, self.reel.at
        if at == 0:
            return self._scene.named_prompt
        player, action, *_ = replay.moves[at - 1]
        fields, seats = replay.game.facts.fields, replay.game.facts.seats
        words = replay.game.facts.buttons[action - fields].label if action >= fields else self._field_words(action)
        return f"{seats[player]}: {words}. {self._scene.named_prompt if self._scene.over else ''}".strip()

    def _field_words(self, field: int) -> str:
        board = self._scene.boards[0]
        return board.place_words(board.field_of(field))

    def _notice(self) -> str:
        if self.reel.length < len(self.reel.replay.moves):
            break_off = f"The replay breaks off: action {self.reel.length + 1} is not legal."
            return f"{self.reel.replay.warning} {break_off}".strip()
        return self.reel.replay.warning

    def _show_prompt(self) -> None:
        bar = self.query_one(PositionBar)
        bar.show(self.reel.at, self.reel.length, self.playing, SPEEDS[self.speed])

    def go(self, place: int) -> None:
        """Show the position after this many actions."""
        before = self.reel.at
        self.reel.go(place)
        if self.reel.at == before + 1:
            self._hear()
        else:
            self._hear_again()
        self.playing = self.playing and self.reel.at < self.reel.length
        self._schedule()
        self.redraw()

    def _hear(self) -> None:
        """Add what the last action said."""
        self._scene, at = self.reel.scene(), self.reel.at
        late = time_was_up(self.reel.replay.game, self.reel.replay.moves[at - 1]) if at else []
        self._log += [LogLine(at, sentence) for sentence in (*late, *self._scene.log)]

    def _hear_again(self) -> None:
        """After a jump: what the last actions said."""
        at, self._log = self.reel.at, []
        for place in range(max(0, at - REMEMBERED), at + 1):
            self.reel.go(place)
            self._hear()

    def wait_ms(self) -> float:
        """How long the position is shown: as long as it was, up to a limit, at this speed."""
        moves, at = self.reel.replay.moves, self.reel.at
        wait: int = self.reel.replay.game.facts.tick_ms or USUAL_MS
        if at < len(moves):
            now, before = moves[at].ms, moves[at - 1].ms if at else 0
            if now is not None and before is not None and now >= before:
                wait = min(now - before, LONGEST_MS)
        return max(wait / SPEEDS[self.speed], 1)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.playing:
            self._timer = self.set_timer(max(self.wait_ms(), FRAME_MS) / 1000, self.advance)

    def advance(self) -> None:
        """Advance by one action, or by several if they follow each other faster than the screen is drawn."""
        if self.playing and self.is_current:
            self.go(self.reel.at + max(1, round(FRAME_MS / self.wait_ms())))

    def on_key(self, event: events.Key) -> None:
        """The keys of a video player."""
        at, key = self.reel.at, event.key.lower()
        places = {"left": at - 1, "right": at + 1, "home": 0, "end": self.reel.length}
        if key in places:
            self.playing = False
            self.go(places[key])
        elif key == "space":
            self.toggle()
        elif key in ("up", "plus", "down", "minus"):
            self._faster(1 if key in ("up", "plus") else -1)
        elif key in ("pageup", "pagedown"):
            self.side.scroll_lines(1 if key == "pagedown" else -1)
        elif key == "f1":
            self.playing = False
            self.app.push_screen(Rulebook(self.reel.replay.game.package))
        elif key in ("q", "escape"):
            self.dismiss(None)
        else:
            return
        event.stop()
        event.prevent_default()

    def toggle(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        self.playing = not self.playing
        if self.playing and self.reel.at == self.reel.length:
            self.go(0)
        self._schedule()
        self.redraw()

    def _faster(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self._schedule()
        self.redraw()

    def on_position_bar_sought(self, event: PositionBar.Sought) -> None:
        """The bar was clicked."""
        self.go(round(event.share * self.reel.length))

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse is over a field: show what is there."""
        self.pointer = (event.board, event.field) if event.field >= 0 else None
        self.redraw()
