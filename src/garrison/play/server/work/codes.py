"""Links as QR codes. Nothing of Garrison is imported here, so that the process which draws them is small."""

from __future__ import annotations

import io

import segno


def coded(link: str) -> str:
    """A link as a QR code, in SVG."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, scale=8)
    return out.getvalue().decode()
