"""Permissions: roles, the policy table, and the decorators that views use."""

from enum import StrEnum, auto
from functools import cache, wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.urls import resolve, reverse
from django.utils.translation import gettext, gettext_noop
from django_htmx.http import HttpResponseClientRedirect

from ..changes.registry import find_action
from ..models import ClubStaff, Event, LogEntry, Player, Registration, Staff
from ..models.event import CLUB_ATTRIBUTES, CLUB_COLUMNS, PREVIEW_ATTRIBUTES, PREVIEW_COLUMNS
from ..models.prepared import Columns, fetch_rows
from ..models.registration import WAITING_STATES
from ..models.staff import find_invitation, get_roles
from ..rules.history import PRIVATE, PUBLIC

# What a poll needs of the event if its fragment is not rendered again.
POLL_FIELDS = ("slug", "club", "visibility", "version", "layout_version", "announcement", "registration")
OWNER, ORGANISER, SCOREKEEPER, JUDGE, VIEWER = (role for role, _label in Staff.ROLES)


class Permission(StrEnum):
    """A permission at an event; its value is its name."""

    SEE_PRIVATE = auto()
    VIEW_DESK = auto()
    HANDLE_REPORTS = auto()
    ENTER_RESULTS = auto()
    ANNOUNCE = auto()
    CHECK_IN = auto()
    CHECK_LISTS = auto()
    PRINT = auto()
    MANAGE = auto()
    MANAGE_STAFF = auto()
    OWN = auto()


(
    SEE_PRIVATE,
    VIEW_DESK,
    HANDLE_REPORTS,
    ENTER_RESULTS,
    ANNOUNCE,
    CHECK_IN,
    CHECK_LISTS,
    PRINT,
    MANAGE,
    MANAGE_STAFF,
    OWN,
) = Permission

# Permission → (description, roles). The decorators and the help page read it. Superusers have all of them.
POLICY = {
    SEE_PRIVATE: (
        gettext_noop("See the event if it is private, and points that are hidden from players"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE, VIEWER),
    ),
    VIEW_DESK: (
        gettext_noop("View the desk: next step, missing results, staff"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE),
    ),
    HANDLE_REPORTS: (
        gettext_noop("Handle judge calls, time extensions and disputed results"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE),
    ),
    ENTER_RESULTS: (
        gettext_noop("Enter and correct results, drop players and bring them back"),
        (OWNER, ORGANISER, SCOREKEEPER),
    ),
    ANNOUNCE: (gettext_noop("Run the clock, send announcements"), (OWNER, ORGANISER, SCOREKEEPER)),
    CHECK_IN: (gettext_noop("Check players in"), (OWNER, ORGANISER, SCOREKEEPER, JUDGE)),
    CHECK_LISTS: (gettext_noop("Read and check players’ lists"), (OWNER, ORGANISER, SCOREKEEPER, JUDGE)),
    PRINT: (gettext_noop("Print, set up screens"), (OWNER, ORGANISER, SCOREKEEPER)),
    MANAGE: (
        gettext_noop("Run the event: players, pairings, rounds, cut, settings, prizes and log"),
        (OWNER, ORGANISER),
    ),
    MANAGE_STAFF: (gettext_noop("Invite staff, change their roles, remove them"), Staff.INVITING_ROLES),
    OWN: (gettext_noop("Transfer ownership, delete the event"), (OWNER,)),
}


class Permissions(frozenset[Permission]):
    """A user's permissions at an event. Templates ask for each by a property: `can_manage`, `can_print`."""


for _permission in Permission:
    setattr(Permissions, f"can_{_permission}", property(lambda self, one=_permission: one in self))


def get_permissions(request, event: Event) -> Permissions:
    """Return the permissions of the request's user at the event, looked up once per request."""
    cached = request.__dict__.setdefault("permissions", {})
    if event.pk not in cached:
        cached[event.pk] = permissions_of_user(request.user, event)
    return cached[event.pk]


def permissions_of_user(user, event: Event) -> Permissions:
    if not user.is_authenticated:
        return Permissions()
    if user.is_superuser:
        return Permissions(Permission)
    own = get_roles(user, event)
    return Permissions(
        permission for permission, (_label, roles) in POLICY.items() if own.intersection(roles)
    )


def can_undo(permissions: Permissions, entry: LogEntry | None) -> bool:
    """Return whether these permissions allow undoing an action of the log; None is the last action."""
    needed = find_action(entry.action).permission_to_undo(entry) if entry else None
    return (needed or MANAGE) in permissions


# The event of a page, and what pages show of its club and its preview.
PAGE_QUERY = """
SELECT {columns} FROM tournaments_event event LEFT JOIN tournaments_club club ON club.id = event.club_id
LEFT JOIN tournaments_preview preview ON preview.event_id = event.id WHERE event.slug = %s
"""


def find_event(slug: str, is_poll=False) -> Event:
    """Return the event of this address, without a check of access. Http404 for an unknown address.

    For a poll only POLL_FIELDS are loaded.
    """
    # PostgreSQL refuses some characters, NUL among them.
    if not slug.isprintable():
        raise Http404
    query, columns = event_query(is_poll)
    for row in fetch_rows(query, [slug]):
        event = columns.build(row)
        if not is_poll:
            rest = row[len(columns.names) :]
            vars(event).update(zip(CLUB_ATTRIBUTES + PREVIEW_ATTRIBUTES, rest, strict=True))
        return event
    raise Http404


