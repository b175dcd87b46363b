"""What models may do, as tools, resources and prompts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from secrets import randbits
from typing import Any

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.resources import FunctionResource

from garrison import __version__, bots
from garrison.bots.readers.answers import LONGEST_NOTE
from garrison.core import discovery
from garrison.core.discovery import GamePackage
from garrison.core.game import load
from garrison.errors import BadOption, GarrisonError
from garrison.play.model_context.desk import Desk
from garrison.play.model_context.guest_game import GuestGame
from garrison.play.model_context.invitation import invitation_of, shown_name, take_seat
from garrison.play.model_context.local_game import LocalGame

INSTRUCTIONS = (
    "Strategy games in words. start_game opens a game against bots, join_match takes a seat in a match with people by "
    "its invitation link; both answer with the game's name and the position. Then "
    "move plays, look and ask tell more. Positions say how a move is written; fields are row,column from 0."
)
TASK = """Play {title} with the tools of this server, to its end: {summary}

Call start_game with game="{name}" and level="{level}". It answers with the name of your game, which every other tool
takes, and with the position, which says what may be answered. Play with move; a move that is not legal is refused with
the reason and the nearest legal ones. ask("help") lists questions, ask("rules WORD") reads the rulebook. What you want
to remember belongs in your note (at most {longest} characters)."""
Tool = Callable[..., str]


def model_server(desk: Desk | None = None) -> MCPServer[Any]:
    """A server, and the games that are open there."""
    server = MCPServer[Any]("garrison", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    tools = Tools(desk or Desk())
    for tool in (
        tools.list_games,
        tools.read_rules,
        tools.start_game,
        tools.join_match,
        tools.look,
        tools.ask,
        tools.list_moves,
        tools.move,
        tools.undo,
        tools.resign,
        tools.consent,
        tools.result,
        tools.note,
    ):
        server.add_tool(_off_the_loop(tool), structured_output=False)
    for package in discovery.installed()[0]:
        server.add_resource(_rulebook(package))
        server.add_prompt(_prompt(package))
    return server


def _off_the_loop(tool: Tool) -> Callable[..., Awaitable[str]]:
    """A tool that holds up nobody else, and whose refusals are sentences."""

    @wraps(tool)
    async def run(**arguments: Any) -> str:
        try:
            return await anyio.to_thread.run_sync(lambda: tool(**arguments))
        except GarrisonError as error:
            raise ToolError(str(error)) from None

    return run


def _rulebook(package: GamePackage) -> FunctionResource:
    return FunctionResource(
        uri=f"garrison://rules/{package.name}",
        name=f"rules of {package.facts.title}",
        description=package.facts.summary,
        mime_type="text/markdown",
        fn=lambda: package.rulebook,
    )


def _prompt(package: GamePackage) -> Prompt:
    facts = package.facts

    def play(level: str = "medium") -> str:
        return TASK.format(
            title=facts.title, summary=facts.summary, name=package.name, level=level, longest=LONGEST_NOTE
        )

    return Prompt.from_function(play, name=f"play_{package.name}", description=f"Play a game of {facts.title}.")


class Tools:
    """The tools: their docstrings and parameters are what a model is told of them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def list_games(self) -> str:
        """List the games, with their seats, opponents, variants and options."""
        return "\n".join(map(_about, discovery.installed()[0]))

    def read_rules(self, game: str) -> str:
        """Read a game's whole rulebook (long); ask("rules WORD") in a game reads a part."""
        return discovery.find(game).rulebook

    def start_game(
        self,
        game: str,
        level: str = "medium",
        seat: int = 0,
        variant: str = "",
        options: dict[str, str | int] | None = None,
        seed: int | None = None,
        forecasts: bool = True,
    ) -> str:
        """Start a game against bots of a level. `seat` counts from 0; `forecasts` says what is certain to come."""
        choices: dict[str, Any] = dict(options or {})
        if len(choices) > len(discovery.find(game).facts.options):
            raise BadOption("There are more options than the game has: list_games names them.")
        chosen_game = load(game, variant=variant or None, **choices)
        own = LocalGame(chosen_game, seat, level, randbits(63) if seed is None else seed, forecasts)
        name = self._desk.open(own)
        return f"Your game is called {name}\n\n{own.look()}"

    def join_match(self, link: str, name: str) -> str:
        """Take a free seat in a running match by its invitation link. `name` says what you are called: people see it as
        "model: NAME". Others play when they like: move and look wait for them, though not for long."""
        invitation = invitation_of(link)
        public_name = shown_name(name)
        self._desk.make_room()
        own = GuestGame(invitation, take_seat(invitation, public_name))
        game = self._desk.open(own)
        return f"Your game is called {game}\n\nYou sit there as {public_name}.\n\n{own.ask('look')}"

    def look(self, game: str) -> str:
        """See the position: what stands where, what has happened, what may be answered."""
        return self._desk.find(game).look()

    def ask(self, game: str, question: str) -> str:
        """Ask: board, moves E0, what attacks 6,4, coming, last, score, rules WORD, help."""
        return self._desk.find(game).ask(question)

    def list_moves(self, game: str, beginning: str = "") -> str:
        """List the moves that are possible now, or those whose notation begins in a certain way."""
        return self._desk.find(game).ask(f"moves {beginning}".strip())

    def move(self, game: str, move: str) -> str:
        """Play a move in the game's notation; the answer is what happened, and the next position."""
        return self._desk.find(game).move(move)

    def undo(self, game: str) -> str:
        """Take back your last action, as long as neither chance nor anybody else has answered it."""
        return self._desk.find(game).undo()

    def resign(self, game: str) -> str:
        """Give up; in a match of more than two players, leave it to a bot."""
        return self._desk.find(game).resign()

    def consent(self, game: str, agree: bool) -> str:
        """Agree to what another player asks you for (a draw, a move taken back, a pause, a bot), or decline it."""
        return self._desk.find(game).consent(agree)

    def result(self, game: str) -> str:
        """Learn how the game stands, or how it ended."""
        return self._desk.find(game).result()

    def note(self, game: str, text: str | None = None) -> str:
        """Read the note that you keep between calls, or replace it (at most 500 characters)."""
        return self._desk.note(game, text) or "Your note is empty."


def _about(package: GamePackage) -> str:
    facts = package.facts
    options = [f"{name} ({', '.join(map(str, values))})" for name, values in facts.options.items()]
    return (
        f"{package.name}: {facts.title}. {facts.summary} Players: {facts.player_range}. "
        f"Levels: {', '.join(bots.names(package))}. Variants: {', '.join(package.variants)}. "
        f"Options: {'; '.join(options) or 'none'}."
    )
