"""What is done with replays in the process for work that takes a long time. Replays come as text, since the server and
that process share no memory; the ones asked for last stay open."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import msgspec

from garrison.core.about import explanations
from garrison.core.ending import Ending, outcome_of, scene_of, scores_of
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move, Reel, parse
from garrison.core.replay_turns import eventful, turns_of
from garrison.errors import BadOption
from garrison.play.match import time_was_up
from garrison.play.server.store import histories
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.views import Now, seat_views
from garrison.play.server.wire import messages, study_messages
from garrison.play.server.wire.codec import encoder
from garrison.play.server.wire.patches import Data, patch

MOST_TURNS = 5000  # in a list
KEPT = 16  # replays that stay open, since people scrub back and forth
Key = TypeVar("Key")
Value = TypeVar("Value")
_open: OrderedDict[str, Reel] = OrderedDict()


class Beginning(NamedTuple):
    """What a match that continues a replay begins with."""

    game: Game
    seed: int
    moves: list[Move]


def game_of(text: str | bytes, where: str) -> tuple[str, bool]:
    """A replay's game, and whether it can be continued."""
    replay = parse(text, where)
    return replay.game.name, replay.can_continue


def understood(text: str | bytes, where: str) -> str:
    """What was understood of a file, as text; what can be continued is played through."""
    replay = parse(text, where)
    if replay.can_continue:
        replay.verify()
    return replay.to_json()


def of_match(row: Any, moves: bytes, end: Ending | None) -> str:
    """The replay of a stored match."""
    return histories.recorded(row, unpacked(moves), end).to_json()


def packed(moves: list[Move]) -> bytes:
    """Moves for another process: as objects, many thousands would hold up the server while they are sent."""
    return msgspec.msgpack.encode(moves)


def unpacked(moves: bytes) -> list[Move]:
    """Moves from another process."""
    return msgspec.msgpack.decode(moves, type=list[Move])


def opened(name: str, text: str) -> None:
    """Open a replay: read it and play it through. What is asked about it from then on takes little time."""
    reel_of(name, text)


def beginning(name: str, text: str, number: int) -> Beginning:
    """The first actions of a replay, to go on from."""
    replay = reel_of(name, text).replay
    if not replay.can_continue:
        raise BadOption(replay.warning)
    if not 0 <= number <= len(replay.moves):
        raise BadOption(f"The replay has {len(replay.moves)} actions, not {number}.")
    return Beginning(replay.game, replay.seed, replay.moves[:number])


def view(name: str, text: str) -> messages.ReplayView:
    """What a replay is; of a match's, nobody knows here who sat in its seats."""
    reel = reel_of(name, text)
    replay, last = reel.replay, reel.look(reel.length)
    facts, outcome = replay.game.facts, outcome_of(last, replay.end)
    people = [SeatState("person")] * replay.game.players
    return messages.ReplayView(
        id=name,
        game=replay.game.name,
        title=facts.title,
        variant=replay.game.variant,
        seats=seat_views(people, facts, Now()),
        named=False,
        length=reel.length,
        warning=replay.warning,
        reason=outcome.reason if outcome else "",
        winners=list(outcome.winners) if outcome else [],
        scores=list(scores_of(last, replay.end)),
    )


def about(name: str, text: str) -> dict[str, str]:
    """What everything in a replay is."""
    return explanations(reel_of(name, text).replay.game)


def frames(name: str, text: str, first: int, count: int, player: int) -> bytes:
    """A stretch of a replay, as it travels."""
    reel = reel_of(name, text)
    if not -1 <= player < reel.replay.game.players:
        raise BadOption(f"There is no player {player} in this replay.")
    first = max(0, min(first, reel.length))
    position, moves = reel.look(first), reel.replay.moves[first : min(first + count, reel.length)]
    see = partial(_seen, reel, position, player)
    return encoder.encode(filmed(see, first, [partial(move.play, position) for move in moves]))


def filmed(see: Callable[[int], Data], first: int, deeds: Iterable[Callable[[], None]]) -> study_messages.Frames:
    """What is to be seen before and after each of these deeds; `see` is given the place."""
    seen = see(first)
    found = study_messages.Frames(first, seen, [])
    for number, deed in enumerate(deeds, first + 1):
        deed()
        new = see(number)
        found.frames.append(study_messages.Frame(number, patch(seen, new)))
        seen = new
    return found


def turns(name: str, text: str) -> bytes:
    """The turns of a replay, as they travel; in real time, those in which something happened."""
    reel = reel_of(name, text)
    replay = reel.replay
    found = turns_of(replay, reel.length)
    if replay.game.facts.tick_ms:
        return encoder.encode(list(islice(eventful(found), MOST_TURNS)))
    return encoder.encode([replace(turn, words=turn.named(replay)) for turn in islice(found, MOST_TURNS)])


def _seen(reel: Reel, position: Position, player: int, place: int) -> Data:
    """What a player sees at a place of a replay; at its last one, how the players ended the match."""
    replay = reel.replay
    scene = scene_of(position, replay.end if place == reel.length else None, player)
    late = time_was_up(replay.game, replay.moves[place - 1]) if place else []
    return replace(scene, log=(*late, *scene.log)).to_data()


def latest(kept: OrderedDict[Key, Value], key: Key, most: int) -> Value:
    """Something that is kept, now the latest; the oldest are dropped when there are too many."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return kept[key]


def reel_of(name: str, text: str) -> Reel:
    """An open replay."""
    if name not in _open:
        _open[name] = Reel(parse(text, "This match" if name.startswith("m-") else "the replay"))
    return latest(_open, name, KEPT)
