"""What was played: the decisions of some rounds in all games, and what came of them for whoever made them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor

if TYPE_CHECKING:
    from garrison.train.ppo.positions import Looks


class Lessons(NamedTuple):
    """Decisions to learn from, one per row."""

    codes: Tensor
    cues: Tensor
    legal: Tensor
    choices: Tensor
    chances: Tensor  # the logarithms of the chances that the choices had
    gains: Tensor  # how much better they came out than was forecasts
    returns: Tensor  # what came of them
    counts: Tensor  # 1 where that is known, else 0


class Rollouts:
    """The decisions of some rounds, in `parts` of the games that are learned from one after the other.

    Each array is parts x rounds x games of a part.
    """

    def __init__(self, looks: Looks, gains: Tensor, rounds: int, parts: int) -> None:
        count = len(looks.players)
        self.parts, self.rounds, self._each = parts, rounds, count // parts

        def room(like: Tensor) -> Tensor:
            return like.new_zeros(parts, rounds, self._each, *like.shape[1:])

        floats = torch.zeros(count, device=looks.codes.device)
        self.codes, self.cues, self.legal, self.players = map(
            room, (looks.codes, looks.cues, looks.legal, looks.players)
        )
        self.choices = room(looks.players)
        self.chances, self.values, self.gains, self.returns, self.counts = (room(floats) for _ in range(5))
        self.rewards, self.is_over = room(gains), room(floats)

    def note(self, number: int, **arrays: Tensor) -> None:
        """Note some of what happened in a round."""
        for name, array in arrays.items():
            room = getattr(self, name)[:, number]
            room.copy_(array.view(self.parts, self._each, *array.shape[1:]))

    def judge(self, discount: float, trace: float, scale: Tensor) -> None:
        """Find out what came of each decision, for whoever made it, from the last one to the first.

        What a player forecasts at a later decision counts for what is not known. Therefore nothing is known of each
        player's last decision, except where the game ended after it.
        """
        shape = self.rewards.shape[0], self.rewards.shape[2], self.rewards.shape[3]
        sums, forecasts, ahead = (torch.zeros(shape, device=self.rewards.device) for _ in range(3))
        knowledge = torch.zeros(shape, device=self.rewards.device)
        for number in reversed(range(self.rounds)):
            goes_on = (1 - self.is_over[:, number])[..., None]
            sums = self.rewards[:, number] / scale + goes_on * sums
            forecasts, ahead = goes_on * forecasts, goes_on * ahead
            knowledge = torch.maximum(knowledge, 1 - goes_on)
            who = self.players[:, number, :, None]
            value = self.values[:, number]
            entries = [array.gather(2, who).squeeze(2) for array in (sums, forecasts, ahead, knowledge)]
            surprise = entries[0] + discount * entries[1] - value
            gain = (surprise + discount * trace * entries[2]) * entries[3]
            self.gains[:, number], self.returns[:, number], self.counts[:, number] = gain, gain + value, entries[3]
            for array, entry in ((sums, 0.0 * value), (forecasts, value), (ahead, gain), (knowledge, 1 + 0.0 * value)):
                array.scatter_(2, who, entry[..., None])

    def lessons(self, part: int) -> Lessons:
        """All decisions of some of the games."""
        names = ("codes", "cues", "legal", "choices", "chances", "gains", "returns", "counts")
        arrays: list[Any] = [getattr(self, name)[part].flatten(0, 1) for name in names]
        return Lessons(*arrays)
