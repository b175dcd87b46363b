"""Descriptions of the server for programs: OpenAPI 3.1 for HTTP, AsyncAPI 3 for the WebSocket's messages. Both are
generated from the message types and the table of routes, so they can't drift.

`python -m garrison.play.server.http.description FOLDER` writes both files.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from garrison.play.server.http.lab_routes import LAB
from garrison.play.server.http.lesson_routes import LESSONS
from garrison.play.server.http.operations import API, OPERATING
from garrison.play.server.http.picture_routes import PICTURES
from garrison.play.server.http.renames import NAMING
from garrison.play.server.http.responses import JSON, Answer, Call
from garrison.play.server.http.routes import ROUTES
from garrison.play.server.http.study_routes import STUDYING
from garrison.play.server.wire import messages

SCHEMAS = "#/components/schemas/{name}"
ABOUT = "Grid strategy games on one engine. A match is found by its id; tokens in message bodies prove who has a seat."


@cache
def openapi() -> dict[str, Any]:
    """The HTTP routes."""
    types = [one for answer in ALL_ROUTES for one in (answer.result, answer.body) if not isinstance(one, str | None)]
    schemas, components = msgspec.json.schema_components([*types, messages.Problem], ref_template=SCHEMAS)
    schema_of = dict(zip([repr(one) for one in [*types, messages.Problem]], schemas, strict=True))
    paths: dict[str, Any] = {}
    for answer in ALL_ROUTES:
        paths.setdefault(answer.path, {})[answer.method.lower()] = _operation(answer, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Garrison", "version": API, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(answer: Answer, schema_of: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", answer.path)
    ]
    for name, kind, words in answer.queries:
        schema = {"type": "integer" if kind is int else "string"}
        parameters.append({"name": name, "in": "query", "description": words, "schema": schema})
    problem = {"content": _content(messages.Problem, schema_of), "description": "Refused: a sentence says why."}
    operation: dict[str, Any] = {
        "operationId": answer.work.__name__,
        "summary": answer.summary,
        "parameters": parameters,
        "responses": {
            "200": {"description": answer.work.__doc__, "content": _content(answer.result, schema_of)},
            "default": problem,
        },
    }
    if answer.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(answer.body, schema_of)}
    return operation


def _content(kind: Any, schema_of: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind.partition(";")[0]: {}}
    return {"application/json": {"schema": schema_of[repr(kind)]}}


@cache
def asyncapi() -> dict[str, Any]:
    """The messages over the WebSocket of a match."""
    from_client, from_server = messages.ClientMessage.__args__, messages.ServerMessage.__args__
    _, components = msgspec.json.schema_components([*from_client, *from_server], ref_template=SCHEMAS)
    kinds = {
        kind.__name__: {
            "summary": " ".join((kind.__doc__ or "").split()),
            "payload": {"$ref": SCHEMAS.format(name=kind.__name__)},
        }
        for kind in (*from_client, *from_server)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Garrison", "version": API, "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {
            "match": {
                "address": "/api/matches/{match}/socket",
                "parameters": {"match": {"description": "the match's id"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in kinds},
            }
        },
        "operations": {
            "hear": _direction("receive", "What browsers send. The first message is a Join.", from_client),
            "tell": _direction("send", "What the server sends.", from_server),
        },
        "components": {"messages": kinds, "schemas": components},
    }


def _direction(action: str, summary: str, kinds: Any) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/match"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/match/messages/{kind.__name__}"} for kind in kinds],
    }


async def describe_http(call: Call) -> Any:
    """The description of the HTTP API."""
    return openapi()


async def describe_socket(call: Call) -> Any:
    """The description of a match's messages."""
    return asyncapi()


ALL_ROUTES = (
    *ROUTES,
    *STUDYING,
    *PICTURES,
    *NAMING,
    *LESSONS,
    *OPERATING,
    *LAB,
    Answer("GET", "/api/openapi.json", "This description.", describe_http, JSON),
    Answer("GET", "/api/asyncapi.json", "The messages over a match's WebSocket.", describe_socket, JSON),
)


def text_of(description: dict[str, Any]) -> str:
    """A description as a file stores it."""
    return json.dumps(description, indent=1, ensure_ascii=False) + "\n"


def main(folder: Path) -> None:
    """Write both descriptions."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "openapi.json").write_text(text_of(openapi()), encoding="utf-8")
    (folder / "asyncapi.json").write_text(text_of(asyncapi()), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