@cache
def event_query(is_poll: bool) -> tuple[str, Columns]:
    """Return the SQL of the event with a slug, and its columns; those of club and preview follow them."""
    if is_poll:
        columns = Columns(Event, POLL_FIELDS)
        return f"SELECT {columns.selected('event')} FROM tournaments_event event WHERE slug = %s", columns
    columns = Columns(Event)
    club = [f'club."{name}"' for name in CLUB_COLUMNS]
    preview = [f'preview."{name}"' for name in PREVIEW_COLUMNS]
    return PAGE_QUERY.format(columns=", ".join((columns.selected("event"), *club, *preview))), columns


def get_visible_event(request, slug) -> Event:
    """Return the event of this address. Http404 if it does not exist or the visitor must not see it."""
    event = find_event(slug, is_poll="part" in request.GET and request.method == "GET")
    if event.visibility == PRIVATE and not can_see_private(request, event):
        raise Http404
    return set_request_event(request, event)


def can_see_private(request, event: Event) -> bool:
    """Return whether the visitor is on the staff, or has opened a player's own page on this device.

    Somebody who waits for a place or for approval has such a page, too.
    """
    token = request.get_signed_cookie(PLAYER_LINK_COOKIE, "", salt=event.slug)
    if token and Player.objects.with_secret(token).filter(event=event).exists():
        return True
    waiting = Registration.objects.filter(event=event, token=token, state__in=WAITING_STATES)
    return bool(token and waiting.exists()) or SEE_PRIVATE in get_permissions(request, event)


def set_request_event(request, event: Event) -> Event:
    """Store on the request what the middleware needs to know of its event, and return the event."""
    request.event_pk, request.visibility = event.pk, event.visibility
    request.layout_version = event.layout_version
    return event


def listed_events_filter(user) -> Q:
    """Return the filter for lists of events: public ones, and those where the user is on the staff."""
    if not user.is_authenticated:
        return ON_THE_LIST
    return Q() if user.is_superuser else ON_THE_LIST | events_with_role(user)


def managed_events_filter(user) -> Q:
    """Return the filter for the events that the user runs."""
    if not user.is_authenticated:
        return NO_EVENT
    return events_with_role(user, role__in=POLICY[MANAGE][1])


def events_with_role(user, **roles) -> Q:
    """Return the filter for the events where the user has a role, or one of these."""
    own = Staff.objects.filter(user=user, **roles).values("event")
    in_clubs = ClubStaff.objects.filter(user=user, **roles).values("club")
    return Q(pk__in=own) | Q(club__in=in_clubs)


def can_see_hidden(request, event) -> bool:
    """Return whether the visitor sees points and results that are hidden from players until the end."""
    return SEE_PRIVATE in get_permissions(request, event)


# Holds the token of the player whose page was opened last on this device; a renewed link invalidates it.
PLAYER_LINK_COOKIE = "player"


def requires(permission: Permission):
    """Decorate a view of the desk, `view(request, event, …)`, that needs a permission.

    Visitors who are not signed in are redirected to the sign-in page; raises PermissionDenied for others.
    """

    def decorator(view):
        @wraps(view)
        def wrapper(request, slug, **kwargs):
            if not request.user.is_authenticated:
                return redirect_to_sign_in(request, reverse("desk", args=[slug]))
            event = get_visible_event(request, slug)
            if permission not in get_permissions(request, event):
                raise PermissionDenied(refusal_text(request.user, event))
            return view(request, event, **kwargs)

        return wrapper

    return decorator


def refusal_text(user, event: Event) -> str:
    """Return why a signed-in user cannot open the page."""
    own = get_roles(user, event)
    if not own:
        text = gettext("You’re signed in as {name}. Ask the organiser to invite this account.")
        return text.format(name=user.get_username())
    text = gettext("Your role at {event} is {role}, which doesn’t give access to this page.")
    labels = [str(label) for role, label in Staff.ROLES if role in own]
    return text.format(event=event.name, role=", ".join(labels))


def requires_account(view):
    """Decorate a view that needs an account; visitors without one are redirected to the sign-in page."""

    @wraps(view)
    def wrapper(request, **kwargs):
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request, request.path)
        return view(request, **kwargs)

    return wrapper


def can_sign_up(wanted: str) -> bool:
    """Return whether a visitor who wants to open this path can create an account.

    SIGN_UP decides: everybody, nobody, or only with a valid invitation.
    """
    if settings.SIGN_UP != "invitation":
        return settings.SIGN_UP == "open"
    try:
        match = resolve(urlsplit(wanted).path)
    except Http404:
        return False
    return match.url_name == "invitation" and find_invitation(match.kwargs["token"]) is not None


def requires_superuser(view):
    """Decorate a view for administrators of the site; visitors sign in first."""

    @requires_account
    @wraps(view)
    def wrapper(request, **kwargs):
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, **kwargs)

    return wrapper


MAX_NEXT_LENGTH = 2000


def redirect_to_sign_in(request, instead: str):
    """Redirect to the sign-in page and back; after a POST, or for a fragment, back to `instead`."""
    wanted = request.get_full_path() if request.method == "GET" and not request.htmx else instead
    # Django refuses redirects to very long addresses.
    wanted = wanted if len(wanted) <= MAX_NEXT_LENGTH else request.path
    response = redirect_to_login(wanted)
    return HttpResponseClientRedirect(response.url) if request.htmx else response


ON_THE_LIST = Q(visibility=PUBLIC)


NO_EVENT = Q(pk__in=())
