"""The start of an event with check-in, and the no-shows of round 1."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from ... import access
from ...actions.change import DuplicateRequest
from ...actions.players.no_shows import drop_no_shows
from ...actions.registration.check_in import start_event
from ...forms.registration.check_in import ABSENT, StartForm
from ...queries.players.no_shows import get_no_shows
from ...queries.registration.check_in import get_start_page
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.rounds.pairing_constraints import names_exception
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key
from ..http.page_layout import get_page_layout
from ..rounds.desk import draw_options


@access.requires(start_event.permission)
def start_page(request, event):
    """Ask which missing players are absent, then start the event without them."""
    page = get_start_page(event)
    if page is None or (request.method != "POST" and not page.missing):
        return redirect("desk", event.slug)
    form = StartForm(request.POST if request.method == "POST" else None)
    error, is_exception = "", False
    if form.is_bound and form.is_valid():
        playing = form.playing([key for key, _name, _club in page.missing])
        options = draw_options(request)
        try:
            left_out = start_event(event, get_actor(request), playing, **options)
            return respond_started(request, event, page, left_out)
        except DuplicateRequest:
            return redirect("desk_draft" if page.draws_pods else "desk_round", event.slug)
        except RuleViolation as violation:
            error, is_exception = message_text(violation), names_exception(violation)
        event.refresh_from_db()
        page = get_start_page(event) or page
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "page": page,
        "others": request.POST.get("others") or ABSENT,
        "playing": form.ticked() if form.is_bound else [],
        "error": error,
        "is_exception": is_exception,
        "seed": draw_options(request)["seed"],
        "key": new_idempotency_key(),
    }
    return render(request, "registration/desk/start.jinja", context, status=422 if form.is_bound else 200)


def respond_started(request, event, page, left_out: int):
    if page.draws_pods:
        back, text = "desk_draft", gettext("Pods drawn. Players can see their seats.")
    else:
        back, text = "desk_round", gettext("Round 1 paired. Not visible until you publish.")
    if left_out:
        more = ngettext(
            "{count} player is not in the event.", "{count} players are not in the event.", left_out
        )
        text = f"{text} {more.format(count=left_out)}"
    done(request, event, text, back)
    return redirect(back, event.slug)


@access.requires(drop_no_shows.permission)
def no_shows_page(request, event):
    """List the no-shows of round 1; POST drops the ticked ones."""
    if request.method == "POST":
        try:
            count = drop_no_shows(event, get_actor(request), request.POST.getlist("player"))
            text = ngettext("{count} no-show dropped", "{count} no-shows dropped", count)
            done(request, event, text.format(count=count), "desk")
            return redirect("desk", event.slug)
        except DuplicateRequest:
            return redirect("desk", event.slug)
        except RuleViolation as violation:
            messages.error(request, message_text(violation))
        event.refresh_from_db()
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "page": get_no_shows(event),
        "key": new_idempotency_key(),
    }
    return render(request, "players/no_shows.jinja", context, status=422 if request.method == "POST" else 200)
