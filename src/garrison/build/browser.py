"""From an object for browsers to a WebAssembly module, which needs nothing from the page that loads it.

An object of LLVM is a module already, with all addresses in it, but for three things that it asks for (memory, a stack
and a table of functions) and for a list of what it offers. So no linker is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from garrison.core.engine.wasm import MAGIC, OWN, Reader, listed, number, section, signed, text
from garrison.errors import BadRules

TARGET = "wasm32"
TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, ELEMENTS, CODE, DATA = 1, 2, 3, 4, 5, 6, 7, 9, 10, 11
SYMBOLS = 8  # the part of the section "linking" that names functions
FUNCTION, MEMORY, GLOBAL = 0, 2, 3  # kinds of exports; that of functions is a kind of imports and symbols too
DATUM, ELSEWHERE = 1, 0x10  # a kind of symbols, and the mark of one that the object only asks for
I32, CONSTANT, END, FUNCTIONS_OF_ANY_TYPE, VARIABLE = b"\x7f", b"\x41", b"\x0b", b"\x70", b"\x01"
STACK, LINE, PAGE = 1 << 20, 64, 1 << 16  # bytes
# What arrays in skill come from: memory of the module's own, which begins from the start when nothing of it is in use.
ARENA = """
@arena = internal global [1048576 x i8] zeroinitializer, align 32
@arena_end = internal global i64 0
@arena_users = internal global i64 0
define ptr @malloc(i64 %size) {
  %at = load i64, ptr @arena_end
  %wide = add i64 %size, 31
  %even = and i64 %wide, -32
  %end = add i64 %at, %even
  %full = icmp ugt i64 %end, 1048576
  br i1 %full, label %none, label %some
none:
  ret ptr null
some:
  store i64 %end, ptr @arena_end
  %users = load i64, ptr @arena_users
  %more = add i64 %users, 1
  store i64 %more, ptr @arena_users
  %it = getelementptr i8, ptr @arena, i64 %at
  ret ptr %it
}
define void @free(ptr %it) {
  %users = load i64, ptr @arena_users
  %fewer = sub i64 %users, 1
  store i64 %fewer, ptr @arena_users
  %last = icmp eq i64 %fewer, 0
  br i1 %last, label %empty, label %end
empty:
  store i64 0, ptr @arena_end
  br label %end
end:
  ret void
}
"""


def module_of(data: bytes, exports: Collection[str]) -> bytes:
    """The module that an object becomes, with these functions."""
    parts, own = _parts(data)
    _check_imports(parts[IMPORTS])
    segments = list(_segments(parts.get(DATA, number(0))))
    heap = _rounded(max((at + len(contents) for at, contents in segments), default=0) + STACK)
    whole = {
        **{kind: parts[kind] for kind in (TYPES, FUNCTIONS, ELEMENTS, CODE) if kind in parts},
        TABLES: listed([FUNCTIONS_OF_ANY_TYPE + b"\0" + number(Reader(parts[FUNCTIONS]).number() + 1)]),
        MEMORIES: listed([b"\0" + number(-(-heap // PAGE))]),
        GLOBALS: listed([I32 + VARIABLE + _constant(heap), I32 + b"\0" + _constant(heap)]),
        EXPORTS: listed(
            [*_exported(own["linking"], exports), _export("memory", MEMORY, 0), _export("heap", GLOBAL, 1)]
        ),
        DATA: listed(b"\0" + _constant(at) + number(len(each)) + each for at, each in segments if any(each)),
    }
    return MAGIC + b"".join(section(kind, whole[kind]) for kind in sorted(whole))


def _parts(data: bytes) -> tuple[dict[int, bytes], dict[str, bytes]]:
    """An object's sections by their kinds, and those of LLVM's own by their names."""
    parts, own = dict[int, bytes](), dict[str, bytes]()
    for kind, contents in Reader(data[len(MAGIC) :]).parts():
        if kind == OWN:
            reader = Reader(contents)
            name = reader.text()
            own[name] = contents[reader.at :]
        else:
            parts[kind] = contents
    return parts, own


def _check_imports(contents: bytes) -> None:
    """Refuse an object that asks for functions: a browser has none of them."""
    reader = Reader(contents)
    for _ in range(reader.number()):
        _, name, kind = reader.text(), reader.text(), reader.take(1)[0]
        if kind == FUNCTION:
            raise BadRules(f"A rule uses {name}, which browsers do not have.")
        if kind == GLOBAL:
            reader.take(2)
        else:
            reader.take(0 if kind == MEMORY else 1)
            _skip_limits(reader)


def _skip_limits(reader: Reader) -> None:
    list(reader.numbers(2 if reader.number() & 1 else 1))


def _segments(contents: bytes) -> Iterator[tuple[int, bytes]]:
    """What stands in memory at the beginning, and where: each begins at a constant."""
    reader = Reader(contents)
    for _ in range(reader.number()):
        reader.take(2)  # its kind, and that a constant follows
        at = reader.number()
        reader.take(1)  # the end of the constant
        yield at, reader.take(reader.number())


def _exported(linking: bytes, names: Collection[str]) -> Iterator[bytes]:
    """The functions that are wanted, as exports."""
    reader = Reader(linking)
    reader.number()  # the version
    symbols = next(contents for kind, contents in reader.parts() if kind == SYMBOLS)
    yield from (_export(name, FUNCTION, place) for name, place in _functions(symbols) if name in names)


def _functions(symbols: bytes) -> Iterator[tuple[str, int]]:
    """The functions of an object and their numbers."""
    reader = Reader(symbols)
    for _ in range(reader.number()):
        kind, marks = reader.take(1)[0], reader.number()
        if kind == DATUM:
            reader.text()
            list(reader.numbers(0 if marks & ELSEWHERE else 3))
            continue
        place = reader.number()
        name = "" if marks & ELSEWHERE else reader.text()
        if kind == FUNCTION:
            yield name, place


def _export(name: str, kind: int, place: int) -> bytes:
    return text(name) + bytes([kind]) + number(place)


def _constant(value: int) -> bytes:
    return CONSTANT + signed(value) + END


def _rounded(size: int) -> int:
    return -(-size // LINE) * LINE
