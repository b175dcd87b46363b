"""How many connections are open, and from where: who is let in, who has to wait, and who is turned away."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from garrison.play.server.wire import server_time
from garrison.play.server.wire.codec import encode
from garrison.play.server.wire.messages import Problem
from garrison.play.server.work.guard import FULL, TOO_MANY_CONNECTIONS, Guard

MOST_TURNED_AWAY = 256  # connections that wait to be hung up on
TOLD_EVERY = 60.0  # seconds between two log lines about refused connections
logger = logging.getLogger("garrison")


class OpenConnections:
    """The open connections of a server; all its protocols share them."""

    def __init__(self, guard: Guard, most: int) -> None:
        self.guard, self.settings, self.most = guard, guard.settings, most  # 0: any number
        self.open: Counter[str] = Counter()
        self._turned_away = 0
        self._last_warning = -TOLD_EVERY

    def enter(self, peer: str) -> str:
        """Let in one more connection and count it, or say why not."""
        own = 0 if self.settings.trust_proxy else self.guard.most(self.settings.sockets_an_address, peer)
        if (self.most and self.open.total() >= self.most) or (own and self.open[peer] >= own):
            self._tell(peer)
            return TOO_MANY_CONNECTIONS if own and self.open[peer] >= own else FULL
        self.open[peer] += 1
        return ""

    def leave(self, peer: str) -> None:
        """Note that a connection is gone."""
        self.open[peer] -= 1
        if self.open[peer] <= 0:
            del self.open[peer]

    def has_to_wait(self, peer: str) -> bool:
        """Whether a new connection can wait, since its address has used up its requests."""
        return not self.settings.trust_proxy and self.guard.is_spent(peer)

    def punish(self, peer: str | None) -> None:
        """Somebody sent what no browser sends; a proxy is not to blame for what others send through it."""
        if peer is not None and not self.settings.trust_proxy:
            self.guard.punish(peer)

    def turn_away(self, transport: asyncio.Transport, sentence: str) -> None:
        """Say to a connection that is not let in why, and hang up: after a while, so that trying again at once gains
        nothing."""
        if self._turned_away >= MOST_TURNED_AWAY:
            transport.abort()
            return
        self._turned_away += 1
        asyncio.get_running_loop().call_later(self.settings.refused_after, self._hang_up, transport, sentence)

    def _hang_up(self, transport: asyncio.Transport, sentence: str) -> None:
        self._turned_away -= 1
        transport.write(_answer(sentence))
        transport.close()

    def _tell(self, peer: str) -> None:
        if server_time.now() - self._last_warning >= TOLD_EVERY:
            self._last_warning = server_time.now()
            count, own = self.open.total(), self.open[peer]
            logger.warning("Refusing connections: %d are open, %d of them from %s.", count, own, peer)


def _answer(sentence: str) -> bytes:
    """The whole answer to whatever was asked, in HTTP."""
    body = encode(Problem(sentence)).encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
