"""Help pages: the start page with its search, guides, and the reference."""

from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...forms.help.search import HelpSearchForm
from ...queries.help import finals, finals_comparison, pages, search, tiebreakers
from ...queries.standings import rulebook_comparison
from ...rules.finals import FINALS
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import TIEBREAKERS
from ..http.forms import parse_whole_number
from ..http.jinja import render_template
from ..http.turns import take_turn
from .bodies import (
    BODIES,
    DEFAULT_PAIR,
    all_finals_body,
    comparison_body,
    finals_body,
    load_search_index,
    render_body,
)


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
    if key not in pages.GUIDES:
        return unknown(request)
    return render_page(request, BODIES["help_guide"](key), pages.GUIDES[key].title)


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
    size = finals.size_of(key, request.GET.get("size", ""))
    return render_page(request, finals_body(key, size), gettext(FINALS[key].name))


@require_safe
def all_finals_page(request):
    """Show the finals systems for `size=N` players side by side."""
    number = parse_whole_number(request.GET.get("size", "")) or 0
    size = number if 2 <= number <= finals_comparison.MAX_SEEDS else finals.USUAL_SIZE
    return render_page(request, all_finals_body(size), pages.REFERENCE["help_all_finals"].title)


@require_safe
def reference_page(request):
    """Show a page of the reference without parameters: drafts, pods, roles, privacy."""
    url_name = request.resolver_match.url_name
    return render_page(request, BODIES[url_name](""), pages.REFERENCE[url_name].title)


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
            comparison = rulebook_comparison.compare_rulebooks(event, first, second)
            body = render_template("help/bodies/compare.jinja", {"page": comparison})
    context = {
        "body": body,
        "event": event,
        "first": first,
        "second": second,
        "rulebooks": tiebreakers.rulebook_entries(),
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
