"""The public profile of a person."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ...access.clubs import get_visible_club
from ..pages.profiles import find_shown_person, get_profile, get_rank_chart


@require_safe
def profile_page(request, slug, person):
    """Show the profile of a person; one that is not public answers like one that does not exist.

    `?chart=EVENT` also shows the ranks in an event, with `?part=chart` as a fragment.
    """
    club = get_visible_club(request, slug)
    found = find_shown_person(club, person)
    if found is None:
        raise Http404
    if found.public_id != person:
        return redirect("club_profile", club.slug, found.public_id)
    event = request.GET.get("chart", "")[:80]
    if not event.isprintable():
        raise Http404
    chart = get_rank_chart(club, found, event) if event else None
    if event and chart is None:
        raise Http404
    if chart and request.GET.get("part") == "chart":
        return without_robots(render(request, "people/_rank_chart.jinja", {"chart": chart}))
    all_opponents = request.GET.get("opponents") == "all"
    profile = get_profile(club, found, request.GET.get("page"), all_opponents)
    context = {"club": club, "profile": profile, "chart": chart, "chart_event": event}
    return without_robots(render(request, "people/profile.jinja", context))


def without_robots(response):
    response["X-Robots-Tag"] = "noindex"
    return response
