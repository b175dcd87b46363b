"""The commands for language models."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from garrison.cli import LOCAL, app
from garrison.cli.options import Option
from garrison.errors import MissingExtra

USUAL_PORT = 8765


@app.command()
def mcp(
    http: Annotated[
        bool, Option("--http", help="by streamable HTTP, at /mcp, not by standard input and output")
    ] = False,
    host: Annotated[str, Option(help="the address to listen on; whoever reaches it may play")] = LOCAL,
    port: Annotated[int, Option(help="the port", low=1, high=65535)] = USUAL_PORT,
) -> None:
    """Let language models play, by the Model Context Protocol."""
    if find_spec("mcp") is None:
        raise MissingExtra('garrison mcp needs the package mcp: pip install "garrison[mcp]".')
    from garrison.play.model_context.server import model_server

    server = model_server()
    if http:
        server.run("streamable-http", host=host, port=port)
    else:
        server.run("stdio")
