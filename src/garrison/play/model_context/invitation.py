"""Invitations to matches on a server: a link is read, and a free seat is asked for, as a browser does it."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from garrison.errors import BadOption, GarrisonError
from garrison.play.user import LONGEST_NAME

LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_LINK = 500  # characters
LONGEST_BODY = 10_000  # bytes of an answer
LONGEST_SENTENCE = 300  # characters of a server's refusal that are passed on
PATIENCE = 15.0  # seconds for any answer of a server
MODEL = "model: "  # before a model's name, so that people see who plays
PATH = re.compile(r"/m/(?P<match>[a-z0-9]{1,40})/?")
FRAGMENT = re.compile(r"(invite=(?P<key>[A-Za-z0-9_-]{1,100}))?")
NO_LINK = "An invitation is a link https://HOST/m/MATCH#invite=KEY, or http:// to a server on this machine."


class NotInvited(GarrisonError):
    """A server that can't be reached, or that gives no seat."""


@dataclass(frozen=True)
class Invitation:
    """Where a match is, and the key that lets one in, which is written nowhere."""

    is_secure: bool
    host: str
    port: int
    match: str
    key: str = field(repr=False)

    @property
    def origin(self) -> str:
        """The address without a scheme."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True)
class TakenPlace:
    """A seat that is one's own as long as its token is secret."""

    player: int
    token: str = field(repr=False)


def invitation_of(link: str) -> Invitation:
    """The invitation in a link.

    >>> invitation_of("http://localhost:8000/m/abc#invite=KEY").match
    'abc'
    """
    try:
        parts = urlsplit(link.strip()[: LONGEST_LINK + 1])
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise BadOption(NO_LINK) from None
    host, path, key = parts.hostname or "", PATH.fullmatch(parts.path), FRAGMENT.fullmatch(parts.fragment)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
    if len(link) > LONGEST_LINK or not (is_safe and host and path and key) or parts.query or "@" in parts.netloc:
        raise BadOption(NO_LINK)
    return Invitation(parts.scheme == "https", host, port, path["match"], key["key"] or "")


def shown_name(name: str) -> str:
    """What people see: "model: NAME", as far as names may go.

    >>> shown_name("small-2")
    'model: small-2'
    """
    own = " ".join(name.split()).removeprefix(MODEL.strip()).strip()
    if not own:
        raise BadOption("Say what you are called: name is empty.")
    return f"{MODEL}{own}"[:LONGEST_NAME]


def take_seat(invitation: Invitation, name: str) -> TakenPlace:
    """Ask for a free seat."""
    body = json.dumps({"name": name, "invite": invitation.key})
    status, data = _post(invitation, f"/api/matches/{invitation.match}/seats", body.encode())
    if status == 200 and isinstance(data.get("player"), int) and isinstance(data.get("token"), str):
        return TakenPlace(data["player"], data["token"])
    sentence = data.get("sentence")
    if status != 200 and isinstance(sentence, str):
        raise NotInvited(passed_on(sentence))
    raise NotInvited(f"This is no server of these games: it answers with status {status}.")


def passed_on(sentence: str) -> str:
    """A sentence of somebody else's server: one line, not long."""
    return " ".join(sentence[:LONGEST_SENTENCE].split())


def _post(invitation: Invitation, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
    """The status and the body of the answer to a request; redirections are not followed, and a drip is cut off."""
    connection = _connection(invitation)
    alarm = Timer(PATIENCE, _cut, [connection])
    alarm.daemon = True
    alarm.start()
    try:
        connection.request("POST", path, body, {"content-type": "application/json"})
        response = connection.getresponse()
        data = json.loads(response.read(LONGEST_BODY))
        return response.status, data if isinstance(data, dict) else {}
    except (ValueError, RecursionError):
        return response.status, {}
    except (OSError, http.client.HTTPException):
        raise NotInvited("The server of this match can't be reached right now.") from None
    finally:
        alarm.cancel()
        connection.close()


def _connection(invitation: Invitation) -> http.client.HTTPConnection:
    if not invitation.is_secure:
        return http.client.HTTPConnection(invitation.host, invitation.port, timeout=PATIENCE)
    context = ssl.create_default_context()
    return http.client.HTTPSConnection(invitation.host, invitation.port, timeout=PATIENCE, context=context)


def _cut(connection: http.client.HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)
