"""Docstrings as Markdown, for the site: their examples are code, not quotations of quotations."""

from __future__ import annotations

from typing import Any

import griffe

PROMPT = ">>> "


class Fenced(griffe.Extension):
    """Puts a fence around every example of every docstring."""

    def on_object(self, *, obj: griffe.Object, **others: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring in which each example, from its prompt to the next empty line, stands in a fence.

    >>> print(fenced("Adds.\\n\\n>>> 1 + 1\\n2"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{part}\n```" if part.startswith(PROMPT) else part for part in paragraphs)
