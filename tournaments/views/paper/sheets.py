"""The sheets that the desk prints: label, condition and context of each."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from ...queries.brackets import bracket_page
from ...queries.brackets.odds import NONE
from ...queries.brackets.paper_tiles import tiles_of
from ...queries.drafts.pods_page import draft_shown
from ...queries.paper import emergency_pack
from ...queries.paper import result_slips as slip_queries
from ...queries.paper.print_ranges import MAX_CODES, print_range
from ...queries.paper.qr_codes import qr
from ...queries.paper.sheets import Paper, tokens_of
from ...queries.players.entry_list import player_list
from ...queries.standings.standings_page import get_standings_page
from ...rules.history import DRAFT_PODS
from ..http.numbers import parse_whole_number
from ..http.urls import absolute_url

CARDS_PER_SHEET = 10


@dataclass(frozen=True)
class Sheet:
    """A printable sheet.

    `build(request)` returns its template's context, `fits(paper)` whether there is something to print. In the
    context `options` are (label, URL parameter, ((text, value) of each choice), the chosen one), and
    `has_codes` tells that it has QR codes.
    """

    label: str
    words: str
    build: Callable
    fits: Callable = lambda paper: True


@dataclass(frozen=True)
class SheetRequest:
    """A request for a sheet."""

    request: HttpRequest
    paper: Paper

    def option(self, name, *choices):
        """Return an option from the address, or the first choice for an unknown value."""
        value = self.request.GET.get(name)
        return value if value in choices else choices[0]

    @property
    def start(self):
        """The table, or the position in a list, where the printed range starts; None for the first."""
        return parse_whole_number(self.request.GET.get("from", ""), digits=6)

    def link_to(self, path):
        """Return (absolute address, its QR code)."""
        address = absolute_url(self.request, path)
        return address, qr(address)


def names(sheet_request):
    return {"round": sheet_request.paper.shown()}


def standings(sheet_request):
    event, after = (
        sheet_request.paper.event,
        parse_whole_number(sheet_request.request.GET.get("after", ""), digits=3),
    )
    table = get_standings_page(event, runs=True)
    last = table.rounds[-1] if table.rounds else None
    if after in table.rounds:
        table = get_standings_page(event, after=after, runs=True)
    choices = [(gettext("As of now"), None)]
    choices += [(gettext("After round {number}").format(number=last), last)] if last else []
    options = [(gettext("Standings"), "after", choices, table.after)]
    return {"standings": table, "options": options}


def bracket(sheet_request):
    paper = sheet_request.paper
    number = bracket_page.phase_number(paper.history, None)
    page = bracket_page.bracket_page(paper.history, number, odds_mode=NONE)
    tiles = tiles_of(page.drawing.width, page.drawing.height) if page else None
    return {"page": page, "drawing": page and page.drawing, "tiles": tiles}


def players(sheet_request):
    return {"roster": player_list(sheet_request.paper.event)}


def pods(sheet_request):
    return {"draft": draft_shown(sheet_request.paper.event)}


def result_slips(sheet_request):
    selection = sheet_request.option("tables", "all", "waiting")
    order = sheet_request.option("order", "cut", "read")
    tables = slip_queries.tables_of(sheet_request.paper, waiting=selection == "waiting")
    printed = slip_queries.range_of_tables(tables, sheet_request.start)
    players = {player for _round, match in printed.entries for player in match.players}
    sheet_slips = slip_queries.slips_of(
        sheet_request.paper, printed.entries, codes_of(sheet_request, players)
    )
    options = [*range_options(gettext("Range of tables"), printed), order_options(order)]
    if any(match.played for round_ in sheet_request.paper.rounds for match in round_.matches):
        choices = [(gettext("All tables"), "all"), (gettext("Without a result"), "waiting")]
        options.append((gettext("Tables"), "tables", choices, selection))
    return {
        "dealt": slip_queries.dealt_slips(sheet_slips, order == "cut"),
        "options": options,
        "has_codes": True,
    }


def order_options(order):
    return (
        gettext("Order"),
        "order",
        [(gettext("To cut as a stack"), "cut"), (gettext("To read"), "read")],
        order,
    )


def range_options(label, printed):
    """Return the option that selects a range, if there are several."""
    choices = [(f"{first}–{last}", first) for first, last in printed.ranges]
    return [(label, "from", choices, printed.start)] if len(choices) > 1 else []


def codes_of(sheet_request, players):
    """Return player id → (address of the own page, its QR code) of these players."""
    event = sheet_request.paper.event
    return {
        player: sheet_request.link_to(reverse("me", args=[event.slug, token]))
        for player, token in tokens_of(event).items()
        if player in players
    }


def blank_slips(sheet_request):
    return {"dealt": slip_queries.blank_slips(sheet_request.paper, sheets=1)}


def cards(sheet_request):
    order = sheet_request.option("order", "cut", "read")
    present = [player for player in player_list(sheet_request.paper.event).players if not player.has_left]
    printed = print_range(present, range(1, len(present) + 1), MAX_CODES, sheet_request.start)
    codes = codes_of(sheet_request, {player.player for player in printed.entries})
    dealt = slip_queries.dealt(
        [(player, *codes[player.player]) for player in printed.entries], CARDS_PER_SHEET, order == "cut"
    )
    options = [*range_options(gettext("Range of players"), printed), order_options(order)]
    return {"dealt": dealt, "options": options, "has_codes": True}


def poster(sheet_request):
    address, code = sheet_request.link_to(reverse("event", args=[sheet_request.paper.event.slug]))
    return {"address": address, "code": code, "has_codes": True}


def pack(sheet_request):
    pack = emergency_pack.pack_of(sheet_request.paper, sheet_request.start)
    return {"pack": pack, "options": range_options(gettext("Range of tables"), pack.printed)}


def has_tables(paper):
    return bool(paper.rounds)


def has_players(paper):
    return bool(paper.history.players)


# By the last part of the address, which also names the template; in the order of an event.
SHEETS = {
    "players": Sheet(
        gettext_noop("Sign-in sheet"),
        gettext_noop("Everybody who entered, with a line to sign."),
        players,
        has_players,
    ),
    "poster": Sheet(
        gettext_noop("Poster"),
        gettext_noop("The event’s code for the door: find your table."),
        poster,
    ),
    "cards": Sheet(
        gettext_noop("Seat cards"),
        gettext_noop("A card each, with the secret code of the player’s own page."),
        cards,
        has_players,
    ),
    "pods": Sheet(
        gettext_noop("Draft pods"),
        gettext_noop("Who drafts where, in which seat."),
        pods,
        lambda paper: paper.kind == DRAFT_PODS and paper.history.phase(paper.phase).pods,
    ),
    "names": Sheet(
        gettext_noop("Pairings by name"),
        gettext_noop("For the wall: everybody looks for their own name."),
        names,
        has_tables,
    ),
    "tables": Sheet(
        gettext_noop("Pairings by table"), gettext_noop("For whoever walks the hall."), names, has_tables
    ),
    "slips": Sheet(
        gettext_noop("Result slips"),
        gettext_noop("One for each table, with each player’s own code; to be cut."),
        result_slips,
        has_tables,
    ),
    "blanks": Sheet(gettext_noop("Blank slips"), gettext_noop("For tables that come up late."), blank_slips),
    "standings": Sheet(
        gettext_noop("Standings"),
        gettext_noop("With all their columns, and the line of the cut."),
        standings,
        has_players,
    ),
    "bracket": Sheet(
        gettext_noop("Bracket"),
        gettext_noop("On one sheet, or as many as it needs."),
        bracket,
        lambda paper: bracket_page.phase_number(paper.history, None) is not None,
    ),
    "pack": Sheet(
        gettext_noop("Fallback pack"),
        gettext_noop("All that it takes to go on by hand if the power goes. Print it every round."),
        pack,
        has_players,
    ),
}
