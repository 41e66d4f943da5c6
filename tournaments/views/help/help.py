"""Help pages: tiebreakers, rulebooks, finals systems, and a comparison of rulebooks."""

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
from ...queries.desk.staff import ROLE_SUMMARIES
from ...queries.help import drafts, finals, finals_comparison, pods, rulebooks, tiebreakers
from ...queries.standings import rulebook_comparison
from ...rules.finals import FINALS
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import TIEBREAKERS
from ..http.forms import parse_whole_number
from ..http.jinja import render_template

DEFAULT_PAIR = ("hct-2017", "magic")
BODY_CACHE_SECONDS = 600


@require_safe
def help_page(request):
    """Show the index: tiebreakers, rulebooks, finals, and how pairing works."""
    return render_help(request, "help/index.html", tiebreakers.index)


@require_safe
def tiebreaker_page(request, key):
    if key not in TIEBREAKERS:
        return unknown(request)
    name = gettext(TIEBREAKERS[key].label)
    return render_help(
        request, "help/tiebreaker.html", lambda: tiebreakers.tiebreaker_page(key), key, name=name
    )


@require_safe
def rulebook_page(request, key):
    if key not in RULEBOOKS:
        return unknown(request)
    name = gettext(RULEBOOKS[key].name)
    return render_help(request, "help/rulebook.html", lambda: rulebooks.rulebook_page(key), key, name=name)


@require_safe
def finals_page(request, key):
    """Show a finals system; `size=N` selects the number of players."""
    if key not in FINALS:
        return unknown(request)
    size = finals.size_of(key, request.GET.get("size", ""))
    name = gettext(FINALS[key].name)
    return render_help(
        request, "help/finals.html", lambda: finals.system_page(key, size), key, size, name=name
    )


@require_safe
def all_finals_page(request):
    """Show the finals systems for `size=N` players side by side."""
    number = parse_whole_number(request.GET.get("size", "")) or 0
    size = number if 2 <= number <= finals_comparison.MAX_SEEDS else finals.USUAL_SIZE
    return render_help(request, "help/all_finals.html", lambda: finals_comparison.compare_systems(size), size)


@require_safe
def draft_page(request):
    """Show how drafts work, with an example of thirteen players."""
    return render_help(request, "help/draft.html", drafts.draft_help)


@require_safe
def pod_page(request):
    """Show the sizes, results and bets of pods, with examples."""
    return render_help(request, "help/pods.html", pods.pod_help)


@require_safe
def privacy_page(request):
    """Show which personal data are stored, for how long, who sees them, and how to have them erased."""
    return render_help(request, "help/privacy.html", lambda: None)


@require_safe
def roles_page(request):
    """Show the permissions of each role as a table."""
    return render_help(request, "help/roles.html", roles)


def roles():
    """Return the roles, and for each permission whether each role has it."""
    permissions = [
        (gettext(label), [role in allowed for role, _label in Staff.ROLES])
        for label, allowed in access.POLICY.values()
    ]
    roles = [(label, ROLE_SUMMARIES[role]) for role, label in Staff.ROLES]
    return {"roles": roles, "permissions": permissions}


@require_safe
def compare_page(request):
    """Compare an event under the rulebooks `a` and `b`; `event=SLUG`, by default the example."""
    slug = request.GET.get("event", "")[:200]
    event = access.get_visible_event(request, slug) if slug else None
    defaults = (event.rulebook, other_than(event.rulebook)) if event else DEFAULT_PAIR
    first, second = (
        request.GET.get(name) if request.GET.get(name) in RULEBOOKS else default
        for name, default in zip("ab", defaults, strict=True)
    )

    def build():
        return rulebook_comparison.compare_rulebooks(event, first, second)

    context = {
        "event": event,
        "first": first,
        "second": second,
        "rulebooks": tiebreakers.rulebook_entries(),
    }
    if event is None:
        return render_help(request, "help/compare.html", build, first, second, **context)
    body = render_template("help/bodies/compare.html", {"page": build()})
    return render(request, "help/compare.html", {"body": body, **context})


def other_than(rulebook):
    """Return the default rulebook for a comparison with this one."""
    return next(other for other in DEFAULT_PAIR[::-1] if other != rulebook)


def render_help(request, template, build, *params, **context):
    """Respond with a help page.

    Its body depends only on `params`, the release and the language, and is cached; `context` is the rest of
    the page.
    """
    parts = [settings.RELEASE, get_language(), template, *params]
    key = "help:" + hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    body = cache.get_or_set(
        key,
        lambda: str(render_template(template.replace("/", "/bodies/"), {"page": build()})),
        BODY_CACHE_SECONDS,
    )
    return render(request, template, {"body": mark_safe(body), **context})


def unknown(request):
    """Return the 404 page of an address under /help/."""
    return render(request, "help/unknown.html", status=404)
