"""How many bytes a match is on its way to a browser, and how long compressing them takes, by how it is done.

    python benchmarks/wire.py [--actions 200]

In each game, bots play at random. A browser is sent the first scene, and then a patch for every action. The window is
that of the server, and one that is kept from message to message is what a connection costs in memory.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Callable, Iterator
from random import Random

import garrison
from garrison.play.server.http.protocols import COMPRESSION, WINDOW
from garrison.play.server.wire.codec import encode, patch
from garrison.play.server.wire.messages import Update

TAIL = 4  # bytes of a flush, which are not sent
Compress = Callable[[bytes], bytes]


def messages_of(name: str, actions: int, seed: int = 1) -> Iterator[bytes]:
    """What one player's browser is sent: the first scene, then the patches."""
    dice, position = Random(seed), garrison.load(name).new(seed)
    scene = position.scene(0).to_data()
    yield encode(scene).encode()
    for number in range(actions):
        if position.over:
            return
        player = dice.choice(position.waiting)
        position.play(player, dice.choice(position.actions(player)))
        before, scene = scene, position.scene(0).to_data()
        yield encode(Update(number, list(position.sentences), patch(before, scene), [], [])).encode()


def by_itself(data: bytes) -> bytes:
    """Each message by itself."""
    compressor = zlib.compressobj(wbits=-WINDOW, **COMPRESSION)
    return (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-TAIL]


def kept() -> Compress:
    """With a window that is kept from message to message."""
    compressor = zlib.compressobj(wbits=-WINDOW, **COMPRESSION)
    return lambda data: (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-TAIL]


def sizes(sent: list[bytes], compress: Compress) -> tuple[int, float, float]:
    """Bytes of the first message, bytes of the others on average, and microseconds of each on average."""
    begun = time.perf_counter()
    lengths = [len(compress(one)) for one in sent]
    taken = (time.perf_counter() - begun) / len(sent) * 1e6
    return lengths[0], sum(lengths[1:]) / max(len(lengths) - 1, 1), taken


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=200)
    chosen = parser.parse_args()
    for name in garrison.game_names():
        sent = list(messages_of(name, chosen.actions))
        for words, compress in (("plain", bytes), ("each by itself", by_itself), ("window kept", kept())):
            first, other, taken = sizes(sent, compress)
            print(f"{name:<12}{words:<16} first {first:7,}  then {other:7,.0f}  {taken:5.0f} µs", flush=True)


if __name__ == "__main__":
    main()
