"""Running an event again."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.shortcuts import redirect, render
from django.utils import timezone

from ... import access
from ...actions.events.repeat import repeat_event, to_repeat
from ...forms.events.repeat import RepeatForm
from ...queries.history.cache import load_history
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.players.participation import list_participants
from ..http.forms import get_actor, new_idempotency_key
from .settings_nav import EVENT, settings_context


@access.requires(access.MANAGE)
def repeat_page(request, event):
    """The form of an event like this one, on the same weekday next time, with the players to pick from."""
    history = load_history(event)
    players = sorted(list_participants(history), key=lambda player: player.name.casefold())
    names = [(player.id, player.name) for player in players]
    form = RepeatForm(request.POST or None, initial=facts_of(event), players=names)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            chosen = {key for key, _name in names} if "everyone" in request.POST else set(data["players"])
            again = to_repeat(history, data["name"], form.starts_at(), chosen)
            repeated = repeat_event(get_actor(request), event, again)
        except RuleViolation as violation:
            form.add_error(None, message_text(violation))
        else:
            return redirect("desk" if chosen else "desk_players", repeated.slug)
    context = {
        **settings_context(request, event, EVENT),
        "form": form,
        "key": new_idempotency_key(),
    }
    return render(request, "events/desk/repeat.jinja", context, status=422 if form.is_bound else 200)


def facts_of(event) -> dict:
    """Return the first values of the form: the same facts, a whole number of weeks later."""
    facts = {"name": event.name, "timezone": event.timezone, "place": event.place}
    if event.starts_at is None:
        return facts
    zone = ZoneInfo(event.timezone)
    start, today = timezone.localtime(event.starts_at, zone), timezone.localdate(timezone=zone)
    weeks = max(1, -(-(today - start.date()).days // 7))
    return facts | {"day": start.date() + timedelta(weeks=weeks), "start": start.time()}
