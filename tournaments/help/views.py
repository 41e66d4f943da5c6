"""Pages of the help."""

import functools
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from .. import access
from ..desk.pages.dashboard import ROLE_SUMMARIES
from ..lab.pages.measures import help_groups
from ..models import Staff
from ..rules.finals import FINALS
from ..rules.rulebooks import RULEBOOKS
from ..rules.tiebreakers import TIEBREAKERS
from ..web.forms import parse_whole_number
from ..web.jinja import render_template
from ..web.layout import GUIDE_URL
from ..web.turns import take_turn
from .forms import EXAMPLE_VALUES, HelpSearchForm, PartsForm, RoundsForm
from .pages import search
from .pages.calculator import calculate_rounds, magic_table
from .pages.comparison import compare_rulebooks
from .pages.finals import MAX_SEEDS, USUAL_SIZE, compare_systems, size_of, system_page
from .pages.parts import NAMES, TOKENS, get_example_chart, get_example_messages, get_example_status
from .pages.parts_desk import get_example_desk
from .pages.rulebooks import get_rulebook_page
from .pages.search import Section, read_sections
from .pages.topics import (
    GUIDES,
    REFERENCE,
    all_pages,
    draft_help,
    get_tiebreaker_page,
    pod_help,
    rulebook_entries,
    start_page,
)

BODY_CACHE_SECONDS = 600
DEFAULT_PAIR = ("hct-2017", "magic")
_index_lock = Lock()


@dataclass(frozen=True)
class Body:
    """The part of a help page inside its frame: a template below help/bodies/, and what builds its `page`.

    `params` are what the page depends on.
    """

    template: str
    build: Callable
    params: tuple = ()


def roles():
    """Return the roles, and for each permission whether each role has it."""
    permissions = [
        (gettext(label), [role in allowed for role, _label in Staff.ROLES])
        for label, allowed in access.POLICY.values()
    ]
    roles = [(label, ROLE_SUMMARIES[role]) for role, label in Staff.ROLES]
    return {"roles": roles, "permissions": permissions}


def finals_body(key: str, size: int) -> Body:
    return Body("finals.jinja", partial(system_page, key, size), (key, size))


def all_finals_body(size: int) -> Body:
    return Body("all_finals.jinja", partial(compare_systems, size), (size,))


def comparison_body(first: str, second: str) -> Body:
    build = partial(compare_rulebooks, None, first, second)
    return Body("compare.jinja", build, (first, second))


# The body of a page by its URL name; the argument is the key in its address.
BODIES = {
    "help": lambda _key: Body("index.jinja", start_page),
    "help_guide": lambda key: Body(f"guides/{key}.jinja", partial(GUIDES.get, key)),
    "help_tiebreaker": lambda key: Body("tiebreaker.jinja", partial(get_tiebreaker_page, key), (key,)),
    "help_rulebook": lambda key: Body("rulebook.jinja", partial(get_rulebook_page, key), (key,)),
    "help_finals": lambda key: finals_body(key, size_of(key, "")),
    "help_all_finals": lambda _key: all_finals_body(USUAL_SIZE),
    "help_rounds": lambda _key: Body("round_calculator.jinja", magic_table),
    "help_draft": lambda _key: Body("draft.jinja", draft_help),
    "help_lab": lambda _key: Body("lab.jinja", help_groups),
    "help_pods": lambda _key: Body("pods.jinja", pod_help),
    "help_roles": lambda _key: Body("roles.jinja", roles),
    "help_privacy": lambda _key: Body("privacy.jinja", dict),
    "compare": lambda _key: comparison_body(*DEFAULT_PAIR),
}


def render_body(body: Body) -> str:
    """Return the HTML of a body, from the cache if it is there."""

    def render():
        return str(render_template(f"help/bodies/{body.template}", {"page": body.build()}))

    return mark_safe(cache.get_or_set(cache_key(body.template, *body.params), render, BODY_CACHE_SECONDS))


def load_search_index() -> list[Section]:
    """Return the sections of all help pages; the first call of a process renders each page once."""
    with _index_lock:
        return build_search_index(get_language())


@functools.cache
def build_search_index(language: str) -> list[Section]:
    """Render all help pages in the active language, and return their sections."""
    sections = []
    for page in all_pages():
        address = reverse(page.url_name, args=[page.key] if page.key else [])
        html = render_body(BODIES[page.url_name](page.key))
        sections += read_sections(str(page.title), address, html, page.url_name == GUIDE_URL)
    return sections


def cache_key(*params) -> str:
    parts = json.dumps([settings.RELEASE, get_language(), *params])
    return "help:" + hashlib.sha256(parts.encode()).hexdigest()


