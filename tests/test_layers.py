"""Imports go one way, nothing outside a game's folder names it, and the engine needs little."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import garrison
from garrison.core import discovery
from garrison.core.engine import store
from garrison.look.palette import PALETTE
from playing import NAMES

ROOT = Path(garrison.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
CLIENT = ROOT / "play" / "web"
CLIENT_TEXTS = (".ts", ".js", ".svelte", ".html", ".css", ".svg", ".webmanifest")
CLIENT_FOLDERS = (CLIENT / "src", CLIENT / "public")
CLIENT_FILES = sorted(
    file
    for file in (*CLIENT.glob("*.html"), *(file for folder in CLIENT_FOLDERS for file in folder.rglob("*")))
    if file.suffix in CLIENT_TEXTS
)
# Words of games that a screen for all games needs in its own right: of its controls, its colours, its code.
EVERYDAY = """
across and arrow card character continue done down drop end floor gate item leave left mine next one part pass play
player pointer right ring set setup stay stays take the tower turn two unit units
"""
GAMES = [folder.name for folder in (ROOT / "games").iterdir() if (folder / "__init__.py").exists()]
# What each part may import besides itself; a game may import the engine and its own folder only.
ALLOWED = {
    "core.engine": set(),
    "build": {"core.engine"},
    "look": set(),
    "core": {"look"},
    "games": {"core", "look"},
    "bots": {"core", "look", "games"},
    "play": {"core", "look", "games", "bots", "lab"},
    "lab": {"core", "look", "games", "bots"},
    "envs": {"core", "look", "games", "bots"},
    "train": {"core", "games", "bots"},
    "cli": {"core", "look", "games", "bots", "lab", "envs", "train", "play"},
}
FOR_ALL = ("garrison.__version__", "garrison.errors.")  # below everything else
IMPORTERS = {"import_module", "find_spec", "__import__"}  # what imports a module, or looks for one, by a text
ENGINE_NEEDS = {"numpy", "numba", "llvmlite", "platformdirs"}
ONLY_WHEN_DRAWING = {"resvg_py"}


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(tree: ast.AST) -> Iterator[str]:
    """The full names of all that a file imports, also inside functions, and also by a name in a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in IMPORTERS:
            yield from named_modules(node)


def named_modules(call: ast.Call) -> Iterator[str]:
    """The modules that a call names in a text; of a text with gaps, what comes before the first.

    >>> [*named_modules(ast.parse('find_spec(f"garrison.games.{name}")', mode="eval").body)]
    ['garrison.games']
    """
    for given in (*call.args, *(keyword.value for keyword in call.keywords)):
        first = given.values[0] if isinstance(given, ast.JoinedStr) and given.values else given
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value:
            yield first.value.rstrip(".")


