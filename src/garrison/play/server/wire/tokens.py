"""Secrets: tokens of seats and hosts, keys of invitations. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
ID_LENGTH = 10


def new_id() -> str:
    """A short random name for a match.

    >>> len(new_id())
    10
    """
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """A secret of 128 bits, safe to use in an address."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is stored of a secret. Secrets are random, so a plain hash can't be reversed by guessing.

    >>> hashed("")
    ''
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest() if secret else ""


def is_same(secret: str, digest: str) -> bool:
    """Whether a secret is the one whose hash is stored."""
    return bool(secret and digest) and hmac.compare_digest(hashed(secret), digest)
