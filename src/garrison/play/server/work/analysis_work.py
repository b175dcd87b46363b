"""What the process for analyses does: it judges decisions in replays, one at a time, so that the server knows how far
it has got and can stop at any moment. The replays asked for last stay open."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import NamedTuple

from garrison.bots.analysis import MISTAKE, JudgedTurn, judged
from garrison.bots.search import Budget
from garrison.bots.search.beam import imagined
from garrison.core.replay import Reel, parse
from garrison.core.replay_turns import Decision, decisions_of
from garrison.errors import BadOption
from garrison.play.server.wire import study_messages
from garrison.play.server.wire.codec import encoder
from garrison.play.server.work.placement import placed_by, with_pieces
from garrison.play.server.work.replay_work import Data, filmed, latest

KEPT = 8
_open: OrderedDict[str, Opened] = OrderedDict()


class Opened(NamedTuple):
    """A replay and its decisions."""

    reel: Reel
    decisions: list[Decision]


def places(name: str, text: str, most: int) -> list[int]:
    """Which decisions to judge, at most this many: spread evenly, and in an order in which the first few are too."""
    replay = _opened(name, text)
    if not replay.reel.replay.can_continue:
        raise BadOption(f"This replay can't be analysed: {replay.reel.replay.warning}")
    return spread(len(replay.decisions), most)


def spread(count: int, most: int) -> list[int]:
    """At most `most` of 0 .. count-1, evenly, the last of them first; whatever comes later fills the gaps.

    >>> spread(9, 5)
    [8, 0, 4, 2, 6]
    """
    if count < 2 or most < 2:
        return list(range(count))[-most:]
    evenly = sorted(
        {round(place * (count - 1) / (most - 1)) for place in range(most)} if count > most else range(count)
    )
    order = [evenly[-1]]
    for step in (8, 4, 2, 1):
        order += [place for place in evenly[::step] if place not in order]
    return order


def judge(name: str, text: str, place: int, milliseconds: float) -> study_messages.JudgedView:
    """What a search thinks of a decision."""
    reel, decisions = _opened(name, text)
    one = decisions[place]
    judgement = judged(reel.look(one.first), reel.replay, one, Budget(milliseconds=milliseconds))
    is_worse = judgement.loss >= MISTAKE
    return study_messages.JudgedView(
        first=one.first,
        last=one.last,
        player=one.player,
        words=judgement.words,
        notation=judgement.notation,
        values=[round(value, 3) for value in judgement.values],
        loss=round(judgement.loss, 3),
        better=list(judgement.best_actions) if is_worse else [],
        better_words=_better_words(judgement) if is_worse else "",
        better_notation=judgement.best_notation if is_worse else "",
        reason=judgement.reason,
    )


def _better_words(judgement: JudgedTurn) -> str:
    """A better move in words; where they are those of the move that was played, only the board shows the difference."""
    if judgement.best_words != judgement.words:
        return judgement.best_words
    return f"{judgement.best_words} It is played elsewhere: see the board."


def better(name: str, text: str, first: int, player: int, actions: list[int]) -> bytes:
    """A better move, as its player would have imagined it: like a stretch of a replay. What it places, while others
    still choose, is drawn too."""
    reel, decisions = _opened(name, text)
    position = imagined(reel.look(first), player, first)
    others = next(one.actions for one in decisions if one.first == first)
    pieces, last = placed_by(position, player, tuple(actions), others), first + len(actions)

    def see(number: int) -> Data:
        scene = position.scene(player)
        return (with_pieces(scene, pieces) if number == last else scene).to_data()

    deeds = [partial(position.play, player, action) for action in actions]
    return encoder.encode(filmed(see, first, deeds))


def _opened(name: str, text: str) -> Opened:
    if name not in _open:
        reel = Reel(parse(text))
        _open[name] = Opened(reel, decisions_of(reel.replay, reel.length))
    return latest(_open, name, KEPT)