@functools.cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def strings(tree: ast.Module) -> Iterator[str]:
    """All texts that are not docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@functools.cache
def texts_of(file: Path) -> tuple[str, ...]:
    """What a file imports and says; read once, since every game is looked for in it."""
    tree = tree_of(file)
    return *imports(tree), *strings(tree)


def test_no_two_classes_have_one_name() -> None:
    """Games may use the same words: none of them imports another."""
    shared = [file for file in FILES if not file.is_relative_to(ROOT / "games")]
    classes = [node.name for file in shared for node in tree_of(file).body if isinstance(node, ast.ClassDef)]
    assert not [name for name, count in Counter(classes).items() if count > 1]


def test_there_is_something_to_check() -> None:
    assert len(FILES) > 30
    assert set(GAMES) == set(NAMES)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_imports_go_one_way(file: Path) -> None:
    place = file.relative_to(ROOT).parts
    if len(place) == 1:
        return  # the package itself may use everything
    part = "core.engine" if place[:2] == ("core", "engine") else place[0]
    own = f"garrison.games.{place[1]}." if part == "games" and len(place) > 2 else f"garrison.{part}."
    allowed = (*FOR_ALL, *(f"garrison.{other}." for other in ALLOWED[part]))
    for name in imports(tree_of(file)):
        if name.split(".")[0] == "garrison":
            assert f"{name}.".startswith((own, *allowed)), f"{name_of(file)} imports {name}"


def test_errors_are_below_everything() -> None:
    assert not [name for name in imports(tree_of(ROOT / "errors.py")) if name.startswith("garrison")]


def test_a_text_can_name_what_is_imported() -> None:
    texts = (
        'import_module("garrison.bots.advice"); importlib.import_module(f"garrison.{part}.x"); find_spec(name="numpy")'
    )
    assert [*imports(ast.parse(texts))] == ["garrison.bots.advice", "garrison", "numpy"]


@pytest.mark.parametrize("game", GAMES)
def test_rules_do_not_depend_on_how_a_game_is_shown_or_played(game: str) -> None:
    """So that the machine code is still right when only a scene or a bot changes."""
    package = f"garrison.games.{game}."
    for file in store.sources(ROOT / "games" / game):
        own = [name.removeprefix(package) for name in imports(tree_of(file)) if name.startswith(package)]
        outside = [name for name in own if name.islower() and name.split(".")[0] not in store.COMPILED_PARTS]
        assert not outside, f"{name_of(file)} imports {outside}"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_outside_its_folder_names_a_game(game: str) -> None:
    word = re.compile(rf"\b{game}\b", re.IGNORECASE)
    for file in FILES:
        if not file.is_relative_to(ROOT / "games" / game):
            for text in texts_of(file):
                assert not word.search(text), f"{name_of(file)} names {game} in {text!r}"


def words_of(game: str) -> set[str]:
    """What a game calls itself, its players, its buttons and its drawings, word by word."""
    package = discovery.find(game)
    facts, sprites = package.facts, [file.stem for file in (package.folder / "sprites").glob("*.svg")]
    pressed = [words for button in facts.buttons for words in (button.name, button.label)]
    texts = [game, facts.title, *facts.seats, *pressed, *sprites]
    return {word.lower() for text in texts for word in re.findall(r"[^\W\d_]{3,}", text)} - {
        *EVERYDAY.split(),
        *PALETTE,
    }


def client_words(file: Path) -> set[str]:
    """The words of a file of the client, names of variables included; how things are styled is no game's business."""
    text = re.sub(r"<style>.*</style>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text)}


@pytest.mark.skipif(not CLIENT_FILES, reason="needs the client's sources")
def test_all_texts_of_the_browser_client_are_checked() -> None:
    names = {file.relative_to(CLIENT).as_posix() for file in CLIENT_FILES}
    assert {
        "index.html",
        "public/service.js",
        "public/garrison.webmanifest",
        "src/app.css",
        "src/lib/words.ts",
    } <= names


@pytest.mark.skipif(not CLIENT_FILES, reason="needs the client's sources")
@pytest.mark.parametrize("game", GAMES)
def test_the_browser_client_knows_no_game(game: str) -> None:
    vocabulary = words_of(game)
    assert game in vocabulary
    for file in CLIENT_FILES:
        known = vocabulary & client_words(file)
        assert not known, f"{name_of(file)} speaks of {game}: {', '.join(sorted(known))}"


CUT = re.compile(
    r"\.(label|prompt|ending|sentence|meaning|title|message|text|change)\.(split|r?partition|startswith|endswith|find"
    r"|removeprefix|removesuffix|slice|startsWith|endsWith|includes|indexOf|match|replace)\("
)
SCREENS = [*CLIENT_FILES, *(file for file in FILES if file.is_relative_to(ROOT / "play" / "terminal"))]


def test_screens_cut_no_sentences_apart() -> None:
    """What they need of one is a part of the scene, or of what the server tells."""
    assert CUT.search('thing = pieces[0].label.split(",")[0]')
    for file in SCREENS:
        text = file.read_text(encoding="utf-8")
        assert not CUT.search(text), f"{name_of(file)}: {CUT.search(text)}"


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.relative_to(ROOT).parts[0] in ("core", "look")], ids=name_of
)
def test_the_engine_needs_little(file: Path) -> None:
    tree = tree_of(file)
    needed = {name.split(".")[0] for name in imports(tree)} - sys.stdlib_module_names - {"garrison"}
    if file.is_relative_to(ROOT / "look" / "picture"):
        needed -= ONLY_WHEN_DRAWING
        at_once = {name.split(".")[0] for name in imports(ast.Module([n for n in tree.body if is_import(n)], []))}
        assert not at_once & ONLY_WHEN_DRAWING
    assert needed <= ENGINE_NEEDS


def modules(folder: Path) -> dict[str, Path]:
    """The files of a folder by the names under which they are imported."""
    files = {file: file.relative_to(ROOT.parent).with_suffix("").parts for file in folder.rglob("*.py")}
    return {".".join(parts).removesuffix(".__init__"): file for file, parts in files.items()}


def circle(uses: dict[str, set[str]]) -> list[str]:
    """Names that use one another in a circle; [] where none do.

    >>> circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c']
    """
    left = dict(uses)
    while free := [name for name, used in left.items() if not used & left.keys()]:
        for name in free:
            del left[name]
    while unused := left.keys() - set().union(*left.values()):
        for name in unused:
            del left[name]
    return sorted(left)


