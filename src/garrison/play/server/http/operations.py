"""For the operator of the server: whether it is alive, whether it can write, its metrics and its version."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Any

from starlette.responses import Response

from garrison import __version__
from garrison.core import discovery
from garrison.play.server.http.responses import Answer, Asked, problem
from garrison.play.server.wire import messages

TEXT = "text/plain; charset=utf-8"
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # a proxy adds at least one of these headers
API = "1"  # the version of the API


async def health(asked: Asked) -> Any:
    """Whether the server is alive; this does not ask the database."""
    return Response("ok\n", media_type=TEXT, headers={"cache-control": "no-store"})


async def readiness(asked: Asked) -> Any:
    """Whether moves can be written; a sentence says why not."""
    sentence = await asked.services.readiness.problem()
    if sentence:
        return problem(sentence, 503)
    return Response("ok\n", media_type=TEXT, headers={"cache-control": "no-store"})


async def show_metrics(asked: Asked) -> Any:
    """Counters for Prometheus; only for this machine, or for callers with the token."""
    if not _may_watch(asked):
        return problem("There is nothing here.", 404)
    text = asked.registry.store.metrics.text()
    return Response(text, media_type=PROMETHEUS, headers={"cache-control": "no-store"})


def _may_watch(asked: Asked) -> bool:
    headers, token = asked.request.headers, asked.registry.settings.metrics_token
    if token:
        return hmac.compare_digest(headers.get("authorization", "").encode(), f"Bearer {token}".encode())
    return _is_this_machine(asked) and not any(name in headers for name in PROXIED)


def _is_this_machine(asked: Asked) -> bool:
    """Whether the request comes from this machine under a local name: a proxy on it would ask for a public name."""
    client, host = asked.request.client, asked.request.headers.get("host", "")
    try:
        return client is not None and ip_address(client.host).is_loopback and asked.services.guard.is_local(host)
    except ValueError:
        return False


async def show_version(asked: Asked) -> Any:
    """The versions of Garrison, of its API and of every game's rules."""
    rules = {package.name: package.facts.rules_version for package in discovery.installed()[0]}
    return messages.VersionView(__version__, API, rules)


OPERATING = (
    Answer("GET", "/healthz", "Whether the server is alive.", health, TEXT),
    Answer("GET", "/readyz", "Whether the server can write to its database.", readiness, TEXT),
    Answer("GET", "/metrics", "Counters, as Prometheus reads them.", show_metrics, TEXT),
    Answer("GET", "/api/version", "Which version this is.", show_version, messages.VersionView),
)
