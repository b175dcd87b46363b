"""Write what observations hold into the games' pages: the tables in docs/games, from `game.observation_spec`.

    python tools/observations.py

What stands between the two marks of a page is replaced. A test fails when a page holds anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, takewhile
from pathlib import Path
from textwrap import fill

import garrison
from garrison.core.discovery import find
from garrison.core.game import Game
from garrison.core.observation import Seen
from garrison.core.values import Part

FOLDER = Path(__file__).parents[1] / "docs" / "games"
BEGIN = "<!-- Written by tools/observations.py: change the game's facts, then run it. -->"
END = "<!-- The end of what tools/observations.py writes. -->"
WIDTH = 120  # of a line of text
Numbered = tuple[int, Seen]


def main() -> None:
    """Write all pages."""
    for page in sorted(FOLDER.glob("*.md")):
        page.write_text(renewed(page.read_text(encoding="utf-8"), page.stem), encoding="utf-8")
        print(f"docs/games/{page.name}")


def renewed(page: str, name: str) -> str:
    """The text of a game's page with today's tables between the marks."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise SystemExit(f"docs/games/{name}.md lacks one of these lines:\n{BEGIN}\n{END}")
    return f"{before}{BEGIN}\n\n{text_of(name)}\n\n{END}{after}"


def text_of(name: str) -> str:
    """What an observation of a game consists of, for as many players as can take part: others see the first of it."""
    games = by_players(name)
    spec, parts = games[-1].observation_spec, [introduction(games)]
    parts.append(f"The planes, which `position.observe(player)` gives{sums(spec.planes)}:")
    parts.append(table("plane", spec.planes))
    parts.append(f"The numbers, which `position.measure(player)` gives{sums(spec.numbers)}:")
    parts.append(table("number", spec.numbers))
    if spec.entities:
        parts.append(
            "`position.entities(player)` lists what is on the board, from that player's side: "
            f"at most {spec.most_entities} rows of {len(spec.entities)} numbers."
        )
        parts.append(table("number", spec.entities))
    return "\n\n".join(parts)


def sums(parts: tuple[Seen, ...]) -> str:
    """What is said before a table in which something has several parts."""
    return "; what has several parts is their sum" if any(len(part.parts) > 1 for part in parts) else ""


def by_players(name: str) -> list[Game]:
    """The game for each number of players."""
    fewest, most = find(name).facts.players
    if fewest == most:
        return [garrison.load(name)]
    return [garrison.load(name, players=players) for players in range(fewest, most + 1)]


def introduction(games: list[Game]) -> str:
    """How large an observation is."""
    game = games[-1]
    rows, columns = game.board
    parts = f"{counted(game.planes, 'plane')} of {rows} x {columns} small numbers and {counted(game.numbers, 'number')}"
    said = [f"An observation has {parts}, all from the side of the player who observes."]
    if game.board != game.facts.board:
        largest, widest = game.facts.board
        said[0] = said[0].replace(" small numbers", " small numbers in the usual scenario")
        said.append(f"Planes have the size of the board that is played on, at most {largest} x {widest}.")
    if len(games) > 1:
        said.append(f"That is for {len(games)} players. With fewer, there are only the first planes and numbers:")
    return fill(" ".join(said), WIDTH) + (f"\n\n{sizes(games)}" if len(games) > 1 else "")


def counted(things: tuple[str, ...], word: str) -> str:
    """`one plane` or `8 planes`."""
    return f"one {word}" if len(things) == 1 else f"{len(things)} {word}s"


def sizes(games: list[Game]) -> str:
    """The sizes of observations for each number of players."""
    lines = ["| players | planes | numbers | entities at most |", "|-|-|-|-|"]
    for game in games:
        most = game.observation_spec.most_entities
        lines.append(f"| {game.players} | {len(game.planes)} | {len(game.numbers)} | {most} |")
    return "\n".join(lines)


def table(word: str, parts: tuple[Seen, ...]) -> str:
    """Parts of an observation with their places; what is the same for several things stands there once."""
    return "\n".join([f"| {word} | name | what it holds | values |", "|-|-|-|-|", *lines_of(list(enumerate(parts)))])


def lines_of(parts: list[Numbered]) -> Iterator[str]:
    """The lines of a table: of blocks that repeat under other names, the first, and a line about the others."""
    start = shown = 0
    while start < len(parts):
        size, names = repeated(parts[start:])
        if len(names) == 1:
            start += 1
            continue
        yield from folded(parts[shown:start])
        yield from folded(parts[start : start + size])
        shown = start + size * len(names)
        yield same(parts[start + size : shown], names)
        start = shown
    yield from folded(parts[shown:])


