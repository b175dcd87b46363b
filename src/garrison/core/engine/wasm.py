"""The form of WebAssembly modules, as far as it is needed here: sections, and numbers of as many bytes as they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MAGIC = b"\0asm\1\0\0\0"
OWN = 0  # the kind of sections that only those read who know their names


def number(value: int) -> bytes:
    """A whole number, seven bits a byte, the lowest first.

    >>> number(300), list(Reader(number(300)).numbers(1))
    (b'\\xac\\x02', [300])
    """
    more, low = value >> 7, value & 127
    return bytes([low | 128]) + number(more) if more else bytes([low])


def signed(value: int) -> bytes:
    """A number that may be negative, as constants are written; this one is not.

    >>> signed(63), signed(64)
    (b'?', b'\\xc0\\x00')
    """
    more, low = value >> 7, value & 127
    return bytes([low | 128]) + signed(more) if more or low > 63 else bytes([low])


def text(words: str) -> bytes:
    """A name."""
    return number(len(words.encode())) + words.encode()


def section(kind: int, contents: bytes) -> bytes:
    """A section of a module.

    >>> section(OWN, text("note") + b"{}")
    b'\\x00\\x07\\x04note{}'
    """
    return bytes([kind]) + number(len(contents)) + contents


def listed(items: Iterable[bytes]) -> bytes:
    """A list."""
    every = list(items)
    return number(len(every)) + b"".join(every)


class Reader:
    """Reads what a module consists of."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        """The next number."""
        value = place = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << place
            place += 7
            if byte < 128:
                return value

    def numbers(self, count: int) -> Iterator[int]:
        """The next numbers."""
        return (self.number() for _ in range(count))

    def text(self) -> str:
        """The next name."""
        return self.take(self.number()).decode()

    def parts(self) -> Iterator[tuple[int, bytes]]:
        """Kinds and contents of all that follows."""
        while self.at < len(self.data):
            yield self.take(1)[0], self.take(self.number())
