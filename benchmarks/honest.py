"""Honest people: two who play as fast as they get answers, one who looks around, and a measure of how they fare."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random
from typing import Any

from clients import COMPILING, Gone, Wire, encode, make_match, request

import garrison
from garrison.core.replay import Move, Replay
from garrison.play.server.wire.messages import Act, Join, NewMatch, SeatWish

SEATS = [SeatWish("person"), SeatWish("person")]


class Pair:
    """Matches of Skirmish, one after another, between two connections."""

    def __init__(self, port: int) -> None:
        self.port, self.stopping = port, False
        self.taken: list[float] = []  # seconds from a move to its acknowledgement
        self.dice = Random(1)
        self.sent: dict[str, float] = {}

    async def measured(self, seconds: float) -> tuple[float, float]:
        """Moves a second from now on, and the longest that one of them took; a pending one counts as it stands."""
        self.taken.clear()
        start = time.perf_counter()
        await asyncio.sleep(seconds)
        now = time.perf_counter()
        waiting = [now - max(moment, start) for moment in self.sent.values()]
        return len(self.taken) / (now - start), max([*self.taken, *waiting], default=seconds)

    async def play(self) -> None:
        """Play until told to stop."""
        while not self.stopping:
            try:
                made = await make_match(self.port, NewMatch("skirmish", seats=SEATS))
                both = [Honest(self, player, made.seats[str(player)]) for player in (0, 1)]
                await asyncio.gather(*(one.play(made.match) for one in both))
            except Gone:
                await asyncio.sleep(0.1)


class Newcomer:
    """Somebody who looks around: makes a match, shares it, sees what others play, and looks at a game of their own. One
    question at a time, with a pause after each."""

    def __init__(self, port: int) -> None:
        self.port, self.stopping, self.at_home = port, False, asyncio.Event()
        self.asked: tuple[str, float] = "", 0.0  # what is waited for, and since when
        self.forget()

    async def look_around(self) -> None:
        """Go on until told to stop."""
        game = Replay(garrison.load("minefield"), 7, [Move(0, 1)]).to_json().encode()
        wish = json.dumps({"game": "minefield", "seats": [{"kind": "person"}]}).encode()
        status, answer = await request(self.port, "POST", "/api/replays", game, COMPILING)
        assert status == 200, answer
        replay, count = json.loads(answer)["id"], 0
        while not self.stopping:
            count += 1
            await self._ask("quick", "POST", "/api/matches", wish)
            await self._ask("quick", "GET", f"/api/qr?text=/m/n{count}")
            await self._ask("quick", "GET", "/api/matches")
            await self._ask("replay", "GET", f"/api/replays/{replay}/frames?first={count}&count=1")
            self.at_home.set()  # by now, the server has loaded all that this takes

    def forget(self) -> None:
        """Measure from now on."""
        self.slowest = {"quick": 0.0, "replay": 0.0}  # seconds for an answer
        self.refused = 0

    async def _ask(self, kind: str, method: str, path: str, body: bytes = b"") -> None:
        self.asked = kind, time.perf_counter()
        try:
            status, _ = await request(self.port, method, path, body)
        except Gone:
            status = 0
        self._note()
        self.asked = "", 0.0
        self.refused += status != 200 and not self.stopping  # what is still pending then is not waited for
        await asyncio.sleep(0.25)

    def _note(self) -> None:
        kind, since = self.asked
        if kind:
            self.slowest[kind] = max(self.slowest[kind], time.perf_counter() - since)

    def stop(self) -> dict[str, float]:
        """Stop, and how many milliseconds the slowest answers took; a pending one counts as it stands."""
        self._note()
        self.stopping = True
        return {kind: round(seconds * 1000) for kind, seconds in self.slowest.items()}


class Honest:
    """One of two players."""

    def __init__(self, pair: Pair, player: int, token: str) -> None:
        self.pair, self.player, self.token = pair, player, token
        self.scene: dict[str, Any] = {}
        self.number = self.count = 0
        self.asked = ""

    async def play(self, match: str) -> None:
        """One match, to its end."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wire = await Wire.connect(self.pair.port, match, self.heard)
        self.wire.send(encode(Join([self.token])))
        while not self.pair.stopping and self.wire.is_open and not self.over.done():
            await asyncio.wait([self.over, self.wire.lost], timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
        self.wire.close()
        self.pair.sent.pop(self.asked, None)

    def heard(self, data: bytes) -> None:
        """Look, and move when it is this player's turn."""
        message = json.loads(data)
        kind = message["type"]
        if kind == "welcome":
            self.scene, self.number = message["scene"], message["number"]
        elif kind == "update":
            self.scene, self.number = patched(self.scene, message["patch"]), message["number"]
        elif kind in ("ack", "refused") and message["id"] == self.asked:
            self._answered(message)
        self._move()

    def _answered(self, message: dict[str, Any]) -> None:
        self.pair.taken.append(time.perf_counter() - self.pair.sent.pop(self.asked))
        self.asked, self.number = "", max(self.number, message["number"])

    def _move(self) -> None:
        if self.scene.get("over") and not self.over.done():
            self.over.set_result(None)
        legal = self._legal()
        if self.asked or not legal or self.player not in self.scene["waiting"]:
            return
        self.count += 1
        self.asked = f"{self.player}-{self.count}"
        self.pair.sent[self.asked] = time.perf_counter()
        self.wire.send(encode(Act(self.asked, self.player, self.pair.dice.choice(legal), self.number)))

    def _legal(self) -> list[int]:
        if "boards" not in self.scene:
            return []
        fields = list(self.scene["boards"]["0"]["legal_fields"])
        return fields + [int(action) for action, button in self.scene["buttons"].items() if button["legal"]]


def patched(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """What a JSON merge patch (RFC 7386) makes of something."""
    new = {key: value for key, value in old.items() if changes.get(key, value) is not None}
    for key, value in changes.items():
        if isinstance(value, dict):
            new[key] = patched(new[key] if isinstance(new.get(key), dict) else {}, value)
        elif value is not None:
            new[key] = value
    return new
