"""The network while it learns by playing, and how it becomes one for `garrison.bots.network`.

It is the same network: a sum of vectors, a small layer, what the position is worth and how good each action is. Here
the vectors of the ranks of a number are sums of those of its features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from garrison.bots.network import places_of
from garrison.bots.search.ranks import RANKS
from garrison.train.model import IMPOSSIBLE

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.train.ppo.features import Sight

Array = np.ndarray[Any, Any]


class Sizes(NamedTuple):
    """How large a network is."""

    width: int
    depth: int
    cues: int
    actions: int


class PolicyNetwork(nn.Module):
    """From what is seen, the logarithms of the chances of the actions, and what the position is worth."""

    def __init__(self, sight: Sight, sizes: Sizes, is_outcome: bool, seed: int) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.sight, self._is_outcome = sight, is_outcome
        self.vectors = nn.Parameter(torch.randn(sum(sight.inputs), sizes.width) / sight.places**0.5)
        self.always = nn.Parameter(torch.zeros(sizes.width))
        self.cues = nn.Parameter(torch.randn(sizes.cues, sizes.width) * 0.3)
        self.middle = nn.Linear(sizes.width, sizes.depth)
        self.last, self.choice = nn.Linear(sizes.depth, 1), nn.Linear(sizes.depth, sizes.actions)
        for layer, gain in ((self.last, 0.1), (self.choice, 0.01)):
            nn.init.normal_(layer.weight, std=gain)
            nn.init.zeros_(layer.bias)

    def forward(self, codes: Tensor, cues: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances, and the values: of outcomes from -1 to 1, of scores in shares of a scale."""
        parts = self.sight.inputs_of(codes)
        vectors = self.vectors.to(parts[0].dtype).split(self.sight.inputs)
        total = self.always + sum((part @ own).float() for part, own in zip(parts, vectors, strict=True))
        if self.cues.shape[0]:
            total = total + cues @ self.cues
        units = torch.relu(self.middle(torch.relu(total)))
        logs = self.choice(units).masked_fill(~legal, IMPOSSIBLE).log_softmax(dim=1)
        value: Tensor = self.last(units).squeeze(1)
        return logs, value / (1 + value.abs()) if self._is_outcome else value

    @torch.no_grad()
    def plain(self, game: Game, is_met: Array, actions: Array, share: float) -> dict[str, Array]:
        """The weights as `garrison.bots.network` takes them.

        `is_met` says which ranks of which places were ever seen, `actions` which it chooses from, and `share` what
        share of par its value is counted in.
        """
        ids = (places_of(game)[:, None] * RANKS + np.arange(RANKS))[is_met]
        order = np.argsort(ids)
        own = self.sight.vectors(self.vectors)[is_met][order]
        choice = np.zeros((self.choice.in_features + 1, game.facts.actions), dtype=np.float32)
        choice[:, actions] = rows_of(self.choice)
        return {
            "ids": ids[order].astype(np.int32),
            "vectors": np.concatenate([self.always.cpu().numpy()[None], own]),
            "cues": self.cues.cpu().numpy(),
            "middle": rows_of(self.middle),
            "last": rows_of(self.last)[:, 0] * np.float32(share),
            "choice": choice,
        }


def rows_of(layer: nn.Linear) -> Array:
    """A layer's weights as `garrison.bots.network` has them: what is always added stands in the last row."""
    return torch.cat([layer.weight.T, layer.bias[None]]).detach().cpu().numpy()
