"""The layout of every page of one event: name, status, tabs."""

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from .. import access
from ..access import secret_links
from ..history.cache import get_displayed_version
from .help_links import desk_help_address
from .live import LiveFragment, poll_seconds, render_live_page, version_text
from .status import EventStatus, date_text, get_desk_status, get_event_status
from .wording import list_noun_plural

EMPTY_TEMPLATE = "events/_empty.jinja"
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
    """The `layout` of templates/events/base.html; it also has the attributes of its status and permissions.

    `tabs` are the event's or the desk's, `permissions` the user's, `help_address` the help of
    a desk page, empty for others. `can_pick`: this device came through the QR code of the venue and may pick
    a name.
    """

    event: object
    status: EventStatus
    date_text: str
    tabs: tuple[Tab, ...]
    at_desk: bool
    permissions: access.Permissions
    help_address: str
    can_pick: bool

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
    return PageLayout(
        event=event,
        status=event_status,
        date_text=date_text(event),
        tabs=tuple(
            Tab(
                key,
                list_noun_plural(event.rulebook) if key == "lists" else _(label),
                reverse(url_name, args=[event.slug]),
                event_status.tab_notes.get(key),
                key == current,
            )
            for key, label, url_name in tabs
        ),
        at_desk=at_desk,
        permissions=permissions,
        help_address=desk_help_address(request.resolver_match.url_name) if at_desk else "",
        can_pick=not at_desk and secret_links.came_through_venue_code(request, event),
    )


@require_safe
def status_fragment(request, slug):
    """Return an empty fragment with the event's status; `part=desk` also counts unpublished rounds."""
    event, part = access.get_visible_event(request, slug), request.GET.get("part")
    at_desk = part == "desk"
    if part not in ("quiet", "desk") or (
        at_desk and access.VIEW_DESK not in access.get_permissions(request, event)
    ):
        raise Http404
    return render_live_page(
        request,
        event,
        EMPTY_TEMPLATE,
        {part: EMPTY_TEMPLATE},
        dict,
        dict,
        get_status=get_desk_status if at_desk else get_event_status,
        shared=not at_desk,
    )
