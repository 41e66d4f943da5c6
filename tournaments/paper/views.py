"""Pages to print."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from .. import access
from ..access import secret_links
from ..brackets.pages.bracket import NONE, bracket_page, find_bracket, tiles_of
from ..drafts.pages import get_draft_page
from ..history.cache import load_history
from ..lists.pages import get_staff_lists
from ..players.pages.entry_list import get_player_list
from ..registration.pages.entries import get_offer
from ..rules.history import DRAFT_PODS
from ..rules.registration import has_started
from ..rules.rounds.picks import lets_pick
from ..series.pages.achievements import offered_achievements
from ..standings.pages.standings import get_standings_page
from ..web.answers import new_idempotency_key
from ..web.forms import parse_whole_number
from ..web.layout import render_page
from ..web.links import absolute_url, is_local_only, qr
from .pages import sheets
from .pages.emergency import get_emergency_pack
from .pages.sheets import MAX_CODES, Paper, get_paper, get_player_tokens, print_range

CARDS_PER_SHEET = 10
LISTS_PER_RANGE = 100


@dataclass(frozen=True)
class Sheet:
    """A printable sheet.

    `build_context(sheet_request)` returns its template's context, in which `options` are SheetOptions and
    `has_codes` says if it has QR codes; `is_available(paper)` returns whether there is something to print.
    """

    label: str
    description: str
    build_context: Callable
    is_available: Callable = lambda paper: True


@dataclass(frozen=True)
class SheetOption:
    """A choice above a sheet: `choices` are (text, value of the URL parameter `name`)."""

    label: str
    name: str
    choices: list[tuple]
    selected: object


@dataclass(frozen=True)
class SheetRequest:
    """The request for a sheet, with the data to print."""

    request: HttpRequest
    paper: Paper

    def select(self, name, *choices):
        """Return the address's value of an option, or the first choice for an unknown value."""
        value = self.request.GET.get(name)
        return value if value in choices else choices[0]

    @property
    def start(self):
        """The first table, or position in a list, of the printed range; None for the first range."""
        return parse_whole_number(self.request.GET.get("from", ""), digits=6)

    def link(self, path):
        """Return (absolute address, its QR code)."""
        address = absolute_url(self.request, path)
        return address, qr(address)


def pairings(sheet):
    return {"round": sheet.paper.public_round_page()}


def standings(sheet):
    event, after = sheet.paper.event, parse_whole_number(sheet.request.GET.get("after", ""), digits=3)
    page = get_standings_page(event, runs=True)
    choices = [(gettext("Live"), None)]
    if page.rounds:
        last = page.rounds[-1]
        choices.append((gettext("After round {number}").format(number=last), last))
    if after in page.rounds:
        page = get_standings_page(event, after=after, runs=True)
    return {
        "standings": page,
        "options": [SheetOption(gettext("Standings"), "after", choices, page.after)],
    }


def bracket(sheet):
    paper = sheet.paper
    phase = find_bracket(paper.phase.history)
    page = bracket_page(phase, odds_mode=NONE) if phase else None
    tiles = tiles_of(page.drawing.width, page.drawing.height) if page else None
    return {"page": page, "drawing": page and page.drawing, "tiles": tiles}


def players(sheet):
    roster = get_player_list(sheet.paper.event)
    return {"roster": roster, "present": [player for player in roster.players if not player.has_left]}


def pods(sheet):
    return {"draft": get_draft_page(sheet.paper.event)}


def result_slips(sheet):
    paper, selection, is_cut = sheet.paper, sheet.select("tables", "all", "waiting"), is_to_cut(sheet)
    tables = sheets.slip_tables(paper, unreported=selection == "waiting")
    printed = sheets.range_of_tables(tables, sheet.start)
    codes = player_codes(sheet, {player for _round, match in printed.entries for player in match.players})
    options = [*range_options(gettext("Range of tables"), printed), order_option(is_cut)]
    if any(match.played for round_ in paper.rounds for match in round_.matches):
        choices = [(gettext("All tables"), "all"), (gettext("Without a result"), "waiting")]
        options.append(SheetOption(gettext("Tables"), "tables", choices, selection))
    cards = sheets.slip_sheets(sheets.build_slips(paper, printed.entries, codes), is_cut)
    return {"cards": cards, "options": options, "has_codes": True}


def is_to_cut(sheet):
    """Return whether cards are arranged to be cut as a stack, not to be read."""
    return sheet.select("order", "cut", "read") == "cut"


