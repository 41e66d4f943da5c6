"""The open explanation of a number in standings."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from django.http import Http404, HttpResponse

from ...history.cache import get_displayed_version
from ...rules.errors import RuleViolation
from ...rules.tiebreakers import TIEBREAKERS
from ...web.jinja import insert_open_row, render_template
from ...web.live import version_text
from ...web.turns import take_turn
from ..pages.working import RANK, explain_cell

PART, TEMPLATE = "explanation", "standings/_opened.jinja"
# A player's id and the key of a column.
MAX_OPEN_LENGTH = 240


def read_cell(request) -> tuple[str, str] | None:
    """Return (player, column) whose explanation is open, or None; the column may be `rank`."""
    player, _, key = request.GET.get("open", "")[:MAX_OPEN_LENGTH].rpartition(":")
    return (player, key) if player and (key in TIEBREAKERS or key == RANK) else None


@dataclass(frozen=True)
class Explanation:
    """The open explanation of standings at an `address`; `options` are those of the page.

    The table is the same for everybody; only the row is rendered for each request.
    """

    event: object
    address: str
    cell: tuple[str, str] | None
    options: dict

    @property
    def close_link(self) -> str:
        """Return the link that closes the explanation: only a query."""
        return f"?{self.address.partition('?')[2]}"

    @property
    def open_link(self) -> str:
        player, key = self.cell
        separator = "" if self.close_link == "?" else "&"
        return f"{self.close_link}{separator}open={quote(player, safe='')}:{key}"

    @cached_property
    def row(self) -> str:
        """Return the HTML of the table's row; empty if these standings do not have the cell."""
        if self.cell is None:
            return ""
        with take_turn(self.event):
            opened = explain_cell(self.event, *self.cell, **self.options)
        if opened is None:
            return ""
        context = {
            "explanation": opened.explanation,
            "width": opened.width,
            "cell": ":".join(self.cell),
            "open_link": self.open_link,
            "close_link": self.close_link,
        }
        return render_template(TEMPLATE, context)

    def insert(self, table: str) -> str:
        """Return the HTML of the table with the row below its player's; the number closes it."""
        return insert_open_row(table, self.row, self.open_link, self.close_link)


def explanation_response(explanation: Explanation) -> HttpResponse:
    """Return the row alone, empty if nothing is open; the browser's address becomes that of the page."""
    try:
        response = HttpResponse(explanation.row)
    except RuleViolation:
        raise Http404 from None
    link = explanation.open_link if explanation.row else explanation.close_link
    response["HX-Push-Url"] = explanation.address.partition("?")[0] + (link if link != "?" else "")
    response["Event-Version"] = version_text(explanation.event, get_displayed_version(explanation.event))
    response["Cache-Control"] = "private, no-cache"
    return response
