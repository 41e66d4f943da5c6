"""The sheets that the desk prints: of each what it is called, when there is one, and what stands on it."""

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
from ...queries.paper import result_slips as slips
from ...queries.paper.print_ranges import MAX_CODES, print_range
from ...queries.paper.qr_codes import qr
from ...queries.paper.sheets import Paper, tokens_of
from ...queries.players.entry_list import player_list
from ...queries.standings.standings_page import standings_shown
from ...rules.history import DRAFT_PODS
from ..http.numbers import whole
from ..http.urls import address_of

CARDS_PER_SHEET = 10


@dataclass(frozen=True)
class Sheet:
    """What can be printed. `made(asked)` gives its template's context, `fits(paper)` says whether there is
    something to print. In the context `options` are (label, name in the address, ((words, value) of each
    choice), the one chosen), and `has_codes` says that codes for phones stand on it."""

    label: str
    words: str
    made: Callable
    fits: Callable = lambda paper: True


@dataclass(frozen=True)
class Asked:
    """A sheet as it was asked for."""

    request: HttpRequest
    paper: Paper

    def option(self, name, *choices):
        """What the address says of an option; the first choice where it says nothing known."""
        said = self.request.GET.get(name)
        return said if said in choices else choices[0]

    @property
    def start(self):
        """The table, or the position in a list, whose range is printed; None for the first."""
        return whole(self.request.GET.get("from", ""), digits=6)

    def link_to(self, path):
        """(an absolute address, its code)."""
        address = address_of(self.request, path)
        return address, qr(address)


def names(asked):
    return {"shown": asked.paper.shown()}


def standings(asked):
    event, after = asked.paper.event, whole(asked.request.GET.get("after", ""), digits=3)
    shown = standings_shown(event, runs=True)
    last = shown.rounds[-1] if shown.rounds else None
    if after in shown.rounds:
        shown = standings_shown(event, after=after, runs=True)
    choices = [(gettext("As of now"), None)]
    choices += [(gettext("After round {number}").format(number=last), last)] if last else []
    options = [(gettext("Standings"), "after", choices, shown.after)]
    return {"shown": shown, "options": options}


def bracket(asked):
    paper = asked.paper
    number = bracket_page.phase_number(paper.told, None)
    page = bracket_page.bracket_page(paper.told, number, shown=NONE)
    tiles = tiles_of(page.drawing.width, page.drawing.height) if page else None
    return {"page": page, "drawing": page and page.drawing, "tiles": tiles}


def players(asked):
    return {"roster": player_list(asked.paper.event)}


def pods(asked):
    return {"draft": draft_shown(asked.paper.event)}


def result_slips(asked):
    which = asked.option("tables", "all", "waiting")
    order = asked.option("order", "cut", "read")
    tables = slips.tables_of(asked.paper, waiting=which == "waiting")
    printed = slips.range_of_tables(tables, asked.start)
    players = {player for _round, match in printed.entries for player in match.players}
    found = slips.slips_of(asked.paper, printed.entries, codes_of(asked, players))
    options = [*range_options(gettext("Range of tables"), printed), order_options(order)]
    if any(match.played for round_ in asked.paper.rounds for match in round_.matches):
        choices = [(gettext("All tables"), "all"), (gettext("Without a result"), "waiting")]
        options.append((gettext("Tables"), "tables", choices, which))
    return {
        "dealt": slips.dealt_slips(found, order == "cut"),
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
    """The option that chooses a range, where there is more than one."""
    choices = [(f"{first}–{last}", first) for first, last in printed.ranges]
    return [(label, "from", choices, printed.start)] if len(choices) > 1 else []


def codes_of(asked, players):
    """Player id → (the address of their own page, its code) of these players."""
    event = asked.paper.event
    return {
        player: asked.link_to(reverse("me", args=[event.slug, token]))
        for player, token in tokens_of(event).items()
        if player in players
    }


def blank_slips(asked):
    return {"dealt": slips.blank_slips(asked.paper, sheets=1)}


def cards(asked):
    order = asked.option("order", "cut", "read")
    there = [one for one in player_list(asked.paper.event).players if not one.gone]
    printed = print_range(there, range(1, len(there) + 1), MAX_CODES, asked.start)
    codes = codes_of(asked, {one.player for one in printed.entries})
    dealt = slips.dealt(
        [(one, *codes[one.player]) for one in printed.entries], CARDS_PER_SHEET, order == "cut"
    )
    options = [*range_options(gettext("Range of players"), printed), order_options(order)]
    return {"dealt": dealt, "options": options, "has_codes": True}


def poster(asked):
    address, code = asked.link_to(reverse("event", args=[asked.paper.event.slug]))
    return {"address": address, "code": code, "has_codes": True}


def pack(asked):
    pack = emergency_pack.pack_of(asked.paper, asked.start)
    return {"pack": pack, "options": range_options(gettext("Range of tables"), pack.printed)}


def has_tables(paper):
    return bool(paper.rounds)


def has_players(paper):
    return bool(paper.told.players)


# By the last part of its address, which is the name of its template, too; in the order of an event.
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
        lambda paper: paper.kind == DRAFT_PODS and paper.told.phase(paper.phase).pods,
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
        lambda paper: bracket_page.phase_number(paper.told, None) is not None,
    ),
    "pack": Sheet(
        gettext_noop("Fallback pack"),
        gettext_noop("All that it takes to go on by hand if the power goes. Print it every round."),
        pack,
        has_players,
    ),
}
