"""The built client and other files: read once, compressed where the build has done so."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from garrison.core import discovery
from garrison.play.server.settings import Settings, pictures_folder, static_folder

FOREVER = "public, max-age=31536000, immutable"  # names of assets carry a check sum
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Garrison</title>
<h1>Garrison is running</h1>
<p>The server is ready, but the page to play on has not been built. In a checkout, <code>make web</code> builds it
(<code>pip install .</code> does so by itself); then load this page again.
Meanwhile <code>garrison --terminal</code> plays in the terminal.</p></html>
"""


class Files:
    """Answers with files."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: dict[Path, bytes] = {}

    def page(self, request: Request) -> Response:
        """The client, whichever of its pages is asked for."""
        folder = static_folder(self._settings)
        if folder is None:
            return HTMLResponse(NOT_BUILT, status_code=503)
        return self._answer(request, folder / "index.html", "no-cache")

    def asset(self, request: Request) -> Response:
        """A file of the client whose name carries a check sum."""
        return self._inside(request, static_folder(self._settings), f"assets/{request.path_params['path']}", FOREVER)

    def beside(self, request: Request) -> Response:
        """A file that lies beside the client's page: an icon, the manifest. Where there is none, the client says so."""
        answer = self._inside(request, static_folder(self._settings), request.path_params["name"], "no-cache")
        if answer.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            answer = self.page(request)
            answer.status_code = 404 if answer.status_code == 200 else answer.status_code
        return answer

    def picture(self, request: Request) -> Response:
        """A picture of a rulebook."""
        return self._inside(request, pictures_folder(), request.path_params["name"], "public, max-age=3600")

    def sprite(self, request: Request) -> Response:
        """A drawing of a piece that a rulebook shows."""
        game = request.path_params["game"]
        folder = discovery.find(game).folder / "sprites" if game in discovery.names() else None
        return self._inside(request, folder, request.path_params["name"], "public, max-age=3600")

    def _inside(self, request: Request, folder: Path | None, name: str, kept: str) -> Response:
        """A file, if it lies inside the folder."""
        if folder is None:
            return Response("There is no such file here.", 404)
        try:
            file = (folder / name).resolve()
            is_there = file.is_relative_to(folder.resolve()) and file.is_file()
        except (OSError, ValueError):  # a name that no file can have
            is_there = False
        if not is_there:
            return Response("There is no such file here.", 404)
        return self._answer(request, file, kept)

    def _answer(self, request: Request, file: Path, kept: str) -> Response:
        accepted = request.headers.get("accept-encoding", "")
        headers = {"cache-control": kept, "vary": "accept-encoding"}
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if file.suffix == ".webmanifest":
            kind = "application/manifest+json"
        for name, ending in ENCODINGS:
            packed = file.with_name(file.name + ending)
            if name in accepted and packed.is_file():
                return Response(packed.read_bytes(), headers=headers | {"content-encoding": name}, media_type=kind)
        return Response(file.read_bytes(), headers=headers, media_type=kind)
