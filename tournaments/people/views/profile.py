"""The public profile of a person."""

from collections.abc import Callable

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ...access.clubs import get_visible_club
from ...ratings.pages.people import explain_to_everybody, get_person_ratings
from ...standings.pages.rank_chart import draw_ranks, ranked_phase
from ..pages.profiles import find_ranks, find_shown_person, get_profile


@require_safe
def profile_page(request, slug, person):
    """Show the profile of a person; one that is not public answers like one that does not exist.

    `?chart=EVENT` also shows the ranks in an event, with `?part=chart` as a fragment; `?rating=EVENT` shows
    how the rating changed there, with `?part=rating` as a fragment.
    """
    club = get_visible_club(request, slug)
    found = find_shown_person(club, person)
    if found is None:
        raise Http404
    if found.public_id != person:
        return redirect("club_profile", club.slug, found.public_id)
    opened = {name: read_event(request, name) for name in ("chart", "rating")}
    ranks = find_or_404(find_ranks, club, found, opened["chart"])
    chart = draw_ranks([ranked_phase(ranks[0])], ranks[1]) if ranks else None
    explanation = find_or_404(explain_to_everybody, club, found, opened["rating"])
    part = request.GET.get("part")
    if ranks and part == "chart":
        return without_robots(render(request, "people/_rank_chart.jinja", {"chart": chart}))
    if explanation and part == "rating":
        context = {"club": club, "explanation": explanation, "is_desk": False}
        return without_robots(render(request, "ratings/_change.jinja", context))
    all_opponents = request.GET.get("opponents") == "all"
    profile = get_profile(club, found, request.GET.get("page"), all_opponents)
    context = {
        "club": club,
        "profile": profile,
        "ratings": get_person_ratings(club, found),
        "chart": chart,
        "chart_event": opened["chart"],
        "explanation": explanation,
        "rating_event": opened["rating"],
        "is_desk": False,
    }
    return without_robots(render(request, "people/profile.jinja", context))


def read_event(request, name: str) -> str:
    """Return the address of an event that the query names; empty without one."""
    event = request.GET.get(name, "")[:80]
    if not event.isprintable():
        raise Http404
    return event


def find_or_404(find: Callable, club, person, event: str):
    """Return what `find` returns for an event; None without an event, Http404 if it finds nothing."""
    found = find(club, person, event) if event else None
    if event and found is None:
        raise Http404
    return found


def without_robots(response):
    response["X-Robots-Tag"] = "noindex"
    return response
