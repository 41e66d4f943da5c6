"""The layout of every page, the help for each page of the desk, and the subjects of the settings."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from .. import access
from ..access import people_links, secret_links
from ..access.clubs import SEE_CLUB, get_club_permissions
from ..history.cache import get_displayed_version, load_history
from ..rules.history import DRAWN_KINDS, ROUND_KINDS, EventHistory
from .answers import new_idempotency_key, status_of
from .jinja import render_template, url
from .live import LiveFragment, poll_seconds, render_live_page, version_text
from .status import EventStatus, date_text, get_desk_status, get_event_status
from .wording import list_noun_plural, phase_name

# URL name of a page of the desk → its help: the guide's key and the section's anchor.
DESK_HELP = {
    "desk": ("desk", "next"),
    "repeat_event": ("new-event", "again"),
    "correct": ("desk", "undo"),
    "desk_players": ("players", "add"),
    "add_players": ("players", "add"),
    "desk_pairs": ("players", "pairs"),
    "merge_players": ("players", "merge"),
    "player_links": ("players", "links"),
    "change_player": ("players", "edit"),
    "drop_player": ("players", "drop"),
    "drop_players": ("players", "drop"),
    "erase_player": ("players", "data"),
    "erase_registration": ("players", "data"),
    "desk_registration": ("registration", "list"),
    "registration_addresses": ("registration", "list"),
    "enter_registration": ("registration", "add"),
    "change_registration": ("registration", "list"),
    "import_registrations": ("registration", "add"),
    "settings_registration": ("registration", "open"),
    "desk_check_in": ("check-in", "open"),
    "start_event": ("check-in", "start"),
    "no_shows": ("check-in", "late"),
    "desk_round": ("pairing", "start"),
    "adjust_round": ("pairing", "adjust"),
    "cut_to_finals": ("top-cut", "cut"),
    "call_opponent": ("top-cut", "bracket"),
    "desk_draft": ("pairing", "draft"),
    "desk_staff": ("settings", "staff"),
    "pass_ownership": ("settings", "staff"),
    "desk_screens": ("screens", "create"),
    "desk_settings": ("settings", "event"),
    "settings_format": ("settings", "format"),
    "settings_pairing": ("settings", "format"),
    "settings_standings": ("settings", "standings"),
    "settings_reporting": ("settings", "reporting"),
    "settings_lists": ("players", "lists"),
    "settings_finals": ("settings", "finals"),
    "settings_danger": ("settings", "danger"),
    "desk_paper": ("printing", "print"),
    "sheet": ("printing", "print"),
    "desk_lists": ("players", "lists"),
    "desk_list": ("players", "deck-check"),
    "desk_list_table": ("players", "deck-check"),
    "change_list": ("players", "lists"),
    "desk_prizes": ("prizes", "enter"),
    "desk_phases": ("phases", "add"),
    "add_phase": ("phases", "add"),
    "change_phase": ("phases", "add"),
    "delete_event": ("settings", "danger"),
    "move_event": ("clubs", "move"),
    "desk_log": ("log", "read"),
    "undo_change": ("log", "undo"),
    "restore_before": ("log", "undo"),
    "desk_points": ("log", "points"),
    "compare_points": ("log", "points"),
    "restore_point": ("log", "points"),
}


def desk_help_address(url_name: str) -> str:
    """Return the address of a desk page's help; pages that only answer forms have that of the desk."""
    guide, anchor = DESK_HELP.get(url_name, DESK_HELP["desk"])
    return f"{reverse(GUIDE_URL, args=[guide])}#{anchor}"


GUIDE_URL = "help_guide"

EMPTY_TEMPLATE = "events/_empty.jinja"
PROGRESS, PROGRESS_TEMPLATE = "progress", "events/_progress.jinja"
# A phone's bar has room for so many tabs.
MAX_PHONE_TABS = 5


@dataclass(frozen=True)
class Tab:
    key: str
    label: str
    url: str
    note: str | None
    current: bool


