"""Personal data of one player: export and erasure."""

import json

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.players import erasure
from ...models import Registration
from ...queries.players import personal_data
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ..http.forms import get_actor, get_violation, new_idempotency_key
from ..http.page_layout import get_page_layout
from ..log.log import json_download


@require_safe
@access.requires(access.MANAGE)
def export(request, event, key):
    """Download all personal data of a player."""
    person = person_or_404(event, key)
    text = json.dumps(personal_data.export_person(event, key), ensure_ascii=False, indent=1)
    return json_download(text, f"{event.slug}.player-{person.number}.json")


@access.requires(erasure.erase_player.permission)
def erase(request, event, key):
    """Erase a player, after a page that explains it; the name must be typed."""
    person, typed, error = person_or_404(event, key), request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        violation = get_violation(erasure.erase_player, event, get_actor(request), key, typed)
        if violation is None:
            messages.success(request, gettext("Name erased"))
            return redirect("desk_players", event.slug)
        error = message_text(violation)
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "person": person,
        "player_key": key,
        "typed": typed,
        "error": error,
        "key": new_idempotency_key(),
    }
    return render(request, "players/erase.jinja", context, status=422 if error else 200)


@access.requires(erasure.erase_registration.permission)
def erase_registration(request, event, pk):
    """Erase the person of an entry who is no player, after a page that explains it."""
    row = Registration.objects.filter(event=event, pk=pk).first()
    if row is None and request.method == "POST":
        # The form was sent twice.
        return redirect("desk_registration", event.slug)
    if row is None:
        raise Http404
    if row.present_player:
        return redirect("erase_player", event.slug, row.player.public_id)
    typed, error = request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        violation = get_violation(erasure.erase_registration, event, get_actor(request), pk, typed)
        if violation is None:
            messages.success(request, gettext("Name erased"))
            return redirect("desk_registration", event.slug)
        error = message_text(violation)
    context = {
        "layout": get_page_layout(request, event, "desk_registration"),
        "event": event,
        "name": row.name,
        "typed": typed,
        "error": error,
        "key": new_idempotency_key(),
    }
    return render(request, "registration/desk/erase.jinja", context, status=422 if error else 200)


def person_or_404(event, key):
    try:
        return personal_data.find_person(event, key)
    except RuleViolation:
        raise Http404 from None
