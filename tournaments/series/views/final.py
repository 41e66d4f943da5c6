"""The final of a series at the desk of its club."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...access.clubs import requires_at_series
from ...models import Registration
from ...registration.actions.invitations import accept_for, decline_for, offer_again
from ...rules.errors import RuleViolation
from ...rules.series.final_seats import DEFAULT_SEATS, MIN_SEATS, count_first_byes, tie_key
from ...web.answers import post_data, run_action
from ...web.links import absolute_url, is_local_only, qr, site_url
from ..actions import final as actions
from ..actions.play_off import create_play_off
from ..forms.final import ALL, FinalForm
from ..pages.final import FinalPage, choose_final_seats, get_final_page, newest_rulebook, seat_lines
from ..pages.loading import get_series_facts
from ..pages.play_off import get_play_off
from .desk import render_series


@requires_at_series
def final_page(request, club, series):
    """Invite the best of the table, or show who has answered."""
    if series.final is None:
        return new_final(request, club, series)
    check_access(request, series.final)
    if request.method == "POST":
        change_final(request, club, series)
        return redirect("series_final", club.slug, series.slug)
    page = get_final_page(series)
    context = {"page": page, "links": links_of(request, page)}
    return render_series(request, series, "series_final", "series/desk/final.jinja", context)


def check_access(request, event):
    """Raise PermissionDenied unless the user runs the final, too: its page has the links of the invited."""
    if access.MANAGE not in access.get_permissions(request, event):
        raise PermissionDenied(access.refusal_text(request.user, event))


def new_final(request, club, series):
    """The form of a new final, with a preview of who is invited."""
    initial = {"name": gettext("{series}: final").format(series=series.name)}
    if rulebook := newest_rulebook(series):
        initial["rulebook"] = rulebook
    initial |= {key: request.GET[key] for key in ("seats", "finals") if request.GET.get(key)}
    form = FinalForm(post_data(request), initial=initial, series=series)
    if form.is_valid():
        try:
            history = form.history()
        except RuleViolation as violation:
            form.add_error("finals", str(violation))
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        options = {
            "with_ties": data["ties"] == ALL,
            "deadline": form.deadline,
            "site_url": site_url(request),
        }
        done = gettext("Final created. Give everybody their link.")
        if run_action(
            request,
            actions.create_final,
            club,
            series.pk,
            history,
            data["seats"],
            form=form,
            done=done,
            **options,
        ):
            return redirect("series_final", club.slug, series.slug)
    seats = read_seats(form["seats"].value())
    now = timezone.now()
    facts = get_series_facts(series, now)
    choice = choose_final_seats(series, facts, seats, now)
    finals = form["finals"].value()
    try:
        # Not of any other text: a table of one's own would be read as JSON.
        byes = count_first_byes(finals, seats) if finals in dict(form.fields["finals"].choices) else 0
    except RuleViolation:
        byes = 0
    context = {
        "form": form,
        "seats": seats,
        "invited": seat_lines(facts, choice.invited),
        "tied": seat_lines(facts, choice.tied),
        "open_seats": choice.open_seats,
        "tie": tie_key(choice),
        "play_off": get_play_off(series),
        "byes": byes,
    }
    return render_series(request, series, "series_final", "series/desk/new_final.jinja", context)


def change_final(request, club, series):
    """Do what a button of the page says: its value is a word, and the number of an entry or a person."""
    word, _space, number = request.POST.get("do", "")[:40].partition(" ")
    pk = int(number) if number.isdecimal() and len(number) < 19 else 0
    event, page, tie = series.final, get_final_page(series), request.POST.get("tie", "")
    if word == "all" and tie != page.tie:
        messages.error(request, gettext(actions.TIE_CHANGED))
        return
    on_club = {
        "more": max(page.taken, series.final_seats or 0) + 1,
        "all": page.taken + len(page.tied),
        "fill": max(page.taken, 2),
        "stop": None,
    }
    if word in on_club:
        run_action(request, actions.set_final_seats, club, series.pk, on_club[word], done=gettext("Saved"))
        return
    on_event = {
        "accept": (accept_for, (pk,)),
        "decline": (decline_for, (pk,)),
        "again": (offer_again, (pk, series.final_seats)),
        "give": (actions.give_seat, (series, tie, pk)),
        "draw": (actions.draw_final_seats, (series, tie)),
    }
    if word in on_event:
        action, values = on_event[word]
        # The form has the version of the club, and that of the event.
        request.POST = request.POST.copy()
        request.POST["version"] = request.POST.get("event_version", "")
        outcome = run_action(request, action, event, *values, done="" if word == "draw" else gettext("Saved"))
        if word == "draw" and outcome.result:
            names = get_text_list(outcome.result, gettext("and"))
            messages.success(request, gettext("Drawn: {names}. They are invited.").format(names=names))


def read_seats(value) -> int:
    """Return the seats of a form or an address."""
    seats = str(value)
    return max(MIN_SEATS, int(seats)) if seats.isdecimal() and len(seats) < 4 else DEFAULT_SEATS


@requires_at_series
def play_off_button(request, club, series):
    """Create the play-off of the people who are level at the last seat."""
    seats = read_seats(request.POST.get("seats", ""))
    if request.method == "POST":
        tie, done = request.POST.get("tie", ""), gettext("Play-off created. Pair it at its desk.")
        run_action(request, create_play_off, club, series.pk, tie, seats, done=done)
    address = reverse("series_final", args=[club.slug, series.slug])
    return redirect(address if series.final_id else f"{address}?seats={seats}")


def links_of(request, page: FinalPage) -> dict[int, str]:
    """Return the link of each invitation."""
    return {
        line.row.pk: absolute_url(request, reverse("me", args=[page.event.slug, line.row.token]))
        for line in page.lines
    }


@require_safe
@requires_at_series
def print_page(request, club, series):
    """Print the invitations, each with its QR code."""
    if series.final is None:
        return redirect("series_final", club.slug, series.slug)
    check_access(request, series.final)
    page = get_final_page(series)
    links = links_of(request, page)
    invited = [line for line in page.lines if line.state == Registration.INVITED]
    context = {
        "club": club,
        "series": series,
        "event": page.event,
        "when": page.starts,
        "invited": invited,
        "links": links,
        "codes": {line.row.pk: qr(links[line.row.pk]) for line in invited},
        "is_local_only": is_local_only(request),
    }
    response = render(request, "series/desk/print_invitations.jinja", context)
    response["Cache-Control"] = "private, no-store"
    return response