@dataclass(frozen=True)
class PageLayout:
    """The `layout` of templates/events/base.jinja; it also has the attributes of its status and permissions.

    `tabs` are the event's or the desk's, `permissions` the user's, `help_address` the help of
    a desk page, empty for others. `can_pick`: this device came through the QR code of the venue and may pick
    a name. `has_own_club_page`: it has opened the page of a person of the event's club. `club_desk` is the
    address of the desk of the club, empty for others than its staff.
    """

    event: object
    status: EventStatus
    date_text: str
    tabs: tuple[Tab, ...]
    at_desk: bool
    permissions: access.Permissions
    help_address: str
    can_pick: bool
    has_own_club_page: bool
    club_desk: str

    @property
    def folded_tabs(self) -> tuple[Tab, ...]:
        """Return the tabs that a phone folds away under “More”."""
        return self.tabs[MAX_PHONE_TABS - 1 :] if len(self.tabs) > MAX_PHONE_TABS else ()

    def status_fragment(self) -> LiveFragment:
        """Return an empty fragment that updates the event's status, for pages without a live fragment."""
        name = "desk" if self.at_desk else "quiet"
        return LiveFragment(
            f"live-{name}",
            "",
            url=f"{reverse('status_fragment', args=[self.event.slug])}?part={name}",
            seconds=poll_seconds(self.status),
            version=version_text(self.event, get_displayed_version(self.event)),
        )

    def __getattr__(self, name):
        return getattr(self.permissions if name.startswith("can_") else self.status, name)


# (key, label, URL name) of the tabs; those of the desk also have the permission that they need.
TABS = (
    ("pairings", gettext_noop("Pairings"), "event"),
    ("standings", gettext_noop("Standings"), "standings"),
    ("bracket", gettext_noop("Bracket"), "bracket"),
    ("players", gettext_noop("Players"), "players"),
    ("about", gettext_noop("About"), "about"),
)
DESK_TABS = (
    ("desk", gettext_noop("Desk"), "desk", access.VIEW_DESK),
    ("desk_players", gettext_noop("Players"), "desk_players", access.ENTER_RESULTS),
    ("round", gettext_noop("Round"), "desk_round", access.MANAGE),
    ("lists", gettext_noop("Lists"), "desk_lists", access.CHECK_LISTS),
    ("screens", gettext_noop("Screens"), "desk_screens", access.PRINT),
    ("print", gettext_noop("Print"), "desk_paper", access.PRINT),
    ("staff", gettext_noop("Staff"), "desk_staff", access.SEE_PRIVATE),
    ("settings", gettext_noop("Settings"), "desk_settings", access.MANAGE),
    ("log", gettext_noop("Log"), "desk_log", access.MANAGE),
)


def get_page_layout(request, event, current: str, event_status: EventStatus | None = None) -> PageLayout:
    """Return the layout of a page; `current` is the key of its tab."""
    at_desk, permissions = any(tab[0] == current for tab in DESK_TABS), access.get_permissions(request, event)
    unused = () if event.lists.get("ask") or current == "lists" else ("lists",)
    desk_tabs = [tab[:3] for tab in DESK_TABS if tab[3] in permissions and tab[0] not in unused]
    tabs = desk_tabs if at_desk else TABS
    event_status = event_status or (get_desk_status if at_desk else get_event_status)(event)
    tab_notes = event_status.tab_notes
    return PageLayout(
        event=event,
        status=event_status,
        date_text=date_text(event),
        tabs=tuple(
            Tab(
                key,
                list_noun_plural(event.rulebook) if key == "lists" else gettext(label),
                url(url_name, event.slug),
                tab_notes.get(key),
                key == current,
            )
            for key, label, url_name in tabs
        ),
        at_desk=at_desk,
        permissions=permissions,
        help_address=desk_help_address(request.resolver_match.url_name) if at_desk else "",
        can_pick=not at_desk and secret_links.came_through_venue_code(request, event),
        has_own_club_page=not at_desk and has_own_club_page(request, event),
        club_desk=find_club_desk(request, event) if at_desk else "",
    )


def find_club_desk(request, event) -> str:
    """Return the address of the desk of the event's club, if the user is of its staff; else empty."""
    club = event.displayed_club
    is_staff = club and SEE_CLUB in get_club_permissions(request, club)
    return reverse("club_desk", args=[club.slug]) if is_staff else ""


def has_own_club_page(request, event) -> bool:
    """Return whether this device has opened the page of a person of the event's published club."""
    return event.published_club is not None and people_links.has_remembered(request, event.published_club)


def render_page(request, event, tab: str, template: str, context=None, status=None) -> HttpResponse:
    """Return a page of an event, whose template also gets the event, the layout and a form's key.

    `tab` is the key of its tab. The answer to a POST shows what was refused: it has status 422 by default.
    """
    page = {"event": event, "layout": get_page_layout(request, event, tab), "key": new_idempotency_key()}
    return render(request, template, page | (context or {}), status=status or status_of(request))


