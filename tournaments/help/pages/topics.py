"""The help pages as data: guides, then the reference. The start page lists them and the search reads them."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...rules.finals import FINALS
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import FAMILIES, TIEBREAKERS
from .finals import sizes_text
from .tiebreakers import HelpEntry, rulebook_entries

GUIDE_URL = "help_guide"


@dataclass(frozen=True)
class HelpPage:
    """A help page: URL name and key of its address (the key may be empty), title and description."""

    url_name: str
    key: str
    title: str
    description: str


def guides(*rows) -> dict[str, HelpPage]:
    return {key: HelpPage(GUIDE_URL, key, title, description) for key, title, description in rows}


START_GUIDES = guides(
    (
        "first-event",
        _("Your first event"),
        _("From an empty page to the champion in ten steps."),
    ),
    (
        "for-players",
        _("For players"),
        _("Find your table, report results, drop, read the standings."),
    ),
)
DESK_GUIDES = guides(
    ("new-event", _("Create an event"), _("Presets, last week’s event again, and events from a file.")),
    ("desk", _("The desk"), _("Enter results, fix mistakes, answer judge calls, run the round timer.")),
    ("players", _("Players"), _("Add players, late entries, drops, player links and picked names.")),
    ("check-in", _("Check-in"), _("Who is here, starting without missing players, late arrivals.")),
    ("registration", _("Registration"), _("Let players register, approve them, run the waitlist.")),
    ("pairing", _("Rounds and pairing"), _("Pair, check, adjust and publish a round; how pairing works.")),
    ("top-cut", _("Top cut and finals"), _("Cut to the finals, play the bracket, end the event.")),
    ("settings", _("Settings"), _("What you can change, where, and until when.")),
    ("phases", _("Phases and cuts"), _("Second days, pools, round robins, and who advances.")),
    ("prizes", _("Prizes"), _("Enter prizes and the prize pot; how ties share prizes.")),
    ("screens", _("Screens"), _("Pairings, standings and the timer on projectors and TVs.")),
    ("printing", _("Printing"), _("Pairings, result slips, posters and player cards on paper.")),
    ("log", _("Log and restore points"), _("See every change, undo one, or go back to an earlier state.")),
)
GUIDES = START_GUIDES | DESK_GUIDES

REFERENCE = {
    url_name: HelpPage(url_name, "", title, description)
    for url_name, title, description in (
        ("help_rounds", _("How many rounds"), _("Players to expect at each record, and who makes the cut.")),
        (
            "help_lab",
            _("How the format lab works"),
            _("How simulations compare formats, and what each measure means."),
        ),
        ("help_pods", _("Pods"), _("Seating, table sizes, points and bets of multiplayer tables.")),
        ("help_draft", _("Drafts"), _("Pods, seats and pick times of booster drafts.")),
        ("help_all_finals", _("Compare finals systems"), _("Each seed’s title odds in every system.")),
        ("compare", _("Compare rulebooks"), _("The same results ranked under two rulebooks.")),
        ("help_roles", _("Roles"), _("What owners, organisers, scorekeepers, judges and viewers can do.")),
        ("help_privacy", _("Privacy"), _("What is stored, for how long, and how to have it removed.")),
    )
}


@dataclass(frozen=True)
class StartPage:
    """The start page: guides, reference, registries; `families` are (name, entries) of the tiebreakers."""

    start: tuple[HelpPage, ...]
    desk: tuple[HelpPage, ...]
    reference: tuple[HelpPage, ...]
    families: tuple[tuple[str, tuple[HelpEntry, ...]], ...]
    rulebooks: tuple[HelpEntry, ...]
    systems: tuple[HelpEntry, ...]


def start_page() -> StartPage:
    return StartPage(
        start=tuple(START_GUIDES.values()),
        desk=tuple(DESK_GUIDES.values()),
        reference=tuple(REFERENCE.values()),
        families=tuple(
            (
                gettext(name),
                tuple(HelpEntry(item.key, gettext(item.label), gettext(item.explanation)) for item in family),
            )
            for name, family in FAMILIES
        ),
        rulebooks=rulebook_entries(),
        systems=tuple(
            HelpEntry(system.key, gettext(system.name), gettext(system.summary), sizes_text(system.sizes))
            for system in FINALS.values()
        ),
    )


def all_pages() -> tuple[HelpPage, ...]:
    """Return every help page except the start page, in the order in which search results tie."""
    return (
        *GUIDES.values(),
        *REFERENCE.values(),
        *registry_pages("help_rulebook", RULEBOOKS, "name", "summary"),
        *registry_pages("help_finals", FINALS, "name", "summary"),
        *registry_pages("help_tiebreaker", TIEBREAKERS, "label", "explanation"),
    )


def registry_pages(url_name: str, registry: dict, title: str, description: str) -> list[HelpPage]:
    """Return a page for each entry; `title` and `description` name its attributes."""
    return [
        HelpPage(url_name, key, gettext(getattr(entry, title)), gettext(getattr(entry, description)))
        for key, entry in registry.items()
    ]
