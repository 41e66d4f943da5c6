"""Finds the person that an address at the desk of a club names."""

from functools import wraps

from django.http import Http404
from django.shortcuts import redirect

from ...access.clubs import MANAGE_CLUB, requires_at_club
from ..pages.club_people import find_person


def takes_person(view):
    """Decorate a view of a person, `view(request, club, person, …)`, for those who may manage people.

    The address of a person who was merged with another one leads to the other one.
    """

    @requires_at_club(MANAGE_CLUB)
    @wraps(view)
    def wrapper(request, club, person, **kwargs):
        found = find_person(club, person)
        if found is None:
            raise Http404
        if found.public_id != person:
            return redirect("club_person", club.slug, found.public_id)
        return view(request, club, found, **kwargs)

    return wrapper
