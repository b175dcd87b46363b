"""What people may be called. Every name that somebody gives comes in here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from garrison.errors import GarrisonError
from garrison.play.lookalikes import are_alike, is_called_bot
from garrison.play.user import NOBODY, clean_name

# Characters that leave a gap, or nothing at all, though they count as letters, marks or symbols.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
SELECTORS = re.compile("[\ufe00-\ufe0f]")  # choose between two drawings of a character; telephones write them
SUBJOINED = ("\u0f90", "\u0fbc")  # the first and the last of the letters that Tibetan writes below others
MOST_MARKS = 2  # on one letter, besides those that are a part of it
UNSEEN = "A name can't have characters that nobody can see."
STACKED = "A name can't have more than two marks above or below one letter."
CALLED_BOT = "Only bots are called bots. Please choose another name."
LIKE_BOT = "This name looks like {}, which is a bot here. Please choose another one."
LIKE_OTHER = "This name looks like {}, who is somebody else in this match. Please choose another one."


class BadName(GarrisonError):
    """A name that nobody may have here."""


def checked_name(name: str, bots: Iterable[str] = (), others: Iterable[str] = ()) -> str:
    """A name as it is shown; an error if it is made to deceive: nobody may look like a bot, or like anybody else.

    >>> checked_name(" Ada  Lovelace\\n", bots=["hard"], others=["Bo"])
    'Ada Lovelace'
    >>> checked_name("Hard", bots=["hard"])
    Traceback (most recent call last):
    garrison.play.names.BadName: This name looks like hard, which is a bot here. Please choose another one.
    """
    text = SELECTORS.sub("", unicodedata.normalize("NFC", name))
    if any(is_unseen(letter) for letter in text):
        raise BadName(UNSEEN)
    if is_stacked(text):
        raise BadName(STACKED)
    clean = clean_name(text)
    if clean != NOBODY:  # which stands for a name
        _check_looks(clean, bots, others)
    return clean


def _check_looks(name: str, bots: Iterable[str], others: Iterable[str]) -> None:
    if is_called_bot(name):
        raise BadName(CALLED_BOT)
    for sentence, names in ((LIKE_BOT, bots), (LIKE_OTHER, others)):
        like = next((one for one in names if are_alike(name, one)), None)
        if like is not None:
            raise BadName(sentence.format(like))


def is_unseen(letter: str) -> bool:
    """Whether a character shows nothing, or only changes how others are shown; spaces and line breaks are no secret."""
    return letter in BLANKS or not (letter.isprintable() or letter.isspace())


def is_stacked(text: str) -> bool:
    """Whether marks are piled up on a letter, or stand on none.

    >>> is_stacked("Z\u0335\u0321\u0300\u0301algo"), is_stacked("Ngu\u1ec5n")
    (True, False)
    """
    marks = MOST_MARKS  # a mark at the beginning stands on no letter
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if _is_mark(letter) else MOST_MARKS if letter.isspace() else 0
        if marks > MOST_MARKS:
            return True
    return False


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me") and not SUBJOINED[0] <= letter <= SUBJOINED[1]
