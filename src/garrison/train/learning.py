"""Making a network agree with its teacher: a few passes over all that was labelled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from garrison.bots.network import IMPOSSIBLE, features_of, places_of

if TYPE_CHECKING:
    from garrison.core.facts import Facts
    from garrison.train.model import Model
    from garrison.train.samples import Samples
    from garrison.train.settings import Settings

VALUE_WEIGHT = 0.5  # of the value beside the policy
LARGEST_STEP = 1.0  # of a gradient


class Learned(NamedTuple):
    """How far network and teacher are apart after the passes, and how fast it went."""

    policy_loss: float
    value_loss: float
    agreement: float  # how often the network's first choice is the teacher's
    positions_per_second: float


class Shelf:
    """All samples on the device, so that nothing waits for the host."""

    def __init__(self, samples: Samples, facts: Facts, device: str) -> None:
        self._facts, board = facts, samples.planes.shape[2:]
        self._columns = {name: torch.as_tensor(array, device=device) for name, array in vars(samples).items()}
        self._columns["numbers"] = torch.as_tensor(features_of(samples.numbers), device=device)
        widths = np.unique(samples.widths)
        tables = np.stack([places_of(facts.fields, int(width), board) for width in widths])
        self._places = torch.as_tensor(tables, device=device)
        self._columns["widths"] = torch.as_tensor(np.searchsorted(widths, samples.widths), device=device)

    def __len__(self) -> int:
        return len(self._columns["values"])

    def batches(self, size: int, dice: torch.Generator) -> Iterator[dict[str, Tensor]]:
        """All samples once, in a new order."""
        order = torch.randperm(len(self), generator=dice).to(self._columns["values"].device)
        for first in range(0, len(self), size):
            chosen = order[first : first + size]
            yield {name: column[chosen] for name, column in self._columns.items()}

    def scores(self, fields: Tensor, buttons: Tensor, batch: dict[str, Tensor]) -> Tensor:
        """What the network says about each action, with what is not legal ruled out."""
        clicks = fields.gather(1, self._places[batch["widths"]]) if self._facts.fields else fields[:, :0]
        return torch.cat([clicks, buttons], dim=1).masked_fill(batch["masks"] == 0, IMPOSSIBLE)


def learn(model: Model, optimizer: Any, shelf: Shelf, settings: Settings, seed: int) -> Learned:
    """A few passes; the losses are those of the last one."""
    dice = torch.Generator().manual_seed(seed)
    start, seen = time.perf_counter(), 0
    sums = torch.zeros(4, device=settings.device)
    model.train()
    for _ in range(settings.passes):
        sums.zero_()
        for batch in shelf.batches(settings.batch, dice):
            sums += _taught(model, optimizer, shelf, batch, settings.device)
            seen += len(batch["values"])
    policy, value, agreed, count = sums.tolist()
    return Learned(policy / count, value / count, agreed / count, seen / (time.perf_counter() - start))


def _taught(model: Model, optimizer: Any, shelf: Shelf, batch: dict[str, Tensor], device: str) -> Tensor:
    """One step of learning; what it saw, added up."""
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        fields, buttons, values = model(batch["planes"], batch["numbers"])
    scores = shelf.scores(fields.float(), buttons.float(), batch)
    likely = scores.log_softmax(dim=1).gather(1, batch["actions"].clamp(min=0))
    policy = -(likely * batch["shares"]).sum(dim=1)
    value = (values.float() - batch["values"]) ** 2
    optimizer.zero_grad(set_to_none=True)
    (policy + VALUE_WEIGHT * value).mean().backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), LARGEST_STEP)
    optimizer.step()
    agreed = (scores.argmax(dim=1) == batch["actions"][:, 0]).sum()
    return torch.stack([policy.sum(), value.sum(), agreed, torch.tensor(len(policy), device=device)]).detach()
