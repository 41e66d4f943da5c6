"""Permissions: roles, the policy table, and the decorators that views use."""

from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.signing import Signer
from django.db.models import Q
from django.http import Http404
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import HttpResponseClientRedirect

from .actions.desk.staff import INVITING_ROLES
from .models import Event, LogEntry, Pick, Player, Staff
from .queries.desk.staff import find_invitation, get_role
from .queries.events.lists import NO_EVENT, ON_THE_LIST
from .rules.history import PRIVATE

OWNER, ORGANISER, SCOREKEEPER, JUDGE, VIEWER = (role for role, _label in Staff.ROLES)

# Permissions at an event.
SEE, VIEW_DESK, HANDLE_REPORTS, RESULTS, ANNOUNCE, PRINT = "see", "look", "hall", "results", "say", "paper"
MANAGE, STAFF, OWN = "course", "staff", "own"

# Permission → (description, roles). Views, templates and the help page read it. Superusers have all of them.
POLICY = {
    SEE: (
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
    RESULTS: (
        gettext_noop("Enter and correct results, drop and undrop players"),
        (OWNER, ORGANISER, SCOREKEEPER),
    ),
    ANNOUNCE: (gettext_noop("Run the clock, send announcements"), (OWNER, ORGANISER, SCOREKEEPER)),
    PRINT: (gettext_noop("Print, set up screens"), (OWNER, ORGANISER, SCOREKEEPER)),
    MANAGE: (
        gettext_noop("Run the event: players, pairings, rounds, cut, settings, prizes and log"),
        (OWNER, ORGANISER),
    ),
    STAFF: (gettext_noop("Invite staff, change their roles, remove them"), INVITING_ROLES),
    OWN: (gettext_noop("Transfer ownership, delete the event"), (OWNER,)),
}

# Permission needed to undo an action of the log; MANAGE for all others.
UNDO_PERMISSIONS = {
    "extend_table": HANDLE_REPORTS,
    **dict.fromkeys(("report_result", "correct_result", "drop_player", "take_back_drop"), RESULTS),
    **dict.fromkeys(("start_clock", "pause_clock", "resume_clock", "change_clock", "announce"), ANNOUNCE),
}


def get_permissions(request, event: Event) -> frozenset[str]:
    """Return the permissions of the request's user at the event, looked up once per request."""
    cached = request.__dict__.setdefault("permissions", {})
    if event.pk not in cached:
        cached[event.pk] = permissions_of_user(request.user, event)
    return cached[event.pk]


def permissions_of_user(user, event: Event) -> frozenset[str]:
    if not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset(POLICY)
    role = get_role(user, event)
    return frozenset(permission for permission, (_label, roles) in POLICY.items() if role in roles)


def can_undo(permissions: frozenset[str], entry: LogEntry | None) -> bool:
    """Return whether these permissions allow undoing an action of the log; None is the last action."""
    if entry is None or (entry.action == "correct_result" and len(entry.changes) > 1):
        # The correction also paired other tables again.
        return MANAGE in permissions
    return UNDO_PERMISSIONS.get(entry.action, MANAGE) in permissions


def find_event(slug: str) -> Event:
    """Return the event of this address, without a check of access. Http404 for an unknown address."""
    # PostgreSQL refuses some characters, NUL among them.
    if not slug.isprintable():
        raise Http404
    try:
        return Event.objects.get(slug=slug)
    except Event.DoesNotExist:
        raise Http404 from None


def get_visible_event(request, slug) -> Event:
    """Return the event of this address. Http404 if it does not exist or the visitor must not see it."""
    event = find_event(slug)
    if event.visibility == PRIVATE and not can_see_private(request, event):
        raise Http404
    return set_request_event(request, event)


def can_see_private(request, event: Event) -> bool:
    """Return whether the visitor is on the staff, or has opened a player's own page on this device."""
    token = request.get_signed_cookie(PLAYER_LINK_COOKIE, "", salt=event.slug)
    has_link = token and Player.objects.filter(event=event, token=token).exists()
    return bool(has_link) or SEE in get_permissions(request, event)


def set_request_event(request, event: Event) -> Event:
    """Store on the request what the middleware needs to know of its event, and return the event."""
    request.event_pk, request.visibility = event.pk, event.visibility
    return event


def listed_events_filter(user) -> Q:
    """Return the filter for lists of events: public ones, and those where the user is on the staff."""
    if not user.is_authenticated:
        return ON_THE_LIST
    own_events = Q(pk__in=Staff.objects.filter(user=user).values("event"))
    return Q() if user.is_superuser else ON_THE_LIST | own_events


def managed_events_filter(user) -> Q:
    """Return the filter for the events that the user runs."""
    if not user.is_authenticated:
        return NO_EVENT
    return Q(pk__in=Staff.objects.filter(user=user, role__in=POLICY[MANAGE][1]).values("event"))


def can_see_hidden(request, event) -> bool:
    """Return whether the visitor sees points and results that are hidden from players until the end."""
    return SEE in get_permissions(request, event)


# Holds the token of the player whose page was opened last on this device; a renewed link invalidates it.
PLAYER_LINK_COOKIE, PLAYER_LINK_DAYS = "player", 60


def requires_player_link(view):
    """Decorate a player's own page, `view(request, event, player, …)`, found by its secret address.

    An unknown link gets a page with help, status 404.
    """

    # Another site cannot know the address, so CSRF protection adds nothing; and a report that a phone stored
    # while offline must be accepted hours later, when the form's token has expired.
    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, token, **kwargs):
        player = get_player_by_link(slug, token)
        if player is None:
            return render(
                request, "players/unknown_link.html", {"event": get_visible_event(request, slug)}, status=404
            )
        response = view(request, set_request_event(request, player.event), player, **kwargs)
        if player.event.visibility == PRIVATE:
            set_player_link_cookie(request, response, player.event, token)
        return response

    return wrapper


