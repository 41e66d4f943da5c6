"""Who may see and do what: the whole policy on one page."""

from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import HttpResponseClientRedirect

from .actions.staffing import INVITE
from .models import Event, LogEntry, Player, Staff
from .queries.events import ON_THE_LIST
from .queries.staff import invitation_at, role_of
from .rules import history

OWNER, ORGANISER, SCOREKEEPER, JUDGE, VIEWER = (role for role, _label in Staff.ROLES)

# What there is to be done at an event.
SEE, LOOK, HALL, RESULTS, SAY, PAPER = "see", "look", "hall", "results", "say", "paper"
COURSE, STAFF, OWN = "course", "staff", "own"

# Who may: the desk, the help page and what a page offers read this table. Superusers may do all of it.
POLICY = {
    SEE: (
        gettext_noop("See the event where it is private, and points that are hidden from players"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE, VIEWER),
    ),
    LOOK: (
        gettext_noop("Look at the desk: what comes next, which results are missing, who runs the event"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE),
    ),
    HALL: (
        gettext_noop("Answer the hall: judge calls, more time for a table, which player’s report stands"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE),
    ),
    RESULTS: (
        gettext_noop("Enter and correct results, drop players and take that back"),
        (OWNER, ORGANISER, SCOREKEEPER),
    ),
    SAY: (gettext_noop("Run the clock, tell everybody something"), (OWNER, ORGANISER, SCOREKEEPER)),
    PAPER: (gettext_noop("Print, set up screens"), (OWNER, ORGANISER, SCOREKEEPER)),
    COURSE: (
        gettext_noop("Run the event: players, pairings, rounds, the cut, settings, prizes, the log"),
        (OWNER, ORGANISER),
    ),
    STAFF: (gettext_noop("Invite others, change their role, remove them"), INVITE),
    OWN: (gettext_noop("Pass the event on, delete it"), (OWNER,)),
}

# Who may do an action may take it back; for every other action that takes COURSE.
TAKES_BACK = {
    "extend_table": HALL,
    **dict.fromkeys(("report_result", "correct_result", "drop_player", "take_back_drop"), RESULTS),
    **dict.fromkeys(("start_clock", "pause_clock", "resume_clock", "change_clock", "announce"), SAY),
}


def rights(request, event: Event) -> frozenset[str]:
    """What who asks may do at the event, of POLICY; looked up once a request."""
    known = request.__dict__.setdefault("rights", {})
    if event.pk not in known:
        known[event.pk] = rights_of(request.user, event)
    return known[event.pk]


def rights_of(user, event: Event) -> frozenset[str]:
    if not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset(POLICY)
    role = role_of(user, event)
    return frozenset(right for right, (_words, roles) in POLICY.items() if role in roles)


def may_take_back(held: frozenset[str], entry: LogEntry | None) -> bool:
    """Whether who holds these rights may take back an action of the log; None: whatever was done last."""
    if entry is None or (entry.action == "correct_result" and len(entry.changes) > 1):
        # Other tables were made again with the result.
        return COURSE in held
    return TAKES_BACK.get(entry.action, COURSE) in held


def event_to_see(request, slug) -> Event:
    """Return the event of this address; 404 if there is none, or if the visitor may not see it."""
    # PostgreSQL refuses some characters, NUL among them.
    if not slug.isprintable():
        raise Http404
    try:
        event = Event.objects.get(slug=slug)
    except Event.DoesNotExist:
        raise Http404 from None
    if event.visibility == history.PRIVATE and not sees_private(request, event):
        raise Http404
    return shown(request, event)


def sees_private(request, event: Event) -> bool:
    """A private event is for who runs it, and for players who have opened their own page on this device."""
    token = request.get_signed_cookie(LINK, "", salt=event.slug)
    has_link = token and Player.objects.filter(event=event, token=token).exists()
    return bool(has_link) or SEE in rights(request, event)


def shown(request, event: Event) -> Event:
    """The event, whose visibility says which headers its pages get (views/visibility.py)."""
    request.event_pk, request.visibility = event.pk, event.visibility
    return event


