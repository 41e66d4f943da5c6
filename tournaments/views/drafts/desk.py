"""A draft at the desk: its pods drawn and changed by hand, the timer, the time to build."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.drafts import drafts
from ...queries.drafts.pods_page import draft_shown
from ...queries.wording.formats import in_words
from ..desk.messages import done
from ..http.forms import by, new_key, posted, refusal_of
from ..http.numbers import whole
from ..http.page_frame import frame_for
from ..rounds.desk import drawing


@require_safe
@access.may(access.COURSE)
def draft_page(request, event):
    return show(request, event)


def show(request, event, status=200):
    """The pods of the current draft; without any, the way to what comes first."""
    shown = draft_shown(event)
    if shown is None:
        return redirect("desk", event.slug)
    context = {
        "frame": frame_for(request, event, "round"),
        "event": event,
        "draft": shown,
        "key": new_key(),
        "typed": {name: request.POST.get(name, "")[:200] for name in ("kind", "a", "b", "pod")},
    }
    return render(request, "draft/desk.html", context, status=status)


def of_pods(action, words, more=lambda request: {}):
    """A view that does one thing to the pods; `more` reads what else the action takes."""

    @access.may(access.COURSE)
    @posted
    def view(request, event):
        if violation := refusal_of(action, event, by(request), **more(request)):
            messages.error(request, in_words(violation))
            event.refresh_from_db()
            return show(request, event, status=422)
        done(request, event, gettext(words), "desk_draft")
        return redirect("desk_draft", event.slug)

    return view


def seed(request) -> dict:
    return {"seed": drawing(request)["seed"]}


def by_hand(request) -> dict:
    said = {name: request.POST.get(name, "")[:200] for name in ("kind", "a", "b")}
    return said | {"pod": whole(request.POST.get("pod", "")) or 0}


draw = of_pods(drafts.draw_pods, gettext_noop("The pods are drawn: everybody sees their seat"), seed)
change = of_pods(drafts.adjust_pods, gettext_noop("The pods are changed"), by_hand)
build = of_pods(drafts.start_building, gettext_noop("The time to build runs"))