def order_option(is_cut):
    choices = [(gettext("To cut in a stack"), "cut"), (gettext("In reading order"), "read")]
    return SheetOption(gettext("Order"), "order", choices, "cut" if is_cut else "read")


def range_options(label, printed):
    """Return the option that selects a range, if there are several."""
    choices = [(f"{first}–{last}", first) for first, last in printed.ranges]
    return [SheetOption(label, "from", choices, printed.start)] if len(choices) > 1 else []


def player_codes(sheet, players):
    """Return {player id: (address of the own page, its QR code)} of these players."""
    event = sheet.paper.event
    return {
        player: sheet.link(reverse("me", args=[event.slug, token]))
        for player, token in get_player_tokens(event).items()
        if player in players
    }


def achievements(sheet):
    event = sheet.paper.event
    names = load_history(event).with_public_names.names
    tables = [
        (match.table, [names[player] for player in match.players])
        for round_ in sheet.paper.rounds
        for match in round_.matches
        if not match.is_bye
    ]
    if not tables:
        roster = get_player_list(event)
        tables = [("", [player.name]) for player in roster.players if not player.has_left]
    return {"offered": offered_achievements(event), "tables": tables}


def blank_slips(sheet):
    return {"cards": sheets.blank_slips(sheet.paper, sheets=1)}


def seat_cards(sheet):
    is_cut = is_to_cut(sheet)
    present = [player for player in get_player_list(sheet.paper.event).players if not player.has_left]
    printed = print_range(present, range(1, len(present) + 1), MAX_CODES, sheet.start)
    codes = player_codes(sheet, {player.player for player in printed.entries})
    cards = [(player, *codes[player.player]) for player in printed.entries]
    return {
        "cards": sheets.arrange_cards(cards, CARDS_PER_SHEET, is_cut),
        "options": [*range_options(gettext("Range of players"), printed), order_option(is_cut)],
        "has_codes": True,
    }


def lists(sheet):
    sent = get_staff_lists(sheet.paper.event).sent
    is_two = sheet.select("each", "one", "two") == "two"
    printed = print_range(sent, range(1, len(sent) + 1), LISTS_PER_RANGE, sheet.start)
    size = 2 if is_two else 1
    choices = [(gettext("One a page"), "one"), (gettext("Two a page"), "two")]
    return {
        "pages": [printed.entries[at : at + size] for at in range(0, len(printed.entries), size)],
        "options": [
            *range_options(gettext("Range of players"), printed),
            SheetOption(gettext("Lists"), "each", choices, "two" if is_two else "one"),
        ],
    }


def poster(sheet):
    event, history = sheet.paper.event, sheet.paper.phase.history
    address, code = sheet.link(reverse("event", args=[event.slug]))
    has_pick_code = lets_pick(history)
    if has_pick_code:
        _address, code = sheet.link(reverse("venue_code", args=[event.slug, secret_links.venue_code(event)]))
    return {
        "address": address,
        "code": code,
        "has_codes": True,
        "lets_pick": has_pick_code,
        "key": new_idempotency_key(),
    }


def registration_poster(sheet):
    address, code = sheet.link(reverse("register", args=[sheet.paper.event.slug]))
    offer = get_offer(sheet.paper.event)
    return {"address": address, "code": code, "has_codes": True, "offer": offer}


def pack(sheet):
    pack = get_emergency_pack(sheet.paper, sheet.start)
    return {"pack": pack, "options": range_options(gettext("Range of tables"), pack.print_range)}


def has_tables(paper):
    return bool(paper.rounds)


def takes_registrations(paper):
    settings = paper.phase.history.registration
    return settings.open and not has_started(paper.phase.history)


def has_players(paper):
    return bool(paper.phase.history.players)


