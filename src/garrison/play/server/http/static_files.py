"""The built client and other files, served by Starlette with ETags, so that nothing is sent twice."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from garrison.core import discovery
from garrison.play.server.wire.settings import Settings, client_folder, pictures_folder

FOREVER = "public, max-age=31536000, immutable"  # names of assets contain a checksum
HOUR = "public, max-age=3600"
CHECKED = "no-cache"  # may be cached, but is checked every time
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Garrison</title>
<h1>Garrison is running</h1>
<p>The server is ready, but the page to play on has not been built. In a checkout, <code>make play</code> builds it
(<code>pip install .</code> does so on its own); then reload this page.
Until then, <code>garrison --terminal</code> plays in the terminal.</p></html>
"""
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Folder(StaticFiles):
    """The files of a folder, which need not exist yet; compressed where the build has compressed them."""

    def __init__(self, folder: Path | None, age: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._kept_for = age

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is; nowhere if no file can have that name."""
        try:
            return super().lookup_path(path)
        except ValueError:
            return "", None

    def file_response(self, full_path: Any, stat_result: Any, scope: Any, status_code: int = 200) -> Response:
        """A file, or a response that it has not changed."""
        request, small_file = Headers(scope=scope), f"{full_path}.gz"
        headers = {"cache-control": self._kept_for, "vary": "accept-encoding"}
        is_packed = "gzip" in request.get("accept-encoding", "") and os.path.isfile(small_file)
        if is_packed:
            headers["content-encoding"] = "gzip"
        kind = mimetypes.guess_type(full_path)[0] or "application/octet-stream"
        file = small_file if is_packed else full_path
        response = FileResponse(file, status_code, headers, kind, stat_result=os.stat(file))
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, request) else response


class Pages:
    """The client's pages, and the pictures of rulebooks."""

    def __init__(self, settings: Settings, tags: Callable[[Request], Awaitable[str]]) -> None:
        self._folder = folder = client_folder(settings)
        self._tags = tags
        self._client = Folder(folder, CHECKED)
        self._assets = Folder(folder / "assets", FOREVER)
        self._pictures = Folder(pictures_folder(), HOUR)

    async def page(self, request: Request) -> Response:
        """The client, whichever of its pages was requested, or a response that it has not changed."""
        response = await self._whole_page(request)
        is_known = response.status_code == 200 and self._client.is_not_modified(response.headers, request.headers)
        return NotModifiedResponse(response.headers) if is_known else response

    async def _whole_page(self, request: Request) -> Response:
        """The client's page, with what a link to it looks like."""
        try:
            text = (self._folder / "index.html").read_text(encoding="utf-8")
        except OSError:
            return HTMLResponse(NOT_BUILT, status_code=503)
        tags = await self._tags(request)
        page = text.replace("</head>", f"{tags}</head>", 1)
        etag = f'"{sha256(page.encode()).hexdigest()[:32]}"'
        return HTMLResponse(page, headers={"cache-control": CHECKED, "etag": etag, "vary": "accept-encoding"})

    async def asset(self, request: Request) -> Response:
        """A file of the client whose name contains a checksum."""
        return await self._assets.get_response(request.path_params["path"], request.scope)

    async def beside(self, request: Request) -> Response:
        """A file next to the client's page: an icon, the manifest."""
        return await self._client.get_response(request.path_params["name"], request.scope)

    async def nowhere(self, request: Request) -> Response | None:
        """The client, which says that there is no such page; None for somebody who does not expect a page."""
        if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
            return None
        answer = await self._whole_page(request)
        answer.status_code = 404 if answer.status_code == 200 else answer.status_code
        return answer

    async def picture(self, request: Request) -> Response:
        """A picture of a rulebook."""
        return await self._pictures.get_response(request.path_params["name"], request.scope)

    async def sprite(self, request: Request) -> Response:
        """A drawing of a piece that a rulebook shows."""
        game = request.path_params["game"]
        folder = discovery.find(game).folder / "sprites" if game in discovery.names() else None
        return await Folder(folder, HOUR).get_response(request.path_params["name"], request.scope)