def get_player_by_link(slug: str, token: str) -> Player | None:
    """Return the player with this secret link, with the event, in one query; None for an unknown link."""
    if not token.isprintable():
        return None
    try:
        return Player.objects.select_related("event").get(event__slug=slug, token=token)
    except Player.DoesNotExist:
        return None


def set_player_link_cookie(request, response, event, token):
    """Let this device see the other pages of a private event while the link is valid."""
    if request.get_signed_cookie(PLAYER_LINK_COOKIE, "", salt=event.slug) == token:
        return
    response.set_signed_cookie(
        PLAYER_LINK_COOKIE,
        token,
        salt=event.slug,
        path=reverse("event", args=[event.slug]),
        max_age=PLAYER_LINK_DAYS * 86_400,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def screen_code(event: Event) -> str:
    """Return the code in the link of the venue's screens, signed with its number."""
    return Signer(salt="screen").signature(f"{event.pk}:{event.screen_link}")


def get_event_by_screen_code(request, slug: str, code: str) -> Event:
    """Return the event for its screens only. Http404 if this is not the current code of its screens' link."""
    event = find_event(slug)
    if not constant_time_compare(code, screen_code(event)):
        raise Http404
    return set_request_event(request, event)


# Holds the code of the QR code of the venue that this device came through; a new code ends it.
HALL_COOKIE, HALL_COOKIE_SECONDS = "hall", 2 * 86_400
# Holds the secret of the name that this device picked.
PICK_COOKIE = "pick"


def hall_code(event: Event) -> str:
    """Return the code in the QR code of the venue, signed with its number."""
    return Signer(salt="hall").signature(f"{event.pk}:{event.hall_link}")


def is_hall_code(event: Event, code: str) -> bool:
    """Return whether this is the event's current code."""
    return constant_time_compare(code, hall_code(event))


def came_through_hall_code(request, event: Event) -> bool:
    """Return whether this device came through the current QR code of the venue."""
    return is_hall_code(event, request.COOKIES.get(HALL_COOKIE, ""))


def set_phone_cookie(request, response, event: Event, name: str, value: str):
    """Store a secret of this device for the event's pages; other sites cannot send it along."""
    response.set_cookie(
        name,
        value,
        max_age=HALL_COOKIE_SECONDS,
        path=reverse("event", args=[event.slug]),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def get_pick(event: Event, token: str) -> Pick | None:
    """Return the pick with this secret, with its player, in one query; None if it was freed or replaced."""
    if not token.isprintable():
        return None
    return (
        Pick.objects.select_related("player__event").filter(event=event, token=token, by_link=False).first()
    )


def requires_pick(view):
    """Decorate a page of a picked name, `view(request, event, pick, …)`, found by its secret address.

    An unknown, freed or replaced pick gets a page with help, status 404; private events hide it too.
    """

    # As in requires_player_link.
    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, token, **kwargs):
        event = get_visible_event(request, slug)
        pick = get_pick(event, token)
        if pick is None:
            return render(request, "players/unknown_pick.html", {"event": event}, status=404)
        return view(request, event, pick, **kwargs)

    return wrapper


def requires_hall_code(view):
    """Decorate a view, `view(request, event, …)`, for devices that came through the QR code of the venue.

    Others get a page with help, status 403. The cookie is SameSite=Lax, so that no other site can post.
    """

    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, **kwargs):
        event = get_visible_event(request, slug)
        if not came_through_hall_code(request, event):
            return render(request, "players/old_code.html", {"event": event}, status=403)
        return view(request, event, **kwargs)

    return wrapper


def requires(permission: str):
    """Decorate a view of the desk, `view(request, event, …)`, that needs a permission of POLICY.

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
    role = get_role(user, event)
    if role is None:
        text = gettext("You’re signed in as {name}. Ask the organiser to invite this account.")
        return text.format(name=user.get_username())
    text = gettext("Your role at {event} is {role}, which doesn’t give access to this page.")
    return text.format(event=event.name, role=dict(Staff.ROLES)[role])


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
