"""What every POST carries: a key of its own (sent twice = done once) and the version that its page saw."""

import secrets
from functools import wraps

from django.contrib import messages
from django.shortcuts import redirect

from ...actions.change import AlreadyDone, By
from ...forms.fields import said_in_place
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.history import DESK
from .numbers import whole


def new_key(page="") -> str:
    """A key for one more request; `page` is a key that the same page sent before, if it did."""
    return f"{page.partition('.')[0] or secrets.token_urlsafe(12)}.{secrets.token_urlsafe(12)}"


def key_in(request) -> str:
    """The key of the form that was sent; empty without one. A database may refuse what cannot be printed."""
    return "".join(filter(str.isprintable, request.POST.get("key", "")))[:64]


def by(request) -> By:
    """Who asks, with the key and version of the form they sent."""
    return By(
        who=request.user.get_username(),
        user=request.user,
        key=key_in(request),
        seen=whole(request.POST.get("version", ""), digits=18),
        source=DESK,
    )


def posted(view):
    """A view of the desk that takes what another page's form sends; whoever comes to its address in another
    way, as from the history of a browser, finds the desk."""

    @wraps(view)
    def checked(request, event, **named):
        return view(request, event, **named) if request.method == "POST" else redirect("desk", event.slug)

    return checked


def attempt(request, action, *args, done="", form=None, **kwargs):
    """Run an action for this request; True when it is done, now or by the same request before.

    `done` are the words of the toast. A refusal lands in `form` (at the top) or, without one, in a toast.
    """
    violation = refusal_of(action, *args, **kwargs)
    if violation is None:
        if done:
            messages.success(request, done)
        return True
    if form is not None:
        form.add_error(None, said_in_place(violation))
    else:
        # A path of the event file says nothing to who looks at a page.
        words = said_in_place if "path" in violation.params else in_words
        messages.error(request, words(violation))
    return False


def words_in(form) -> str:
    """All that is wrong with a form, in one line."""
    return " ".join(error for errors in form.errors.values() for error in errors)


def refusal_of(action, *args, **kwargs) -> RuleViolation | None:
    """Run an action; what refused it, None when it is done, now or by the same request before."""
    try:
        action(*args, **kwargs)
    except AlreadyDone:
        return None
    except RuleViolation as violation:
        return violation
    return None
