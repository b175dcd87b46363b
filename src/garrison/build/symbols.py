"""What an object asks others for: nothing may be among it that a system lacks, or computes in its own way."""

from __future__ import annotations

import struct
from collections.abc import Iterator

# The memory functions that every system's C library has, one that macOS has besides, and a mark for Windows' tools.
KNOWN = {"malloc", "free", "memcpy", "memmove", "memset", "bzero", "__bzero", "_fltused"}
ELF, MACHO = b"\x7fELF", b"\xcf\xfa\xed\xfe"
MACHO_TABLE, MACHO_PLACELESS, MACHO_KIND = 2, 0, 0x0E  # a command; symbols without a place


def outside(data: bytes) -> set[str]:
    """The names that an object asks others for: of Linux (ELF), macOS (Mach-O) or Windows (COFF)."""
    if data[:4] == ELF:
        return set(_of_elf(data))
    if data[:4] == MACHO:
        return {name.removeprefix("_") for name in _of_macho(data)}
    return set(_of_coff(data))


def foreign(data: bytes) -> set[str]:
    """Those among them that not every system has."""
    return outside(data) - KNOWN


def _text(data: bytes, place: int) -> str:
    return data[place : data.index(b"\0", place)].decode()


def _of_elf(data: bytes) -> Iterator[str]:
    """Symbols without a section. A header of 64 bytes says where the sections are described."""
    (sections,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    headers = [struct.unpack_from("<IIQQQQII", data, sections + size * number) for number in range(count)]
    for _, kind, _, _, start, length, texts, _ in headers:
        for place in range(start, start + length, 24) if kind == 2 else ():
            name, _, _, section = struct.unpack_from("<IBBH", data, place)
            if name and not section:
                yield _text(data, headers[texts][4] + name)


def _of_macho(data: bytes) -> Iterator[str]:
    (commands,) = struct.unpack_from("<I", data, 16)
    place = 32
    for _ in range(commands):
        kind, size = struct.unpack_from("<II", data, place)
        if kind == MACHO_TABLE:
            start, count, texts, _ = struct.unpack_from("<IIII", data, place + 8)
            for number in range(count):
                name, what = struct.unpack_from("<IB", data, start + 16 * number)
                if what & MACHO_KIND == MACHO_PLACELESS and what & 1:
                    yield _text(data, texts + name)
        place += size


def _of_coff(data: bytes) -> Iterator[str]:
    start, count = struct.unpack_from("<II", data, 8)
    texts, number = start + 18 * count, 0
    while number < count:
        place = start + 18 * number
        zeros, offset, value, section, _, kind, more = struct.unpack_from("<IIIhHBB", data, place)
        if section == 0 and kind == 2 and value == 0:
            yield _text(data, texts + offset) if not zeros else data[place : place + 8].rstrip(b"\0").decode()
        number += 1 + more