@require_safe
def help_page(request):
    """Show the start page; `q` searches all help pages, and `part=results` is the list of results alone."""
    form = HelpSearchForm(request.GET)
    query = form.cleaned_data["q"] if form.is_valid() else ""
    context = {"form": form, "query": query, "results": ()}
    if query:
        context["results"] = search.search_sections(load_search_index(), query)
    status = 200 if form.is_valid() else 422
    if request.GET.get("part") == "results":
        return render(request, "help/_results.jinja", context, status=status)
    context["body"] = render_body(BODIES["help"](""))
    return render(request, "help/index.jinja", context, status=status)


@require_safe
def guide_page(request, key):
    if key not in GUIDES:
        return unknown(request)
    return render_page(request, BODIES["help_guide"](key), GUIDES[key].title)


@require_safe
def tiebreaker_page(request, key):
    if key not in TIEBREAKERS:
        return unknown(request)
    return render_page(request, BODIES["help_tiebreaker"](key), gettext(TIEBREAKERS[key].label))


@require_safe
def rulebook_page(request, key):
    if key not in RULEBOOKS:
        return unknown(request)
    return render_page(request, BODIES["help_rulebook"](key), gettext(RULEBOOKS[key].name))


@require_safe
def finals_page(request, key):
    """Show a finals system; `size=N` selects the number of players."""
    if key not in FINALS:
        return unknown(request)
    size = size_of(key, request.GET.get("size", ""))
    return render_page(request, finals_body(key, size), gettext(FINALS[key].name))


@require_safe
def all_finals_page(request):
    """Show the finals systems for `size=N` players side by side."""
    number = parse_whole_number(request.GET.get("size", "")) or 0
    size = number if 2 <= number <= MAX_SEEDS else USUAL_SIZE
    return render_page(request, all_finals_body(size), REFERENCE["help_all_finals"].title)


@require_safe
def reference_page(request):
    """Show a page of the reference without parameters: drafts, pods, roles, privacy."""
    url_name = request.resolver_match.url_name
    return render_page(request, BODIES[url_name](""), REFERENCE[url_name].title)


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
    if event is None:
        body = render_body(comparison_body(first, second))
    else:
        with take_turn(event):
            comparison = compare_rulebooks(event, first, second)
            body = render_template("help/bodies/compare.jinja", {"page": comparison})
    context = {
        "body": body,
        "event": event,
        "first": first,
        "second": second,
        "rulebooks": rulebook_entries(),
    }
    return render(request, "help/compare.jinja", context)


def other_than(rulebook):
    """Return the default rulebook for a comparison with this one."""
    return next(other for other in DEFAULT_PAIR[::-1] if other != rulebook)


def render_page(request, body, title):
    return render(request, "help/page.jinja", {"body": render_body(body), "title": title})


def unknown(request):
    """Return the 404 page of an address under /help/."""
    return render(request, "help/unknown.jinja", status=404)


@require_safe
@access.requires_superuser
def parts_page(request):
    """Show every part of the pages in each of its states."""
    refused = PartsForm(EXAMPLE_VALUES | {"date": "2026-11-14"}, initial=EXAMPLE_VALUES)
    refused.add_error(None, gettext("Somebody else has changed this event. Reload the page."))
    context = {
        "tokens": TOKENS,
        "names": NAMES,
        "form": PartsForm(EXAMPLE_VALUES, initial=EXAMPLE_VALUES),
        "refused": refused,
        "example_messages": get_example_messages(),
        "event_status": get_example_status(),
        "example_chart": get_example_chart(),
        "desk": get_example_desk(),
    }
    return render(request, "help/parts.jinja", context)


DEFAULTS = {"players": 88, "rounds": "", "top": 8, "draws": ""}


@require_safe
def rounds_page(request):
    """Show the calculator for `players`, `rounds`, `top`, `draws` (%); `part=lab` is its result alone."""
    is_filled_in = any(name in request.GET for name in DEFAULTS)
    form = RoundsForm({**DEFAULTS, **request.GET.dict()} if is_filled_in else DEFAULTS)
    context = {"form": form, "calculation": None}
    if form.is_valid():
        data = form.cleaned_data
        context["calculation"] = calculate_rounds(
            data["players"], data["rounds"], data["top"], (data["draws"] or 0) / 100
        )
    status = 200 if form.is_valid() else 422
    if request.GET.get("part") == "lab":
        return render(request, "help/_round_calculator.jinja", context, status=status)
    context["body"] = render_body(BODIES["help_rounds"](""))
    return render(request, "help/round_calculator.jinja", context, status=status)
