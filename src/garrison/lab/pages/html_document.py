"""The frame of a page of HTML that asks nobody for anything, in our colours."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from garrison.look.stylesheet import stylesheet

STYLE = """
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem;
  background: var(--ground); color: var(--text); }
h1 { line-height: 1.2; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: .6rem; padding: .2rem 1rem 1rem;
  margin: 1rem 0; break-inside: avoid; }
.verdict { border-left: .4rem solid var(--highlight); }
.how, .quiet { color: var(--quiet); font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--edge); text-align: right; white-space: nowrap; }
th { white-space: normal; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 9rem; }
svg { width: 100%; height: auto; font-size: 13px; fill: var(--text); }
svg.narrow { display: none; }
@media (max-width: 40rem) {
  svg.wide { display: none; } svg.narrow { display: block; }
  .chart { overflow-x: auto; } .chart svg { min-width: 34rem; }
}
svg .axis { fill: var(--quiet); font-size: 12px; }
svg .interval { stroke: var(--link); stroke-width: 3; stroke-linecap: round; }
svg .dot { fill: var(--link); } svg .flagged { fill: var(--danger); }
svg .mark { stroke: var(--quiet); stroke-dasharray: 4 4; }
svg .curve { fill: none; stroke: var(--link); stroke-width: 2; } svg .heat { fill: var(--highlight); }
@media print { body { background: none; max-width: none; } section { border-color: var(--edge); } }
"""


def document(title: str, parts: Iterable[str]) -> str:
    """A page with our colours in both themes."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{stylesheet()}{STYLE}</style>"
    body = "\n".join(part for part in parts if part)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'
