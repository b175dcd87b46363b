"""For the operator of the server: whether it is alive, whether it can write, its metrics and its version."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Any

from starlette.responses import Response

from garrison import __version__
from garrison.core import discovery
from garrison.play.server.http.responses import Answer, Call, problem
from garrison.play.server.wire import messages

TEXT = "text/plain; charset=utf-8"
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # a proxy adds at least one of these headers
API = "1"  # the version of the API


async def health(call: Call) -> Any:
    """Whether the server is alive; this does not ask the database."""
    return Response("ok\n", media_type=TEXT, headers={"cache-control": "no-store"})


async def readiness(call: Call) -> Any:
    """Whether moves can be written; a sentence says why not."""
    sentence = await call.services.readiness.problem()
    if sentence:
        return problem(sentence, 503)
    return Response("ok\n", media_type=TEXT, headers={"cache-control": "no-store"})


async def show_metrics(call: Call) -> Any:
    """Counters for Prometheus; only for this machine, or for callers with the token."""
    if not _may_watch(call):
        return problem("There is nothing here.", 404)
    text = call.registry.store.metrics.text()
    return Response(text, media_type=PROMETHEUS, headers={"cache-control": "no-store"})


def _may_watch(call: Call) -> bool:
    headers, token = call.request.headers, call.registry.settings.metrics_token
    if token:
        return hmac.compare_digest(headers.get("authorization", "").encode(), f"Bearer {token}".encode())
    return _is_this_machine(call) and not any(name in headers for name in PROXIED)


def _is_this_machine(call: Call) -> bool:
    """Whether the request comes from this machine under a local name: a proxy on it would ask for a public name."""
    client, host = call.request.client, call.request.headers.get("host", "")
    try:
        return client is not None and ip_address(client.host).is_loopback and call.services.guard.is_local(host)
    except ValueError:
        return False


async def show_version(call: Call) -> Any:
    """The versions of Garrison, of its API and of every game's rules."""
    rules = {package.name: package.facts.rules_version for package in discovery.installed()[0]}
    settings = call.registry.settings
    return messages.VersionView(__version__, API, rules, settings.evidence > 0, dict(settings.beside))


OPERATING = (
    Answer("GET", "/healthz", "Whether the server is alive.", health, TEXT),
    Answer("GET", "/readyz", "Whether the server can write to its database.", readiness, TEXT),
    Answer("GET", "/metrics", "Counters, as Prometheus reads them.", show_metrics, TEXT),
    Answer("GET", "/api/version", "Which version this is.", show_version, messages.VersionView),
)