# By the last part of the address, which is also the template's name; in the order of an event.
SHEETS = {
    "registration": Sheet(
        gettext_noop("Registration poster"),
        gettext_noop("The QR code that leads to the registration of this event."),
        registration_poster,
        takes_registrations,
    ),
    "players": Sheet(
        gettext_noop("Sign-in sheet"),
        gettext_noop("All registered players, with a line to sign."),
        players,
        has_players,
    ),
    "poster": Sheet(
        gettext_noop("Poster"),
        gettext_noop("The QR code for the wall: players find their table with it."),
        poster,
    ),
    "cards": Sheet(
        gettext_noop("Seat cards"),
        gettext_noop("One card per player, with the secret QR code of their own page."),
        seat_cards,
        has_players,
    ),
    "lists": Sheet(
        gettext_noop("Players’ lists"),
        gettext_noop("Decklists or army lists by name, with boxes to tick."),
        lists,
        lambda paper: bool(paper.phase.history.lists.ask) and bool(get_staff_lists(paper.event).sent),
    ),
    "pods": Sheet(
        gettext_noop("Draft pods"),
        gettext_noop("Pods and seats of the draft."),
        pods,
        lambda paper: paper.kind == DRAFT_PODS and paper.phase.pods,
    ),
    "names": Sheet(
        gettext_noop("Pairings by name"),
        gettext_noop("For the wall, where players look up their name."),
        pairings,
        has_tables,
    ),
    "tables": Sheet(
        gettext_noop("Pairings by table"), gettext_noop("For floor staff."), pairings, has_tables
    ),
    "slips": Sheet(
        gettext_noop("Result slips"),
        gettext_noop("One per table, with each player’s own QR code. Cut along the lines."),
        result_slips,
        has_tables,
    ),
    "blanks": Sheet(gettext_noop("Blank slips"), gettext_noop("For late tables."), blank_slips),
    "achievements": Sheet(
        gettext_noop("Achievements"),
        gettext_noop("The players at their tables, with a box for each achievement of the series."),
        achievements,
        lambda paper: has_players(paper) and bool(offered_achievements(paper.event)),
    ),
    "standings": Sheet(
        gettext_noop("Standings"),
        gettext_noop("With all tiebreakers and the cut line."),
        standings,
        has_players,
    ),
    "bracket": Sheet(
        gettext_noop("Bracket"),
        gettext_noop("On one sheet or several."),
        bracket,
        lambda paper: find_bracket(paper.phase.history) is not None,
    ),
    "pack": Sheet(
        gettext_noop("Emergency pack"),
        gettext_noop("Everything you need to continue on paper in a power cut. Print one each round."),
        pack,
        has_players,
    ),
}

A4, LETTER = "a4", "letter"
SIZES = (("A4", A4), ("Letter", LETTER))
# Territories that use Letter (CLDR).
LETTER_REGIONS = ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")


@require_safe
@access.requires(access.PRINT)
def list_page(request, event):
    """List the sheets that can be printed now."""
    paper = get_paper(event)
    context = {
        "paper": paper,
        "sheets": [
            (key, gettext(sheet.label), gettext(sheet.description))
            for key, sheet in SHEETS.items()
            if sheet.is_available(paper)
        ],
    }
    return render_page(request, event, "print", "paper/list.jinja", context | page_size(request))


@require_safe
@access.requires(access.PRINT)
def sheet_page(request, event, key):
    """Preview a sheet; `paper=` is its size."""
    if key not in SHEETS:
        raise Http404
    sheet, paper = SHEETS[key], get_paper(event)
    context = {
        "event": event,
        "paper": paper,
        "label": gettext(sheet.label),
        "description": gettext(sheet.description),
        "groups": (),
        "ranges": 1,
        "is_local_only": False,
        **page_size(request),
    }
    if not sheet.is_available(paper):
        return render(request, "paper/nothing.jinja", context)
    context |= sheet.build_context(SheetRequest(request, paper))
    options = context.get("options", ())
    context["ranges"] = next((len(option.choices) for option in options if option.name == "from"), 1)
    context["groups"] = [option_links(request, option) for option in options]
    context["is_local_only"] = context.get("has_codes", False) and is_local_only(request)
    return render(request, f"paper/sheets/{key}.jinja", context)


def page_size(request):
    """Return the paper size of the address, or the usual one of the reader's region, with its option."""
    _language, _dash, region = request.headers.get("Accept-Language", "")[:5].partition("-")
    size = request.GET.get("paper")
    if size not in (A4, LETTER):
        size = LETTER if region.upper() in LETTER_REGIONS else A4
    return {
        "size": size,
        "size_group": option_links(request, SheetOption(gettext("Paper size"), "paper", SIZES, size)),
    }


def option_links(request, option):
    """Return (label, choices) of an option; a choice is (text, query, whether it is selected)."""
    others = {key: value for key, value in request.GET.items() if key != option.name and len(value) < 20}
    links = []
    for text, value in option.choices:
        query = urlencode(others if value is None else others | {option.name: value})
        links.append((text, f"?{query}", value == option.selected))
    return option.label, links