def listed_for(user) -> Q:
    """Which events stand on the lists of all that this user sees: the public ones, and those of which they
    are staff."""
    if not user.is_authenticated:
        return ON_THE_LIST
    return (
        Q() if user.is_superuser else ON_THE_LIST | Q(pk__in=Staff.objects.filter(user=user).values("event"))
    )


def sees_hidden(request, event) -> bool:
    """Points and results that are hidden until the last round is over are for who runs the event."""
    return SEE in rights(request, event)


# Holds the token of the player whose page was opened last on this device; another link of theirs ends it.
LINK, LINK_DAYS = "player", 60


def with_link(view):
    """A view of a player's own page, `view(request, event, player, …)`: whoever knows its secret address is
    that player. For an address that is nobody's a
    sentence that helps, and 404."""

    # The secret address is what lets somebody in, not a cookie that another site could send along; and what a
    # phone has kept without a network must still be taken hours later, when no token of a form is good.
    @csrf_exempt
    @wraps(view)
    def checked(request, slug, token, **named):
        player = player_with_link(slug, token)
        if player is None:
            return render(request, "me/unknown.html", {"event": event_to_see(request, slug)}, status=404)
        response = view(request, shown(request, player.event), player, **named)
        if player.event.visibility == history.PRIVATE:
            keep_link(request, response, player.event, token)
        return response

    return checked


def player_with_link(slug: str, token: str) -> Player | None:
    """Return the player whose secret address this is, with the event; one row. None where it is nobody's."""
    if not token.isprintable():
        return None
    try:
        return Player.objects.select_related("event").get(event__slug=slug, token=token)
    except Player.DoesNotExist:
        return None


def keep_link(request, response, event, token):
    """Let this device see the other pages of a private event, as long as the link is good."""
    if request.get_signed_cookie(LINK, "", salt=event.slug) == token:
        return
    response.set_signed_cookie(
        LINK,
        token,
        salt=event.slug,
        path=reverse("event", args=[event.slug]),
        max_age=LINK_DAYS * 86_400,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def may(right: str):
    """A view of the desk, `view(request, event, …)`: for those whose role has this right (of POLICY);
    strangers sign in first, PermissionDenied for others."""

    def door(view):
        @wraps(view)
        def checked(request, slug, **named):
            if not request.user.is_authenticated:
                return to_sign_in(request, reverse("desk", args=[slug]))
            event = event_to_see(request, slug)
            if right not in rights(request, event):
                raise PermissionDenied(words_for(request.user, event))
            return view(request, event, **named)

        return checked

    return door


def words_for(user, event: Event) -> str:
    """Why somebody is kept out, in words."""
    role = role_of(user, event)
    if role is None:
        words = gettext("You are signed in as {name}. Ask the organiser to invite that account.")
        return words.format(name=user.get_username())
    words = gettext("Your role at {event} is {role}, which does not reach this page.")
    return words.format(event=event.name, role=dict(Staff.ROLES)[role])


def with_account(view):
    """A view for whoever may make events, which is everybody with an account; strangers sign in first."""

    @wraps(view)
    def checked(request, **named):
        if not request.user.is_authenticated:
            return to_sign_in(request, request.path)
        return view(request, **named)

    return checked


def may_sign_up(wanted: str) -> bool:
    """Whether somebody who is on the way to this address of the site may make an account: everybody, nobody,
    or who comes by an invitation that is still good, as the site is set (SIGN_UP)."""
    if settings.SIGN_UP != "invitation":
        return settings.SIGN_UP == "open"
    try:
        way = resolve(urlsplit(wanted).path)
    except Http404:
        return False
    return way.url_name == "invitation" and invitation_at(way.kwargs["token"]) is not None


def for_administrators(view):
    """A view for those who run the site, not an event alone; strangers sign in first."""

    @with_account
    @wraps(view)
    def checked(request, **named):
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, **named)

    return checked


MAX_NEXT_LENGTH = 2000


def to_sign_in(request, instead: str):
    """The way to the sign-in page and back again; after a POST, or for a part of a page, to `instead`."""
    wanted = request.get_full_path() if request.method == "GET" and not request.htmx else instead
    # Django refuses redirects to very long addresses.
    wanted = wanted if len(wanted) <= MAX_NEXT_LENGTH else request.path
    way = redirect_to_login(wanted)
    return HttpResponseClientRedirect(way.url) if request.htmx else way
