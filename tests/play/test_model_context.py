"""Models play by the Model Context Protocol, with the package's own client, through whole games."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from random import Random
from typing import Any

import pytest
import uvicorn

pytest.importorskip("mcp", reason="mcp is not installed: garrison[mcp]")

from mcp import Client, StdioServerParameters

from garrison.core.game import load
from garrison.errors import BadOption
from garrison.play.model_context import desk as desks
from garrison.play.model_context import server as servers
from garrison.play.model_context.desk import Desk
from garrison.play.model_context.local_game import LocalGame
from playing import NAMES

SHORT = {"siege": {"max_turns": 1}, "loop": {"max_steps": 30}, "minefield": {"max_steps": 12}}


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "load", lambda name, **options: load(name, rules=SHORT.get(name), **options))


async def call(client: Any, tool: str, **given: Any) -> str:
    result = await client.call_tool(tool, given)
    text: str = result.content[0].text
    return f"REFUSED {text.removeprefix(f'Error executing tool {tool}: ')}" if result.is_error else text


def name_in(text: str) -> str:
    match = re.match(r"Your game is called (\S+)\n", text)
    assert match
    return match[1]


@pytest.mark.parametrize("name", NAMES)
async def test_a_whole_game_of_each_kind(name: str) -> None:
    dice, desk = Random(5), Desk()
    async with Client(servers.model_server(desk)) as client:
        game = name_in(await call(client, "start_game", game=name, level="random", seed=5))
        own = desk.find(game)
        assert isinstance(own, LocalGame)
        assert own.game.facts.title in await call(client, "look", game=game)
        for _ in range(400):
            if own.ending():
                break
            moves = own.history.position.moves(own.seat)
            answer = await call(client, "move", game=game, move=moves[dice.randrange(len(moves))].notation)
            assert not answer.startswith("REFUSED"), answer
        assert "The game is over" in answer
        assert await call(client, "result", game=game) == own.ending()
        assert "REFUSED The game is over" in await call(client, "move", game=game, move="x")


async def test_what_is_wrong_is_refused_in_a_sentence() -> None:
    async with Client(servers.model_server()) as client:
        assert "There is no game called 'chess'" in await call(client, "start_game", game="chess")
        assert "no bot called 'god'" in await call(client, "start_game", game="skirmish", level="god")
        assert "has seats 0 to 1 here, not 5" in await call(client, "start_game", game="skirmish", seat=5)
        assert "No game is open under this name" in await call(client, "move", game="../etc/passwd", move="1")
        game = name_in(await call(client, "start_game", game="skirmish"))
        answer = await call(client, "move", game=game, move="<script>alert(1)</script> " + "x" * 3_000_000)
        assert answer.startswith("REFUSED An answer has at most 2000 characters")
        assert "nearest moves" in await call(client, "move", game=game, move="E0 99-98")
        assert "REFUSED There is nothing to take back" in await call(client, "undo", game=game)
        assert "at most 500 characters" in await call(client, "note", game=game, text="n" * 501)


async def test_a_note_is_kept_between_calls_and_a_game_can_be_given_up() -> None:
    async with Client(servers.model_server()) as client:
        one, other = [name_in(await call(client, "start_game", game="skirmish", seat=seat)) for seat in (0, 1)]
        assert await call(client, "note", game=one) == "Your note is empty."
        assert await call(client, "note", game=one, text="hold the right") == "hold the right"
        assert await call(client, "note", game=one) == "hold the right"
        assert await call(client, "note", game=other) == "Your note is empty."
        assert (await call(client, "result", game=one)).startswith("The game goes on: 0 actions")
        assert "(resigned)" in await call(client, "resign", game=other)
        assert "attacks 7,3" in await call(client, "ask", game=one, question="what attacks 7,3")


async def test_rulebooks_are_resources_and_each_game_has_a_prompt() -> None:
    async with Client(servers.model_server()) as client:
        uris = [str(one.uri) for one in (await client.list_resources()).resources]
        assert uris == [f"garrison://rules/{name}" for name in sorted(NAMES)]
        book = (await client.read_resource(uris[0])).contents[0]
        assert "# Boneyard" in book.text
        prompts = [one.name for one in (await client.list_prompts()).prompts]
        assert sorted(prompts) == [f"play_{name}" for name in sorted(NAMES)]
        prompt = await client.get_prompt("play_siege", {"level": "hard"})
        assert 'game="siege" and level="hard"' in prompt.messages[0].content.text
        assert "boneyard: Boneyard." in await call(client, "list_games")
        assert "# Skirmish" in await call(client, "read_rules", game="skirmish")


def test_open_games_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_GAMES", 2)
    desk, game = Desk(), load("minefield")
    first = desk.open(LocalGame(game, 0, "random", 1, True))
    desk.open(LocalGame(game, 0, "random", 2, True))
    with pytest.raises(BadOption, match="2 games are open here"):
        desk.open(LocalGame(game, 0, "random", 3, True))
    desk.find(first).resign()
    third = desk.open(LocalGame(game, 0, "random", 3, True))
    assert desk.find(third)
    with pytest.raises(desks.NoGame):
        desk.find(first)


async def test_by_standard_input_and_output() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "garrison", "mcp"], env={**os.environ})
    async with Client(command) as client:
        game = name_in(await call(client, "start_game", game="minefield", seed=7))
        assert "right" in await call(client, "list_moves", game=game)
        assert "REFUSED" not in await call(client, "move", game=game, move="right")


async def test_by_streamable_http_on_this_machine_only() -> None:
    app = servers.model_server().streamable_http_app()
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        assert "Minefield" in await call(client, "start_game", game="minefield", seed=7)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b"POST /mcp HTTP/1.1\r\nhost: evil.example\r\ncontent-type: application/json\r\ncontent-length: 2\r\n"
    writer.write(head + b"connection: close\r\n\r\n{}")
    assert b"421" in (await reader.read()).split(b"\r\n")[0]
    writer.close()
    server.should_exit = True
    await serving
