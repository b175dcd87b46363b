"""Rules in plain Python: the same results, and nothing is compiled."""

from types import SimpleNamespace

import pytest

from garrison.core.engine.rule import rule
from garrison.core.plain import plain

pytestmark = pytest.mark.lane


@rule
def twice(number):
    return 2 * number


@rule
def four_times(number):
    return twice(twice(number))


@rule
def more(number, by=5):
    return number + by


@rule
def throw(p):
    return thrown(p)


@rule
def thrown(p):
    return p.throw


def test_a_field_may_have_the_name_of_a_rule_that_uses_this_one():
    assert plain(thrown)(SimpleNamespace(throw=3)) == plain(throw)(SimpleNamespace(throw=3)) == 3


def test_a_rule_runs_with_the_rules_that_it_uses():
    assert plain(four_times)(3) == 12
    assert plain(more)(1) == 6


def test_it_is_the_rule_itself_and_made_once():
    assert plain(four_times) is plain(four_times)
    assert four_times(3) == plain(four_times)(3)
