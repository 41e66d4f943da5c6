"""Examples for the page that shows the parts of all pages; docs/design.md has their sizes and colours."""

from dataclasses import dataclass

from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.utils.translation import gettext

from ...standings.pages.rank_chart import RankedPhase, RankedRound, draw_ranks
from ...web.charts import Chart
from ...web.status import FIRST_MARKER_X, MARKER_GAP, AnnouncementText, ClockFields, RoundMarker

TOKENS = ("paper", "sheet", "sunk", "wash", "ink", "ink-2", "ink-3", "live", "on-live", "edge", "rule")
NAMES = ("Ada Lindqvist", "Bo Achterberg", "Cleo Marsh", "Dan Okafor")
STOPS = ("done", "done", "done", "now", "ahead", "ahead", "ahead")


@dataclass(frozen=True)
class ExampleStatus:
    """The fields of an event's status that its header shows."""

    round_text: str
    round_markers: tuple[RoundMarker, ...]
    progress_width: int
    progress_done: int
    cut_text: str
    results_text: str
    announcement: AnnouncementText
    clock: ClockFields
    state: str = "running"
    cancelled: str = ""
    results_all: int = 44
    picks_open: bool = False

    @property
    def tab_notes(self) -> dict[str, str]:
        return {}


def get_example_status() -> ExampleStatus:
    markers = tuple(RoundMarker(stop, FIRST_MARKER_X + n * MARKER_GAP) for n, stop in enumerate(STOPS))
    return ExampleStatus(
        round_text=gettext("Round {number}").format(number=4),
        round_markers=markers,
        progress_width=markers[-1].x + MARKER_GAP,
        progress_done=markers[STOPS.index("now")].x,
        cut_text=gettext("Top 8"),
        results_text=gettext("{in_} of {all}").format(in_=31, all=44),
        announcement=AnnouncementText(gettext("Lunch until 13:30"), "12:40", "2026-11-14T12:40:00Z"),
        clock=ClockFields(gettext("Time left"), left="12:40"),
    )


def get_example_chart() -> Chart:
    words = gettext("Round {number}")
    rounds = (
        RankedRound(str(n), words.format(number=n), rank) for n, rank in enumerate((22, 11, 14, 6, 7, 3), 1)
    )
    return draw_ranks([RankedPhase(tuple(rounds), 8.5, gettext("Top 8"))], 88)


def get_example_messages() -> list[Message]:
    return [
        Message(constants.SUCCESS, gettext("Result saved"), ""),
        Message(constants.ERROR, gettext("Table 12 has a result already. Reload the page to see it."), ""),
    ]
