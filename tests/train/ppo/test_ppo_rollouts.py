"""What comes of decisions, for whoever made them: as one would add it up by hand."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="training networks (PyTorch is not installed)")

from garrison.train.ppo.positions import Looks  # noqa: E402 (after what may skip the file)
from garrison.train.ppo.rollouts import Rollouts  # noqa: E402

DISCOUNT, TRACE = 0.9, 0.8


def played(
    players: list[int], values: list[float], rewards: list[tuple[float, ...]], ended: list[int]
) -> dict[str, list[float]]:
    """One game's rounds, judged."""
    looks = Looks(torch.zeros(1, dtype=torch.int64), torch.ones(1, 2) > 0, torch.zeros(1, 3), torch.zeros(1, 0))
    rollouts = Rollouts(looks, torch.zeros(1, len(rewards[0])), len(players), parts=1)
    for number, player in enumerate(players):
        rollouts.note(number, players=torch.tensor([player]), values=torch.tensor([values[number]]))
        rollouts.note(number, rewards=torch.tensor([rewards[number]]), is_over=torch.tensor([bool(ended[number])]))
    rollouts.judge(DISCOUNT, TRACE, torch.tensor(2.0))
    lessons = rollouts.lessons(0)
    return {name: getattr(lessons, name).tolist() for name in ("gains", "returns", "counts")}


def test_alone_it_is_the_usual_estimate() -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    found = played([0] * 4, values, [(2.0,), (4.0,), (6.0,), (8.0,)], [0] * 4)
    third = 3 + 0.9 * 4 - 3
    second = 2 + 0.9 * 3 - 2 + 0.72 * third
    first = 1 + 0.9 * 2 - 1 + 0.72 * second
    assert found["gains"] == pytest.approx([first, second, third, 0.0])
    assert found["returns"][:3] == pytest.approx([first + 1, second + 2, third + 3])
    assert found["counts"] == [1, 1, 1, 0]  # what came of the last one is not known


def test_an_end_is_known_and_nothing_goes_on_after_it() -> None:
    found = played([0] * 4, [1.0, 2.0, 3.0, 4.0], [(0.0,), (4.0,), (100.0,), (0.0,)], [0, 1, 0, 0])
    second = 2.0 - 2.0
    assert found["gains"][:2] == pytest.approx([0 + 0.9 * 2 - 1 + 0.72 * second, second])
    assert found["counts"] == [1, 1, 1, 0]


def test_players_get_what_comes_between_their_own_decisions() -> None:
    rewards = [(0.0, 0.0), (2.0, -2.0), (0.0, 0.0), (-4.0, 4.0), (0.0, 0.0)]
    found = played([0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5], rewards, [0, 0, 0, 1, 0])
    last_of_first = -2.0 - 0.3
    last_of_second = 2.0 - 0.4
    first_of_first = 1.0 + 0.9 * 0.3 - 0.1 + 0.72 * last_of_first
    first_of_second = -1.0 + 0.9 * 0.4 - 0.2 + 0.72 * last_of_second
    expected = [first_of_first, first_of_second, last_of_first, last_of_second, 0.0]
    assert found["gains"] == pytest.approx(expected)
    assert found["counts"] == [1, 1, 1, 1, 0]


def test_parts_hold_all_games_once() -> None:
    seen = torch.arange(6.0)[:, None]
    looks = Looks(torch.zeros(6, dtype=torch.int64), torch.ones(6, 2) > 0, seen, torch.zeros(6, 0))
    rollouts = Rollouts(looks, torch.zeros(6, 1), rounds=2, parts=3)
    for number in range(2):
        rollouts.note(number, **looks._asdict())
    assert [rollouts.lessons(part).codes.flatten().tolist() for part in range(3)] == [
        [0, 1, 0, 1],
        [2, 3, 2, 3],
        [4, 5, 4, 5],
    ]
