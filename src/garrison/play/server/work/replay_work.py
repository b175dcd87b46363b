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
from garrison.core.browser_module import has_browser_module
from garrison.core.ending import Ending, outcome_of, scene_of, scores_of
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move, Reel, parse
from garrison.core.replay_turns import eventful, turns_of
from garrison.core.verification import with_seal
from garrison.errors import BadOption
from garrison.play.history import time_was_up
from garrison.play.server.store import histories
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.views import Now, seat_views
from garrison.play.server.wire import messages, study_messages
from garrison.play.server.wire.codec import Data, encoder, patch

MOST_TURNS = 5000  # in a list
MOST_VERIFIED = 100_000  # actions that a browser plays again
KEPT = 16  # replays that stay open, since people scrub back and forth
Key = TypeVar("Key")
Value = TypeVar("Value")
_open: OrderedDict[str, Reel] = OrderedDict()


class Beginning(NamedTuple):
    """What a match that continues a replay begins with."""

    game: Game
    seed: int
    moves: list[Move]


def game_of(text: str | bytes, where: str) -> str:
    """A replay's game."""
    return parse(text, where).game.name


def understood(text: str | bytes, where: str) -> str:
    """What was understood of a file, as text; what can be continued is played through."""
    replay = parse(text, where)
    if replay.can_continue:
        replay.verify()
    return replay.to_json()


def of_match(row: Any, moves: bytes, end: Ending | None) -> str:
    """The replay of a stored match, with its seal."""
    return with_seal(histories.recorded(row, unpacked(moves), end)).to_json()


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
    scene = see(first)
    frames = study_messages.Frames(first, scene, [])
    for number, deed in enumerate(deeds, first + 1):
        deed()
        new = see(number)
        frames.frames.append(study_messages.Frame(number, patch(scene, new)))
        scene = new
    return frames


def turns(name: str, text: str) -> bytes:
    """The turns of a replay, as they travel; in real time, those in which something happened."""
    reel = reel_of(name, text)
    replay = reel.replay
    turns_played = turns_of(replay, reel.length)
    if replay.game.facts.tick_ms:
        return encoder.encode(list(islice(eventful(turns_played), MOST_TURNS)))
    return encoder.encode(list(islice(turns_played, MOST_TURNS)))


def verification(name: str, text: str) -> bytes:
    """What a browser needs to play a replay again and compare, as it travels."""
    replay = with_seal(reel_of(name, text).replay)
    if replay.seal is None:
        raise BadOption(replay.warning or "Today's rules do not allow all moves of this game, so it can't be verified.")
    if len(replay.moves) > MOST_VERIFIED:
        raise BadOption(
            f"A browser verifies games of at most {MOST_VERIFIED:,} moves, and this one has {len(replay.moves):,}; "
            "garrison replay FILE --verify does it for the file."
        )
    return encoder.encode(
        study_messages.VerificationView(
            game=replay.game.name,
            rules=f"/api/games/{replay.game.name}/rules.wasm" if has_browser_module(replay.game.package) else "",
            rules_version=replay.game.facts.rules_version,
            parameters=replay.game.record.tobytes(),
            seed=str(replay.seed),
            columns=replay.game.new(replay.seed).width(),
            moves=[[move.player, move.action] for move in replay.moves],
            stirs=[
                study_messages.StirView(place, str(move.bits)) for place, move in enumerate(replay.moves) if move.bits
            ],
            checksums=replay.seal.checksums,
            final=replay.seal.final,
        )
    )


def _seen(reel: Reel, position: Position, player: int, place: int) -> Data:
    """What a player sees at a place of a replay; at its last one, how the players ended the match."""
    replay = reel.replay
    scene = scene_of(position, replay.end if place == reel.length else None, player)
    late = time_was_up(replay.game, replay.moves[place - 1]) if place else []
    return replace(scene, log=(*late, *scene.log)).to_data()


def latest(cache: OrderedDict[Key, Value], key: Key, most: int) -> Value:
    """Something that is kept, now the latest; the oldest are dropped when there are too many."""
    cache.move_to_end(key)
    while len(cache) > most:
        cache.popitem(last=False)
    return cache[key]


def reel_of(name: str, text: str) -> Reel:
    """An open replay."""
    if name not in _open:
        _open[name] = Reel(parse(text, "This match" if name.startswith("m-") else "the replay"))
    return latest(_open, name, KEPT)
