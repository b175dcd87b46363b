"""The network for PyTorch, while it learns; `garrison.bots.network` says what it does and runs it without PyTorch."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

CHOICE_WEIGHT = 0.1  # of the choices beside the value
IMPOSSIBLE = -1e9


class Minibatch(NamedTuple):
    """Positions to learn from, one per row."""

    inputs: Tensor  # numbers of the inputs that are there, filled up with one more than there are
    legal: Tensor | None  # which actions are legal; None where nobody has chosen
    shares: Tensor | None  # how much of its simulations the search gave to each action
    values: Tensor  # what came of it
    cues: Tensor | None = None  # what the game's skill tells; None where it tells nothing


class Model(nn.Module):
    """A network over this many inputs and actions; the first of the inputs is there in every position."""

    def __init__(self, inputs: int, width: int, depth: int, actions: int, seed: int, cues: int = 0) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.inputs = inputs
        self.vectors = nn.Parameter(torch.randn(inputs + 1, width) * 0.1)  # the last one only fills up rows
        self.cues = nn.Parameter(torch.randn(cues, width) * 0.3)
        self.middle = nn.Linear(width, depth)
        self.last = nn.Linear(depth, 1)
        self.choice = nn.Linear(depth, actions)

    def hidden(self, inputs: Tensor, cues: Tensor | None = None) -> Tensor:
        """The units of its second layer, from what a player sees and what the game's skill tells."""
        total = nn.functional.embedding_bag(inputs, self.vectors, mode="sum", padding_idx=self.inputs)
        if cues is not None:
            total = total + cues @ self.cues
        return torch.relu(self.middle(torch.relu(total)))

    def values(self, hidden: Tensor) -> Tensor:
        """What positions are worth, from -1 to 1."""
        total: Tensor = self.last(hidden).squeeze(1)
        return total / (1 + total.abs())

    def odds(self, hidden: Tensor, legal: Tensor) -> Tensor:
        """The logarithms of how likely each action is to be the best."""
        scores: Tensor = self.choice(hidden).masked_fill(~legal, IMPOSSIBLE)
        return scores.log_softmax(dim=1)

    def loss(self, batch: Minibatch) -> Tensor:
        """How far it is from how games ended and from what the search chose."""
        hidden = self.hidden(batch.inputs, batch.cues)
        error = nn.functional.mse_loss(self.values(hidden), batch.values)
        if batch.legal is None or batch.shares is None:
            return error
        return error - CHOICE_WEIGHT * (batch.shares * self.odds(hidden, batch.legal)).sum(dim=1).mean()

    def plain(self) -> dict[str, np.ndarray[Any, Any]]:
        """A copy of the weights, as `garrison.bots.network` takes them: what is always added stands in the last row."""
        layers = {"middle": self.middle, "last": self.last, "choice": self.choice}
        arrays = {name: torch.cat([layer.weight.T, layer.bias[None]]) for name, layer in layers.items()}
        weights = {"vectors": self.vectors[:-1], **arrays, "last": arrays["last"].squeeze(1), "cues": self.cues}
        return {name: array.detach().cpu().numpy().copy() for name, array in weights.items()}
