"""The sheets to print: their list, and each as a page to preview."""

from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...queries.paper.sheets import get_paper
from ..http.page_layout import get_page_layout
from ..http.urls import is_local_only
from .sheets import SHEETS, SheetOption, SheetRequest

A4, LETTER = "a4", "letter"
SIZES = (("A4", A4), ("Letter", LETTER))
# Territories that use Letter (CLDR).
LETTER_REGIONS = ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")


@require_safe
@access.requires(access.PRINT)
def list_page(request, event):
    """List the sheets that can be printed now."""
    paper = get_paper(event)
    context = {
        "layout": get_page_layout(request, event, "print"),
        "event": event,
        "paper": paper,
        "sheets": [
            (key, gettext(sheet.label), gettext(sheet.description))
            for key, sheet in SHEETS.items()
            if sheet.is_available(paper)
        ],
    }
    return render(request, "paper/list.jinja", context | page_size(request))


@require_safe
@access.requires(access.PRINT)
def sheet_page(request, event, key):
    """Preview a sheet; `paper=` is its size."""
    if key not in SHEETS:
        raise Http404
    sheet, paper = SHEETS[key], get_paper(event)
    context = {
        "event": event,
        "paper": paper,
        "label": gettext(sheet.label),
        "description": gettext(sheet.description),
        "groups": (),
        "ranges": 1,
        "is_local_only": False,
        **page_size(request),
    }
    if not sheet.is_available(paper):
        return render(request, "paper/nothing.jinja", context)
    context |= sheet.build_context(SheetRequest(request, paper))
    options = context.get("options", ())
    context["ranges"] = next((len(option.choices) for option in options if option.name == "from"), 1)
    context["groups"] = [option_links(request, option) for option in options]
    context["is_local_only"] = context.get("has_codes", False) and is_local_only(request)
    return render(request, f"paper/sheets/{key}.jinja", context)


def page_size(request):
    """Return the paper size of the address, or the usual one of the reader's region, with its option."""
    _language, _dash, region = request.headers.get("Accept-Language", "")[:5].partition("-")
    size = request.GET.get("paper")
    if size not in (A4, LETTER):
        size = LETTER if region.upper() in LETTER_REGIONS else A4
    return {
        "size": size,
        "size_group": option_links(request, SheetOption(gettext("Paper size"), "paper", SIZES, size)),
    }


def option_links(request, option):
    """Return (label, choices) of an option; a choice is (text, query, whether it is selected)."""
    others = {key: value for key, value in request.GET.items() if key != option.name and len(value) < 20}
    links = []
    for text, value in option.choices:
        query = urlencode(others if value is None else others | {option.name: value})
        links.append((text, f"?{query}", value == option.selected))
    return option.label, links
