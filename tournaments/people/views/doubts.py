"""Doubts: players who may be people of the club, and past events."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from ...access.clubs import MANAGE_CLUB, requires_at_club
from ...models import Player
from ...web.answers import respond_club_done, run_action
from ...web.club_layout import render_club_desk
from ...web.forms import MAX_SEARCH_LENGTH, parse_whole_number, search_text
from ...web.links import safe_next
from ...web.status import date_text
from ..actions import people as actions
from ..actions.past import link_past_events
from ..actions.staff import confirm_wish
from ..pages.club_people import MOST_FREQUENT, find_person, list_people
from ..pages.doubts import list_club_doubts, list_wishes, past_events

# Players put off in one session of a browser.
MAX_LATER = 200
# People named in one question.
MAX_DENIED = 20


@require_safe
@requires_at_club(MANAGE_CLUB)
def doubts_page(request, club):
    """Show all doubts of the club, past events without links, and wishes to be remembered."""
    context = {
        "doubts": list_club_doubts(club),
        "wishes": list_wishes(club),
        "past": past_events(club).count(),
        "back": reverse("club_doubts", args=[club.slug]),
        "is_club": True,
    }
    return render_club_desk(request, club, "people", "people/desk/doubts.jinja", context)


@requires_at_club(MANAGE_CLUB)
def answer(request, club):
    """Say that a player is a person, or somebody else, or put the question off."""
    back = safe_next(request) or reverse("club_doubts", args=[club.slug])
    player = parse_whole_number(request.POST.get("player", ""), digits=18)
    person = parse_whole_number(request.POST.get("same", ""), digits=18)
    if request.method == "POST" and player and "later" in request.POST:
        later = request.session.get("later", [])
        request.session["later"] = [*later, player][-MAX_LATER:]
    elif request.method == "POST" and player and person:
        if run_action(request, actions.assign_player, club, player, person):
            return respond_club_done(request, club, gettext("Recognised"), back)
    elif request.method == "POST" and player:
        texts = request.POST.getlist("people")[:MAX_DENIED]
        people = [pk for text in texts if (pk := parse_whole_number(text, digits=18))]
        run_action(request, actions.deny_people, club, player, people, done=gettext("Saved as somebody else"))
    return redirect(back)


@requires_at_club(MANAGE_CLUB)
def link_past(request, club):
    """Link the players of past events: some now, the others in a task."""
    if request.method == "POST" and (outcome := run_action(request, link_past_events, club)):
        count = outcome.result or 0
        text = ngettext("1 past event linked.", "{count} past events linked.", count).format(count=count)
        if past_events(club).exists():
            text += " " + gettext("The others follow by themselves within minutes.")
        messages.success(request, text)
    return redirect("club_doubts", club.slug)


@requires_at_club(MANAGE_CLUB)
def confirm(request, club, pk):
    """Confirm that a player who wishes to be remembered is this person."""
    if request.method == "POST":
        run_action(request, confirm_wish, club, pk, done=gettext("Remembered from now on"))
    return redirect(safe_next(request) or reverse("club_doubts", args=[club.slug]))


@requires_at_club(MANAGE_CLUB)
def assign_page(request, club, pk):
    """Say who a player of a past event is, by choosing one of the people of the club."""
    player = get_object_or_404(Player.objects.select_related("event", "person"), event__club=club, pk=pk)
    others = (
        Player.objects.filter(person=player.person_id).exclude(pk=pk).exists() if player.person else False
    )
    if request.method == "POST" and "new" in request.POST and others:
        return make_new(request, club, player)
    if request.method == "POST":
        chosen = find_person(club, request.POST.get("person", "")[:16])
        if chosen is None:
            messages.error(request, gettext("This person is not in the club any more."))
            return redirect("assign_club_player", club.slug, pk)
        done = gettext("{name} is {person}").format(name=player.name, person=chosen.name)
        if run_action(request, actions.assign_player, club, player.pk, chosen.pk, done=done):
            return redirect("club_person", club.slug, chosen.public_id)
    text = search_text(request, "q") if "q" in request.GET else player.name.split()[-1][:MAX_SEARCH_LENGTH]
    page = list_people(club, text, MOST_FREQUENT, request.GET.get("page"), timezone.now())
    context = {"player": player, "date": date_text(player.event), "page": page, "q": text}
    context["can_be_new"] = others
    return render_club_desk(request, club, "people", "people/desk/assign.jinja", context)


def make_new(request, club, player):
    """Make a player, who counts for a person with other events, somebody new."""
    done = gettext("{name} is a person of their own now").format(name=player.name)
    outcome = run_action(
        request, actions.split_person, club, player.person_id, [player.pk], player.name, done=done
    )
    if outcome.result is None:
        return redirect("assign_club_player", club.slug, player.pk)
    return redirect("club_person", club.slug, outcome.result.public_id)
