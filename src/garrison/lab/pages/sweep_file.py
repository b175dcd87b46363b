"""The table of a sweep as a file: CSV, Parquet, JSON, or a page with curves and heat maps."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from garrison.core.files import write_whole
from garrison.errors import BadOption, MissingExtra
from garrison.lab.design.sweep import Row, SweepTable
from garrison.lab.pages.charts import curve, heat_map
from garrison.lab.pages.html_document import document
from garrison.lab.pages.report_page import table

ENDINGS = (".csv", ".parquet", ".json", ".html")


def check_name(file: Path) -> None:
    """Refuse a name before anything is played, if nothing could be written there in the end."""
    if file.suffix not in ENDINGS:
        raise BadOption(f"{file}: a table's name ends with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.")
    if file.suffix == ".parquet":
        _arrow()


def write(sweep: SweepTable, file: Path) -> None:
    """Write a table in the form that its name asks for."""
    forms: dict[str, Callable[[SweepTable], str | bytes]] = {".csv": as_csv, ".json": as_json, ".html": as_page}
    write_whole(file, forms.get(file.suffix, as_parquet)(sweep))


def as_csv(sweep: SweepTable) -> str:
    """A line for each figure, after the names of the columns."""
    rows, out = sweep.to_list(), io.StringIO()
    names = list(rows[0]) if rows else [*sweep.axes, "measure"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_json(sweep: SweepTable) -> str:
    """All rows."""
    return json.dumps(sweep.to_list()) + "\n"


def as_parquet(sweep: SweepTable) -> bytes:
    """The same columns, for tools that read Parquet."""
    arrow, parquet = _arrow()
    out = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(sweep.to_list()), out)
    return out.getvalue()


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra("A table in Parquet needs pyarrow, which is not installed; .csv needs nothing.") from None


def as_page(sweep: SweepTable) -> str:
    """A page: a curve by one parameter, a heat map by two, and the table."""
    names = dict.fromkeys(row.measure for row in sweep.rows)
    title = f"{sweep.game}: a sweep between {sweep.bot} players"
    charts = [_chart(sweep, [row for row in sweep.main() if row.measure == name], name) for name in names]
    tables = [table([sweep.heads, *(row.cells() for row in sweep.rows)])] if sweep.rows else []
    return document(title, [f"<h1>{title}</h1>", *charts, *tables, f"<p>{sweep.remark}</p>"])


def _chart(sweep: SweepTable, rows: list[Row], name: str) -> str:
    axes = list(sweep.axes)
    chart = ""
    if len(axes) == 1:
        chart = curve([(row.setting[axes[0]], row.figure) for row in rows], axes[0])
    elif len(axes) == 2 and rows:
        values = {tuple(row.setting.values()): row.figure.estimate.value for row in rows}
        across, down = (sorted({row.setting[axis] for row in rows}) for axis in axes)
        cells = [[values.get((x, y), float("nan")) for x in across] for y in down]
        chart = heat_map([f"{axes[1]} {y}" for y in down], [str(x) for x in across], cells, rows[0].figure.unit)
    label = f"{name}: {rows[0].figure.label}" if rows else name
    return f'<section><h2>{label}</h2><div class="chart">{chart}</div></section>' if chart else ""
