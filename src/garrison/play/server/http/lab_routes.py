"""The lab's part of the HTTP API."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.play.server.http.responses import HTML, Answer, Asked
from garrison.play.server.wire import lab_messages
from garrison.play.server.work.trials import NoTrial

TRIAL_COST = 100  # of what an address may ask for
VARIANT_COST = 10
TOML = "application/toml"


async def list_dials(asked: Asked) -> Any:
    """The numbers of a game's rules that can be turned."""
    asked.spend(1)
    return await asked.services.trials.dials(asked.path("game"), asked.query("variant"))


async def start_trial(asked: Asked) -> Any:
    """A trial that begins."""
    asked.spend(TRIAL_COST)
    return await asked.services.trials.start(asked.address, await asked.body(lab_messages.LabWish))


async def show_trial(asked: Asked) -> Any:
    """A trial, as far as it has come."""
    return (await asked.services.trials.find(asked.path("trial"))).view


async def stop_trial(asked: Asked) -> Any:
    """The trial after it was stopped."""
    asked.services.trials.stop_one(asked.address, asked.path("trial"))
    return (await asked.services.trials.find(asked.path("trial"))).view


async def trial_page(asked: Asked) -> Any:
    """The report as a page of its own."""
    page = (await asked.services.trials.find(asked.path("trial"))).page
    if not page:
        raise NoTrial("Nothing has been measured yet.")
    headers = {"content-disposition": f'attachment; filename="lab-{asked.path("trial")}.html"'}
    return Response(page, media_type=HTML, headers=headers)


async def trial_variant(asked: Asked) -> Any:
    """The rules that were tried, as a variant in TOML."""
    asked.spend(VARIANT_COST)
    text = await asked.services.trials.variant(asked.path("trial"))
    headers = {"content-disposition": f'attachment; filename="lab-{asked.path("trial")}.toml"'}
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
