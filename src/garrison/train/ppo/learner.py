"""Playing and learning in turns, by proximal policy optimisation.

On a GPU, both are recorded once as CUDA graphs: then the host only says how often, and nothing waits for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from garrison.train.ppo.network import PolicyNetwork
from garrison.train.ppo.positions import Looks, Positions
from garrison.train.ppo.rollouts import Lessons, Rollouts

TRACE, CLIP, ENTROPY, WORTH, STEEPEST = 0.95, 0.2, 0.01, 0.5, 0.5
SMALL = 1e-8
DRIFT = 0.05  # how quickly the scale of rewards follows what games come to
AHEAD = 2  # turns
WARM = 3  # rounds before recording, for what is set up when it is first needed


class PpoCourse(NamedTuple):
    """How the learner learns."""

    rounds: int  # that are played between learning
    parts: int  # of the games, learned from one after the other
    epochs: int  # how often all of it is learned from
    discount: float
    rate: float
    scales: bool  # whether rewards are counted in a scale that follows them


class Learner:
    """A network that plays all seats of some games, and learns from what came of it."""

    def __init__(self, network: PolicyNetwork, positions: Positions, course: PpoCourse) -> None:
        self.network, self.positions, self.course = network, positions, course
        self._device = positions.device
        self._is_on_gpu = self._device == "cuda"
        self._rate = torch.tensor(course.rate, device=self._device)
        rate = self._rate if self._is_on_gpu else course.rate
        there = {"fused": True, "capturable": True} if self._is_on_gpu else {}
        self._optimiser = torch.optim.Adam(network.parameters(), lr=rate, eps=1e-5, **there)
        for weights in network.parameters():  # a step that changes nothing: now it has a memory, whose place is kept
            weights.grad = torch.zeros_like(weights)
        self._optimiser.step()
        self._left = torch.ones((), device=self._device)  # the share of the time that is left
        self.scale = torch.ones((), device=self._device)
        self._look = positions.look()
        gains, _ = positions.play(*self._first_choices())
        self._look = Looks(*(each.clone() for each in positions.look()))
        self.rollouts = Rollouts(self._look, gains, course.rounds, course.parts)
        self._sums = torch.zeros_like(gains)  # of the rewards of the games under way
        self.steps = 0  # down the gradient
        self._marks: deque[Any] = deque()
        self.results = torch.zeros(1 + gains.shape[1], device=self._device)  # games that ended, and their rewards
        self._play, self._learn = self._recorded(self._play_all), self._recorded(self._learn_all)

    def _first_choices(self) -> tuple[Tensor, Tensor]:
        return self._look.legal.int().argmax(dim=1), self._look.players

    def turn(self, left: float) -> None:
        """Play some rounds and learn from them; `left` is the share of the time that is left."""
        self._left.fill_(left)
        self._rate.fill_(self.course.rate * max(left, 0.02))
        if not self._is_on_gpu:
            self._optimiser.param_groups[0]["lr"] = float(self._rate)
        self._play()
        self._learn()
        self.steps += self.course.epochs * self.course.parts
        self._keep_pace()

    def _keep_pace(self) -> None:
        """On a GPU, let the host be two turns ahead and no more, so that it knows what time it is."""
        if self._is_on_gpu:
            self._marks.append(torch.cuda.Event())
            self._marks[-1].record()
            if len(self._marks) > AHEAD:
                self._marks.popleft().synchronize()

    def state(self) -> dict[str, Any]:
        """What is needed to go on later."""
        moments = [each.clone() for each in self._moments()]
        return {"scale": self.scale, "steps": self.steps, "network": self.network.state_dict(), "moments": moments}

    def _moments(self) -> list[Tensor]:
        """What the optimiser remembers."""
        return [array for memory in self._optimiser.state.values() for array in memory.values()]

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from such a state, in place: what was recorded knows only these tensors."""
        self.scale.copy_(state["scale"])
        self.steps = state["steps"]
        self.network.load_state_dict(state["network"])
        for own, other in zip(self._moments(), state["moments"], strict=True):
            own.copy_(other)

    @property
    def decisions(self) -> int:
        """How many decisions a turn makes."""
        return self.course.rounds * len(self._look.players)

    # --- Playing

    @torch.no_grad()
    def _play_all(self) -> None:
        """The rounds between learning, and what came of them."""
        for number in range(self.course.rounds):
            self._play_one(number)
        self.rollouts.judge(self.course.discount, TRACE, self.scale)
        if self.course.scales:
            returns = self.rollouts.returns * self.scale
            self.scale.lerp_(returns.square().mean().sqrt().clamp(min=SMALL), DRIFT)

    def _play_one(self, number: int) -> None:
        look = self._look
        logs, values = self.network(look.codes, look.cues, look.legal)
        choices = (logs - torch.empty_like(logs).exponential_().log()).argmax(dim=1)
        chances = logs.gather(1, choices[:, None]).squeeze(1)
        self.rollouts.note(number, **look._asdict(), choices=choices, chances=chances, values=values)
        gains, has_ended = self.positions.play(choices, look.players)
        self.rollouts.note(number, rewards=gains, is_over=has_ended)
        self._count(gains, has_ended[:, None])
        for room, fresh in zip(look, self.positions.look(), strict=True):
            room.copy_(fresh)

    def _count(self, gains: Tensor, has_ended: Tensor) -> None:
        """Add up what games came to that ended."""
        self._sums += gains
        self.results[0] += has_ended.sum()
        self.results[1:] += torch.where(has_ended, self._sums, 0).sum(dim=0)
        self._sums.masked_fill_(has_ended, 0)

    # --- Learning

    def _learn_all(self) -> None:
        for _ in range(self.course.epochs):
            for part in range(self.course.parts):
                self._learn_one(self.rollouts.lessons(part))

    def _learn_one(self, lessons: Lessons) -> None:
        """A step down the gradient."""
        self._optimiser.zero_grad(set_to_none=False)
        self._loss(lessons).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), STEEPEST)
        self._optimiser.step()

    def _loss(self, lessons: Lessons) -> Tensor:
        """How far the network is from choosing what came out better than expected, and from expecting what came."""
        logs, values = self.network(lessons.codes, lessons.cues, lessons.legal)
        counts = lessons.counts / lessons.counts.sum().clamp(min=1)
        mean = (lessons.gains * counts).sum()
        spread = ((lessons.gains - mean).square() * counts).sum().sqrt()
        gains = (lessons.gains - mean) / (spread + SMALL)
        ratio = torch.exp(logs.gather(1, lessons.choices[:, None]).squeeze(1) - lessons.chances)
        bounds = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
        surprise = (logs.exp() * logs).sum(dim=1)
        error = (values - lessons.returns).square()
        loss: Tensor = ((WORTH * error - bounds + self._left * ENTROPY * surprise) * counts).sum()
        return loss

    # --- Recording

    def _recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        """On a GPU, the same work as a CUDA graph, which the host only has to begin."""
        if not self._is_on_gpu:
            return work
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        self.positions.use_stream(stream.cuda_stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.stream(stream):
            for _ in range(WARM):
                work()
            torch.cuda.synchronize()
            with torch.cuda.graph(graph, stream=stream, capture_error_mode="relaxed"):
                work()
        self.positions.use_stream(0)
        torch.cuda.current_stream().wait_stream(stream)
        return graph.replay