def render_live(
    request, event, tab: str, template: str, fragments, fragment_context, page_context=None, **options
) -> HttpResponse:
    """Return a live page of an event, as `render_live_page` with its other `options`.

    Page and fragments also get the event, and the page its layout; status as in `render_page`.
    """

    def layout_context(event_status):
        layout = get_page_layout(request, event, tab, event_status)
        page = {"event": event, "layout": layout}
        return page | (page_context(layout) if page_context else {})

    return render_live_page(
        request,
        event,
        template,
        fragments,
        lambda: {"event": event} | fragment_context(),
        layout_context,
        status=status_of(request),
        **options,
    )


@require_safe
def status_fragment(request, slug):
    """Return an empty fragment with the event's status; `part=desk` also counts unpublished rounds.

    `part=progress` says how many tables still play, and for how long, without the status.
    """
    event, part = access.get_visible_event(request, slug), request.GET.get("part")
    at_desk = part == "desk"
    if part not in ("quiet", "desk", PROGRESS) or (
        at_desk and access.VIEW_DESK not in access.get_permissions(request, event)
    ):
        raise Http404
    is_progress = part == PROGRESS
    return render_live_page(
        request,
        event,
        EMPTY_TEMPLATE,
        {part: PROGRESS_TEMPLATE if is_progress else EMPTY_TEMPLATE},
        lambda: {"event_status": get_event_status(event)} if is_progress else {},
        dict,
        get_status=get_desk_status if at_desk else get_event_status,
        shared=not at_desk,
        with_status=not is_progress,
    )


def get_progress_fragment(event) -> LiveFragment:
    """Return the progress of the round for a page that depends on one player alone: it polls by itself.

    The page shows it as it is; each poll brings what is rendered once for all phones of the event.
    """
    event_status = get_event_status(event)
    return LiveFragment(
        f"live-{PROGRESS}",
        mark_safe(render_template(PROGRESS_TEMPLATE, {"event_status": event_status})),
        url=f"{reverse('status_fragment', args=[event.slug])}?part={PROGRESS}",
        seconds=poll_seconds(event_status),
        version=version_text(event, get_displayed_version(event)),
    )


EVENT, FORMAT, PHASES, PAIRING, STANDINGS = "event", "format", "phases", "pairing", "standings"
REGISTRATION = "registration"
REPORTING, LISTS, FINALS, PRIZES, DANGER_ZONE = "reporting", "lists", "finals", "prizes", "danger"
# subject → (label, URL name).
SUBJECTS = {
    EVENT: (gettext_noop("Event"), "desk_settings"),
    REGISTRATION: (gettext_noop("Registration"), "settings_registration"),
    LISTS: (gettext_noop("Lists"), "settings_lists"),
    FORMAT: (gettext_noop("Format"), "settings_format"),
    PHASES: (gettext_noop("Phases"), "desk_phases"),
    PAIRING: (gettext_noop("Pairing"), "settings_pairing"),
    REPORTING: (gettext_noop("Reporting"), "settings_reporting"),
    STANDINGS: (gettext_noop("Standings"), "settings_standings"),
    FINALS: (gettext_noop("Top cut"), "settings_finals"),
    PRIZES: (gettext_noop("Prizes"), "desk_prizes"),
    DANGER_ZONE: (gettext_noop("Danger zone"), "settings_danger"),
}
# The groups of subjects in the side navigation.
SUBJECT_GROUPS = {
    gettext_noop("Before the event"): (EVENT, REGISTRATION, LISTS),
    gettext_noop("Play"): (FORMAT, PHASES, PAIRING, REPORTING),
    gettext_noop("Places"): (STANDINGS, FINALS, PRIZES),
    gettext_noop("Whole event"): (DANGER_ZONE,),
}


def render_settings_page(request, event, current: str, template: str, context=None, status=None):
    """Return a page of settings, as `render_page`, with the subjects that have settings at this event."""
    history = load_history(event)
    unused = set()
    if not phase_names(history):
        unused |= {FORMAT, STANDINGS}
    if not phase_names(history, DRAWN_KINDS):
        unused.add(PAIRING)
    links = {
        subject: (gettext(label), reverse(url_name, args=[event.slug]), subject == current)
        for subject, (label, url_name) in SUBJECTS.items()
        if subject not in unused
    }
    page = {
        "subject": gettext(SUBJECTS[current][0]),
        "subjects": [
            (gettext(group), [links[subject] for subject in subjects if subject in links])
            for group, subjects in SUBJECT_GROUPS.items()
        ],
    }
    return render_page(request, event, "settings", template, page | (context or {}), status)


def phase_names(history: EventHistory, kinds=ROUND_KINDS) -> dict[int, str]:
    """Return the names of the phases of these kinds by number."""
    return {phase.number: phase_name(phase) for phase in history.all_phases if phase.kind in kinds}
