"""A draft at the desk: its pods drawn and changed by hand, the timer, the time to build."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions import draft
from ...queries.draft_pods import draft_shown
from ...queries.wording import in_words
from ..frames import frame_for
from ..numbers import whole
from ..posting import by, new_key, posted, refusal_of
from .rounds import drawing
from .toasts import done


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


draw = of_pods(draft.draw_pods, gettext_noop("The pods are drawn: everybody sees their seat"), seed)
change = of_pods(draft.adjust_pods, gettext_noop("The pods are changed"), by_hand)
build = of_pods(draft.start_building, gettext_noop("The time to build runs"))
