"""What games declare about the numbers of observations: several meanings of one number can always be told apart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from garrison.core.facts import UpTo, coded, identity, optional, packed
from garrison.core.observation import seen_of
from garrison.errors import BadOption

KIND = coded("kind", "", "nobody", "archer", "rider")


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        (lambda: packed("unit", "", {1: KIND, 2: UpTo("tired", 1)}), "kind goes up to 2 in steps of 1, and the next"),
        (lambda: packed("unit", "", {4: KIND, 9: UpTo("tired", 1)}), "the next step, 9, must be a larger multiple"),
        (lambda: packed("unit", "", {0: KIND}), "kind must count from 0, in steps of 1 or more"),
        (lambda: packed("unit", "", {1: UpTo("debt", 1, least=-1)}), "debt must count from 0"),
        (lambda: packed("unit", "", {1: identity("whose", 3, "")}), "whose must count from 0, .* and be simple"),
        (lambda: optional("left", "", "limited", -1, UpTo("time", 9)), "left can't be optional"),
        (lambda: optional("left", "", "limited", 0, UpTo("time", 9, least=-1)), "time must count from 0"),
        (lambda: optional("a", "", "b", 0, optional("c", "", "d", 0, KIND)), "a can't be optional"),
    ],
)
def test_parts_that_cannot_be_told_apart_are_refused(declare: Callable[[], UpTo], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        declare()


@pytest.mark.parametrize(
    "declared",
    [
        packed("unit", "", {1: KIND, 4: UpTo("tired", 1), 8: coded("owner", "", "own", "other")}),
        packed("field", "", {5: UpTo("row", 4), 1: UpTo("column", 4)}),
        optional("left", "", "limited", 0, UpTo("time", 9)),
        optional("marks", "", "moving", 8, UpTo("steps", 16)),
        optional("field", "", "there", 1, packed("", "", {5: UpTo("row", 4), 1: UpTo("column", 4)})),
        identity("castle", 9, ""),
        UpTo("result", 1, least=-1),
        KIND,
    ],
)
def test_every_number_that_may_be_there_has_parts_of_its_own(declared: UpTo) -> None:
    whole = seen_of(declared)
    values = np.arange(whole.low - 3, whole.high + 4)
    may_be = values[whole.holds(values)]
    assert (may_be[0], may_be[-1]) == (whole.low, whole.high)
    told = list(zip(*(part.tolist() for part in whole.apart(may_be).values()), strict=True))
    assert len(set(told)) == len(told)
    assert all(0 <= number <= part.most for row in told for number, part in zip(row, whole.parts, strict=True))


def test_a_number_below_the_first_that_is_there_is_none() -> None:
    marks = seen_of(optional("marks", "", "moving", 8, UpTo("steps", 16)))
    values = np.array([0, 1, 7, 8, 24])
    assert marks.holds(values).tolist() == [True, False, False, True, True]
    assert marks.apart(values)["steps"].tolist() == [0, 0, 0, 0, 16]


def test_a_declaration_about_one_of_several_things_is_the_same() -> None:
    own = optional("uses", "that are left", "limited", 1, UpTo("more", 8)).about("own")
    assert (own, own.most, own.meaning, len(own.parts)) == ("own uses", 9, "that are left", 2)
