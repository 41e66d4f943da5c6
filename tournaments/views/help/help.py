"""Help: what each tiebreaker, rulebook and finals system does, with its example; rulebooks compared."""

import hashlib
import json

from django.conf import settings
from django.core.cache import cache
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from ... import access
from ...models import Staff
from ...queries.desk.staff import GIVES
from ...queries.help import drafts, finals, finals_comparison, pods, rulebooks, tiebreakers
from ...queries.standings import rulebook_comparison
from ...rules.errors import RuleViolation
from ...rules.finals import FINALS
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import TIEBREAKERS
from ..http.jinja import render_template
from ..http.numbers import whole

USUAL_PAIR = ("hct-2017", "magic")
BODY_CACHE_SECONDS = 600


@require_safe
def help_page(request):
    """What there is: tiebreakers, rulebooks, finals; and how pairing works, in short."""
    return shown(request, "help/index.html", tiebreakers.index)


@require_safe
def tiebreaker_page(request, key):
    if key not in TIEBREAKERS:
        return unknown(request)
    name = gettext(TIEBREAKERS[key].label)
    return shown(request, "help/tiebreaker.html", lambda: tiebreakers.tiebreaker_page(key), key, name=name)


@require_safe
def rulebook_page(request, key):
    if key not in RULEBOOKS:
        return unknown(request)
    name = gettext(RULEBOOKS[key].name)
    return shown(request, "help/rulebook.html", lambda: rulebooks.rulebook_page(key), key, name=name)


@require_safe
def finals_page(request, key):
    """A finals system; `size=N` for another field where it takes several."""
    if key not in FINALS:
        return unknown(request)
    size = finals.size_of(key, request.GET.get("size", ""))
    name = gettext(FINALS[key].name)
    return shown(request, "help/finals.html", lambda: finals.system_page(key, size), key, size, name=name)


@require_safe
def all_finals_page(request):
    """The finals systems that take so many players, side by side; `size=N`."""
    asked = whole(request.GET.get("size", "")) or 0
    size = asked if 2 <= asked <= finals_comparison.MOST_SEEDS else finals.USUAL_SIZE
    return shown(request, "help/all_finals.html", lambda: finals_comparison.compared(size), size)


@require_safe
def draft_page(request):
    """Drafts, with one of thirteen players from the rules themselves."""
    return shown(request, "help/draft.html", drafts.draft_help)


@require_safe
def pod_page(request):
    """Pods: how many sit where, what results are worth, and bets worked out."""
    return shown(request, "help/pods.html", pods.pod_help)


@require_safe
def privacy_page(request):
    """What is kept of people, for how long, who sees it, and how to have it erased."""
    return shown(request, "help/privacy.html", lambda: None)


@require_safe
def roles_page(request):
    """Who may do what at an event: the policy itself, as a table."""
    return shown(request, "help/roles.html", roles)


def roles():
    """The roles, and of each right in words which of them have it."""
    told = [
        (gettext(words), [role in allowed for role, _label in Staff.ROLES])
        for words, allowed in access.POLICY.values()
    ]
    return {"roles": [(label, GIVES[role]) for role, label in Staff.ROLES], "rights": told}


@require_safe
def compare_page(request):
    """One event under two rulebooks: `event=SLUG` (without it, printed rows), rulebooks `a=` and `b=`."""
    slug = request.GET.get("event", "")[:200]
    event = access.event_to_see(request, slug) if slug else None
    usual = (event.rulebook, other_than(event.rulebook)) if event else USUAL_PAIR
    pair = [known(request.GET.get(name), one) for name, one in zip("ab", usual, strict=True)]

    def build():
        try:
            return rulebook_comparison.comparison_of(event, *pair)
        except RuleViolation as error:
            return rulebook_comparison.nothing_to_compare(event, error)

    choices = {
        "event": event,
        "first": pair[0],
        "second": pair[1],
        "rulebooks": tiebreakers.rulebook_entries(),
    }
    if event is None:
        return shown(request, "help/compare.html", build, *pair, **choices)
    body = render_template("help/_compare.html", {"page": build()})
    return render(request, "help/compare.html", {"body": body, **choices})


def other_than(key):
    """The rulebook that an event is compared with where none is asked for."""
    return next(one for one in USUAL_PAIR[::-1] if one != key)


def known(asked, usual):
    """The rulebook asked for; the usual one for what is none."""
    return asked if asked in RULEBOOKS else usual


def shown(request, template, build, *asked, **around):
    """A page whose body depends on what is asked for, the release and the language; the cache keeps it."""
    parts = [settings.RELEASE, get_language(), template, *asked]
    key = "help:" + hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    body = cache.get_or_set(
        key, lambda: str(render_template(template.replace("/", "/_"), {"page": build()})), BODY_CACHE_SECONDS
    )
    return render(request, template, {"body": mark_safe(body), **around})


def unknown(request):
    """An address under /help/ that names nothing, and the way back."""
    return render(request, "help/unknown.html", status=404)
