"""What a data set is, for programs and for people: Croissant metadata (MLCommons, version 1.0) and a datasheet.

Both lie beside the file. The metadata name every column, so that whatever reads Croissant loads it without Garrison.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from garrison.core.files import write_whole

CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "arrayShape": "cr:arrayShape",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
VERSION = "http://mlcommons.org/croissant/1.0"
LICENCE = "https://www.apache.org/licenses/LICENSE-2.0"
MEANINGS = {
    "game": "The game's number in the series.",
    "step": "The number of actions before this one, in its game.",
    "player": "Who decided, from 0.",
    "action": "What was played: a field of the board, or a button.",
    "outcome": "What the game brought this player: 1 won, -1 lost, 0 drawn; for a player alone, the score.",
    "planes": "What the player saw of the board, a small number for each plane, row and column.",
    "numbers": "What the player saw beside the board.",
    "mask": "1 for every action that was legal.",
}
WHOLE, FRACTION = "sc:Integer", "sc:Float"


def describe(file: Path, about: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]], rows: int) -> None:
    """Write what is known about a Parquet file beside it; `shapes` are those of its columns, () for one number."""
    metadata = metadata_of(file, about, shapes, rows)
    write_whole(file.with_name(f"{file.name}.croissant.json"), json.dumps(metadata, indent=1) + "\n")
    write_whole(file.with_name(f"{file.name}.md"), datasheet(file.name, about, shapes, rows))


def metadata_of(
    file: Path, about: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]], rows: int
) -> dict[str, Any]:
    """The metadata as Croissant has them."""
    with file.open("rb") as contents:
        digest = hashlib.file_digest(contents, "sha256").hexdigest()
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": f"garrison-{about['game']}",
        "description": _summary(about, rows),
        "conformsTo": VERSION,
        "license": LICENCE,
        "version": about["garrison"],
        "citeAs": f"The authors of Garrison, Garrison {about['garrison']}, data set of {about['game']}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "decisions.parquet",
                "name": "decisions.parquet",
                "contentUrl": file.name,
                "encodingFormat": "application/x-parquet",
                "sha256": digest,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "decisions",
                "name": "decisions",
                "field": [_field(name, shape) for name, shape in shapes.items()],
            }
        ],
    }


def _field(name: str, shape: tuple[int, ...]) -> dict[str, Any]:
    source = {"fileObject": {"@id": "decisions.parquet"}, "extract": {"column": name}}
    field = {
        "@type": "cr:Field",
        "@id": f"decisions/{name}",
        "name": name,
        "description": MEANINGS[name],
        "dataType": FRACTION if name == "outcome" else WHOLE,
        "source": source,
    }
    return {**field, "repeated": True} if shape else field


def _summary(about: Mapping[str, Any], rows: int) -> str:
    bots = ", ".join(about["bots"])
    return f"{rows:,} decisions of {about['games']:,} games of {about['game']} ({about['variant']}), played by {bots}."


def datasheet(name: str, about: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]], rows: int) -> str:
    """The same for people, in the order in which datasheets for data sets ask."""
    columns = [f"| `{column}` | {_shape(shape)} | {MEANINGS[column]} |" for column, shape in shapes.items()]
    return "\n".join(
        [
            f"# {name}",
            "",
            f"**What it is.** {_summary(about, rows)} Rules `{about['rules_hash']}`, Garrison {about['garrison']}.",
            "",
            "**How it was made.** Bots played each other, seats in rotation, from seeds of the series "
            f"{about['seed']}. Nobody's data are in it: no person played. Every decision of every game is kept, "
            "none was chosen or left out.",
            "",
            "| column | shape | meaning |",
            "|-|-|-|",
            *columns,
            "",
            "**What it is for.** Learning from what others did, and testing programs that do. **What it is not for.** "
            "Saying how people play; and its players are no stronger than the bots that are named.",
            "",
            "**How it can be made again.** "
            f"`garrison dataset {about['game']} --variant {about['variant']} --bots {','.join(about['bots'])} "
            f"-n {about['games']} --seed {about['seed']}` with the same version, options and rules. "
            "The games follow from their seeds, as long as no bot thinks by the clock.",
            "",
            "**Licence.** Apache-2.0.",
            "",
        ]
    )


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) if shape else "one number"
