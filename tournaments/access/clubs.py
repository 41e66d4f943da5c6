"""Permissions at a club."""

from enum import StrEnum, auto
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_noop

from ..models import Club, ClubStaff, Event, Series
from . import JUDGE, ORGANISER, OWNER, SCOREKEEPER, redirect_to_sign_in


class ClubPermission(StrEnum):
    """A permission at a club; its value is its name."""

    SEE_CLUB = auto()
    MANAGE_CLUB = auto()
    OWN_CLUB = auto()


SEE_CLUB, MANAGE_CLUB, OWN_CLUB = ClubPermission

# Permission → (description, roles). Superusers have all of them.
CLUB_POLICY = {
    SEE_CLUB: (
        gettext_noop("See the club’s events and staff, with the same role in each event"),
        (OWNER, ORGANISER, SCOREKEEPER, JUDGE),
    ),
    MANAGE_CLUB: (
        gettext_noop("Change the club, create events in it, invite scorekeepers and judges"),
        (OWNER, ORGANISER),
    ),
    OWN_CLUB: (gettext_noop("Publish the club’s page, invite owners and organisers, move events"), (OWNER,)),
}


class ClubPermissions(frozenset[ClubPermission]):
    """A user's permissions at a club. Templates ask for each by a property: `can_manage_club`."""


for _permission in ClubPermission:
    setattr(ClubPermissions, f"can_{_permission}", property(lambda self, one=_permission: one in self))


def get_club_permissions(request, club: Club) -> ClubPermissions:
    """Return the permissions of the request's user at the club, looked up once per request."""
    cached = request.__dict__.setdefault("club_permissions", {})
    if club.pk not in cached:
        cached[club.pk] = club_permissions_of_user(request.user, club)
    return cached[club.pk]


def can_see_people(request, event: Event) -> bool:
    """Return whether the user may see the people of the event's club; staff of the event alone may not."""
    return event.club_id is not None and MANAGE_CLUB in get_club_permissions(request, event.club)


def club_permissions_of_user(user, club: Club) -> ClubPermissions:
    if not user.is_authenticated:
        return ClubPermissions()
    if user.is_superuser:
        return ClubPermissions(ClubPermission)
    row = ClubStaff.objects.filter(club=club, user=user).first()
    role = row.role if row else None
    return ClubPermissions(permission for permission, (_label, roles) in CLUB_POLICY.items() if role in roles)


def get_visible_club(request, slug: str) -> Club:
    """Return the club of this address. Http404 if it is unknown, or neither published nor the user's."""
    club = Club.objects.filter(slug=slug).first()
    if club is None or not (club.is_published or SEE_CLUB in get_club_permissions(request, club)):
        raise Http404
    return club


def get_visible_series(request, slug: str, series: str) -> Series:
    """Return the series of this address. Http404 if it is unknown, or neither public nor the user's.

    A public series of a club without a public page is for its staff alone.
    """
    club = get_visible_club(request, slug)
    found = get_series(club, series)
    is_staff = SEE_CLUB in get_club_permissions(request, club)
    if not (is_staff or (found.is_public and club.is_published)):
        raise Http404
    return found


def get_series(club: Club, slug: str) -> Series:
    """Return the series of a club with this address; Http404 without one."""
    series = Series.objects.filter(club=club, slug=slug).first()
    if series is None:
        raise Http404
    series.club = club
    return series


def requires_at_club(permission: ClubPermission):
    """Decorate a view of a club's desk, `view(request, club, …)`, that needs a permission.

    Visitors who are not signed in are redirected to the sign-in page; raises PermissionDenied for others.
    """

    def decorator(view):
        @wraps(view)
        def wrapper(request, slug, **kwargs):
            if not request.user.is_authenticated:
                return redirect_to_sign_in(request, reverse("club_desk", args=[slug]))
            club = get_visible_club(request, slug)
            if permission not in get_club_permissions(request, club):
                raise PermissionDenied
            return view(request, club, **kwargs)

        return wrapper

    return decorator


def requires_at_series(view):
    """Decorate a view of a series at the club's desk, `view(request, club, series, …)`, for organisers."""

    @requires_at_club(MANAGE_CLUB)
    @wraps(view)
    def wrapper(request, club, series, **kwargs):
        return view(request, club, get_series(club, series), **kwargs)

    return wrapper