SERVER = ("wire", "store", "work", "match", "http")  # its rooms, the lowest first
LAB = ("work", "arena", "notes", "games", "measures", "design", "pages")


def rooms_above(uses: dict[str, set[str]], package: str, rooms: tuple[str, ...]) -> list[str]:
    """Which modules in the rooms of a package import something from a room above their own."""
    height = {f"{package}.{room}": number for number, room in enumerate(rooms)}
    parts = package.count(".") + 2

    def height_of(name: str) -> int:
        return height.get(".".join(name.split(".")[:parts]), -1)

    return sorted(name for name, used in uses.items() if 0 <= height_of(name) < max(map(height_of, used), default=-1))


def test_rooms_of_the_server_import_downwards_only() -> None:
    folder = ROOT / "play" / "server"
    assert {path.name for path in folder.iterdir() if path.name[0] != "_"} == set(SERVER)
    uses = uses_among(modules(folder))
    assert len(uses) > 90
    assert rooms_above(uses, "garrison.play.server", SERVER) == []
    upwards = {"garrison.play.server.store.queries": {"garrison.play.server.match.live"}}
    assert rooms_above(upwards, "garrison.play.server", SERVER) == ["garrison.play.server.store.queries"]


def test_rooms_of_the_lab_import_downwards_only() -> None:
    folder = ROOT / "lab"
    beside = {"check", "speed", "data"}  # each for itself, on what plays games
    assert {path.name for path in folder.iterdir() if path.name[0] != "_"} == {*LAB, *beside}
    uses = uses_among(modules(folder))
    assert len(uses) > 60
    assert rooms_above(uses, "garrison.lab", LAB) == []
    for room in beside:
        own, lowest = f"garrison.lab.{room}", "garrison.lab.work"
        others = {used for name, every in uses.items() if is_within(name, own) for used in every}
        assert all(is_within(used, own) or is_within(used, lowest) for used in others)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def test_modules_of_the_server_never_import_each_other_in_a_circle() -> None:
    uses = uses_among({name: file for name, file in modules(ROOT / "play").items() if ".terminal" not in name})
    assert len(uses) > 30
    assert uses["garrison.play.server.match.live"] >= {
        "garrison.play.server.store.journal",
        "garrison.play.server.match.schedule",
    }
    assert circle(uses) == []
    assert circle({**uses, "garrison.play.server.store.store": {"garrison.play.server.match.live"}}), (
        "a circle would be found"
    )


def imports_at_run_time(tree: ast.AST) -> Iterator[str]:
    """The same without what only type checkers import."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from (imports(node) if is_import(node) or isinstance(node, ast.Call) else imports_at_run_time(node))


def test_no_modules_import_each_other_in_a_circle_at_run_time() -> None:
    every = modules(ROOT)
    uses: dict[str, set[str]] = {}
    for name, file in every.items():
        wanted = set(imports_at_run_time(tree_of(file)))
        uses[name] = every.keys() & {one if one in every else one.rpartition(".")[0] for one in wanted} - {name}
    assert len(uses) > 300
    assert uses["garrison.core.game"] >= {"garrison.core.position", "garrison.core.batches.batch"}
    assert circle(uses) == []


@pytest.mark.parametrize("part", ["look", "lab", "envs", "train"])
def test_modules_of_other_parts_never_import_each_other_in_a_circle(part: str) -> None:
    """Whether a circle can be imported depends on who asks for what first."""
    checked = {name: file for name, file in modules(ROOT / part).items() if ".lab.check" not in name}
    assert circle(uses_among(checked)) == []


def uses_among(files: dict[str, Path]) -> dict[str, set[str]]:
    """Which of these modules each of them imports."""
    uses: dict[str, set[str]] = {}
    for name, file in files.items():
        wanted = set(imports(tree_of(file)))
        uses[name] = {other for other in files if other != name and (other in wanted or is_part(other, wanted))}
    return uses


def is_part(module: str, names: set[str]) -> bool:
    """Whether one of these names is something inside a module."""
    return any(name.rpartition(".")[0] == module for name in names)


def is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


@pytest.mark.parametrize("game", GAMES)
def test_a_games_facts_import_nothing_that_is_slow(game: str) -> None:
    needed = {name.split(".")[0] for name in imports(tree_of(ROOT / "games" / game / "__init__.py"))}
    assert needed <= sys.stdlib_module_names | {"garrison"}
