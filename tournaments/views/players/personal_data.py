"""What is kept of one player: given to them, and erased."""

import json

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.players import erasure
from ...queries.players import personal_data
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ..http.forms import by, new_key, refusal_of
from ..http.page_frame import frame_for
from ..log.log import as_file


@require_safe
@access.may(access.COURSE)
def export(request, event, key):
    """All that is kept of a player, as a file."""
    person = person_or_404(event, key)
    told = json.dumps(personal_data.export_of(event, key), ensure_ascii=False, indent=1)
    return as_file(told, f"{event.slug}.player-{person.number}.json")


@access.may(access.COURSE)
def erase(request, event, key):
    """Erase a player; what goes and what stays is said first, and their name has to be typed."""
    person, typed, error = person_or_404(event, key), request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        violation = refusal_of(erasure.erase_player, event, by(request), key, typed)
        if violation is None:
            messages.success(request, gettext("The name is erased"))
            return redirect("desk_players", event.slug)
        error = in_words(violation)
    context = {
        "frame": frame_for(request, event, "desk_players"),
        "event": event,
        "person": person,
        "player_key": key,
        "typed": typed,
        "error": error,
        "key": new_key(),
    }
    return render(request, "desk/erase.html", context, status=422 if error else 200)


def person_or_404(event, key):
    try:
        return personal_data.person_of(event, key)
    except RuleViolation:
        raise Http404 from None
