"""What the people in a match say to each other: short lines, of which the latest are kept with the match. They are no
part of its history, and so of no replay."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.errors import GarrisonError
from garrison.play.names import is_stacked, is_unseen
from garrison.play.server.store import remark_rows
from garrison.play.server.wire.messages import Remark
from garrison.play.server.wire.server_time import Bucket

LONGEST = 200  # characters
AT_ONCE, A_SECOND = 5, 0.5  # lines of a player: after a silence, and on average
EMPTY = "There is nothing to say in this message."
TOO_LONG = f"Please say it in {LONGEST} characters or fewer."
TOO_MANY = "You have said a lot. Please wait a moment."
STACKED = "Please use at most two marks above or below one letter."
ALONE = "Nobody else plays here."


class Unsayable(GarrisonError):
    """Something that can't be said; a sentence tells why."""


def checked(text: str) -> str:
    """A line as it is shown: one line of characters that can be seen.

    >>> checked("  Well\\n played! ")
    'Well played!'
    """
    words = " ".join("".join(" " if is_unseen(letter) else letter for letter in text).split())
    if not words:
        raise Unsayable(EMPTY)
    if len(words) > LONGEST:
        raise Unsayable(TOO_LONG)
    if is_stacked(words):
        raise Unsayable(STACKED)
    return words


class Talk:
    """The latest lines of a match in memory, and how much each player may still say."""

    def __init__(self, remarks: Sequence[Remark]) -> None:
        self.remarks = list(remarks)
        self._last_sent = self._latest
        self._buckets: dict[int, Bucket] = {}

    @property
    def _latest(self) -> int:
        return self.remarks[-1].number if self.remarks else 0

    def may_speak(self, player: int) -> bool:
        """Whether a player may say one more thing now; it counts as said."""
        return self._buckets.setdefault(player, Bucket(A_SECOND, AT_ONCE)).take()

    def hear(self, remarks: Sequence[Remark]) -> None:
        """Add what is new among the latest lines."""
        latest = self._latest
        self.remarks += [one for one in remarks if one.number > latest]
        del self.remarks[: -remark_rows.KEPT]

    def untold(self) -> list[Remark]:
        """The lines that nobody has been told yet; from now on they have."""
        last_sent, self._last_sent = self._last_sent, self._latest
        return [one for one in self.remarks if one.number > last_sent]