def repeated(parts: list[Numbered]) -> tuple[int, list[str]]:
    """The size of the block that begins here, and what it is about each time (`enemy 1`, `enemy 2`, ...)."""
    seen = [part for _, part in parts]
    for words in (1, 2):
        about = " ".join(seen[0].name.split()[:words])
        block = list(takewhile(lambda part, begin=f"{about} ": f"{part.name} ".startswith(begin), seen))
        names, size = [about], len(block)
        while size > 1 and (other := name_instead(block, about, seen[size * len(names) :][:size])):
            names.append(other)
        if len(names) > 1:
            return size, names
    return 1, [seen[0].name]


def name_instead(block: list[Seen], about: str, others: list[Seen]) -> str:
    """What the other block has where this one says what it is about; empty if they differ in anything else."""
    rest = block[0].name[len(about) :]
    if not others or not others[0].name.endswith(rest):
        return ""
    other = others[0].name.removesuffix(rest)
    return other if [replace(part, name=other + part.name[len(about) :]) for part in block] == others else ""


def same(parts: list[Numbered], names: list[str]) -> str:
    """The line about the blocks that repeat the first one."""
    shown = f"`{parts[0][1].name}` to `{parts[-1][1].name}`"
    return f"| {places(parts)} | {shown} | the same for {listed(names[1:], 5)}, instead of `{names[0]}` | |"


def folded(parts: list[Numbered]) -> Iterator[str]:
    """A line for each part, or for several in a row that hold the same."""
    for _, together in groupby(parts, lambda numbered: alike(numbered[1])):
        group = list(together)
        seen = [part for _, part in group]
        meaning = joined([part.meaning for part in seen])
        is_clear = meaning != seen[0].meaning or seen[-1].name[-1].isdigit()  # the names left out can be guessed
        names = listed([part.name for part in seen], 3 if is_clear else len(seen))
        private = " (nobody else sees it)" if seen[0].is_private else ""
        yield f"| {places(group)} | {names} | {meaning}{private} | {values(seen[0])} |"


def alike(part: Seen) -> Seen:
    """A part without its name, also where the meaning mentions it last: equal for those that hold the same."""
    meaning = part.meaning
    for word in filter(str.isalpha, part.name.split()):  # only the last time: those that `left` may also face left
        meaning = re.sub(rf"(.*)\b{word}\b", r"\1_", meaning)
    return replace(part, name="", meaning=meaning)


def joined(meanings: list[str]) -> str:
    """Meanings that differ in single words, in one: `red or blue skeletons`."""
    columns = zip(*(re.findall(r"\w+|\W+", meaning) for meaning in meanings), strict=True)
    return "".join(choice(list(dict.fromkeys(column))) for column in columns)


def choice(words: list[str]) -> str:
    """`red, green or blue`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def listed(names: Iterable[str], most: int) -> str:
    """Names; of more than that many the first two and the last."""
    marked = [f"`{name}`" for name in names]
    return ", ".join(marked if len(marked) <= most else [*marked[:2], "...", marked[-1]])


def places(parts: list[Numbered]) -> str:
    """`3`, or `3 to 7`."""
    first, last = parts[0][0], parts[-1][0]
    return str(first) if first == last else f"{first} to {last}"


def values(part: Seen) -> str:
    """What each code stands for, or the range."""
    limits = f"{part.low:,} to {part.high:,}"
    if part.parts and part.parts[0].name == "bit 1":
        return f"{limits}: its binary digits, `bit 1` to `{part.parts[-1].name}`"
    if len(part.parts) > 1:
        return f"{limits}: {'; '.join(f'`{each.name}` {addends(each, part)}' for each in part.parts)}"
    if part.codes:
        return codes_of(part.codes, part.low)
    return "0 or 1" if (part.low, part.high) == (0, 1) else limits


def codes_of(words: tuple[str, ...], first: int = 0, step: int = 1) -> str:
    """Codes with what each stands for, and the last of them together if they stand for themselves."""
    numbers = range(first, first + step * len(words), step)
    said = [(number, word) for number, word in zip(numbers, words, strict=True) if word != str(number)]
    rest = [f"{numbers[len(said)]} to {numbers[-1]}"] if len(said) < len(words) else []
    return ", ".join([*(f"{number} {word or 'none'}" for number, word in said), *rest])


def addends(part: Part, whole: Seen) -> str:
    """What each value of a part adds to the number, and from where on an amount counts."""
    is_flag = not part.modulus and whole.high >= part.first + part.step * (part.most + 1)
    if is_flag:
        return f"from {part.first + part.step} on"
    begin = f", counted from {part.first}" if part.first else ""
    if part.codes:
        return codes_of(part.codes, 0, part.step) + begin
    if part.most == 1:
        return f"0 or {part.step}{begin}"
    return f"0 to {part.step * part.most:,}" + (f" in steps of {part.step}" if part.step > 1 else "") + begin


if __name__ == "__main__":
    main()
