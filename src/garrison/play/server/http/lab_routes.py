"""The lab's part of the HTTP API."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.play.server.http.responses import HTML, Answer, Call
from garrison.play.server.wire import lab_messages
from garrison.play.server.work.trials import NoTrial

TRIAL_COST = 100  # of what an address may ask for
VARIANT_COST = 10
TOML = "application/toml"


async def list_dials(call: Call) -> Any:
    """The numbers of a game's rules that can be turned."""
    call.spend(1)
    return await call.services.trials.dials(call.path("game"), call.query("variant"))


async def start_trial(call: Call) -> Any:
    """A trial that begins."""
    call.spend(TRIAL_COST)
    return await call.services.trials.start(call.address, await call.body(lab_messages.LabWish))


async def show_trial(call: Call) -> Any:
    """A trial, as far as it has come."""
    return (await call.services.trials.find(call.path("trial"))).view


async def stop_trial(call: Call) -> Any:
    """The trial after it was stopped."""
    call.services.trials.stop_one(call.address, call.path("trial"))
    return (await call.services.trials.find(call.path("trial"))).view


async def trial_page(call: Call) -> Any:
    """The report as a page of its own."""
    page = (await call.services.trials.find(call.path("trial"))).page
    if not page:
        raise NoTrial("Nothing has been measured yet.")
    headers = {"content-disposition": f'attachment; filename="lab-{call.path("trial")}.html"'}
    return Response(page, media_type=HTML, headers=headers)


async def trial_variant(call: Call) -> Any:
    """The rules that were tried, as a variant in TOML."""
    call.spend(VARIANT_COST)
    text = await call.services.trials.variant(call.path("trial"))
    headers = {"content-disposition": f'attachment; filename="lab-{call.path("trial")}.toml"'}
    return Response(text, media_type=TOML, headers=headers)


LAB = (
    Answer(
        "GET",
        "/api/games/{game}/dials",
        "The numbers of a game's rules that can be turned in the lab.",
        list_dials,
        list[lab_messages.DialView],
        queries=(("variant", str, "of this variant"),),
    ),
    Answer("POST", "/api/lab", "Try rules out.", start_trial, lab_messages.LabView, lab_messages.LabWish),
    Answer("GET", "/api/lab/{trial}", "A trial, as far as it has come.", show_trial, lab_messages.LabView),
    Answer("POST", "/api/lab/{trial}/stop", "Stop one of your own trials.", stop_trial, lab_messages.LabView),
    Answer("GET", "/api/lab/{trial}/report", "A report as a page.", trial_page, HTML),
    Answer("GET", "/api/lab/{trial}/variant", "The rules that were tried.", trial_variant, TOML),
)
