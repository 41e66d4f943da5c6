"""The sheets to print: their list, and each as a page to preview."""

from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...queries.paper.sheets import paper_of
from ..http.page_frame import get_page_layout
from ..http.urls import is_local_only
from .sheets import SHEETS, SheetRequest

A4, LETTER = "a4", "letter"
SIZES = (("A4", A4), ("Letter", LETTER))
# Territories that use Letter (CLDR).
LETTER_REGIONS = ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")


@require_safe
@access.requires(access.PRINT)
def list_page(request, event):
    """The sheets that can be printed now."""
    paper = paper_of(event)
    sheets = [(key, gettext(one.label), gettext(one.words)) for key, one in SHEETS.items() if one.fits(paper)]
    context = {
        "frame": get_page_layout(request, event, "desk"),
        "event": event,
        "paper": paper,
        "sheets": sheets,
    }
    return render(request, "paper/list.html", context | sizes(request))


@require_safe
@access.requires(access.PRINT)
def sheet_page(request, event, key):
    """One sheet; `paper=` is its size."""
    if key not in SHEETS:
        raise Http404
    sheet, paper = SHEETS[key], paper_of(event)
    context = {
        "event": event,
        "paper": paper,
        "label": gettext(sheet.label),
        "words": gettext(sheet.words),
        **sizes(request),
    }
    if not sheet.fits(paper):
        return render(request, "paper/nothing.html", context)
    context |= sheet.build(SheetRequest(request, paper))
    context["ranges"] = next((len(one[2]) for one in context.get("options", ()) if one[1] == "from"), 1)
    context["groups"] = [group_of(request, *option) for option in context.get("options", ())]
    context["here_alone"] = context.get("has_codes", False) and is_local_only(request)
    return render(request, f"paper/{key}.html", context)


def sizes(request):
    """Return the paper size of the address, or the usual one of the reader's region, with the choice."""
    _language, _dash, region = request.headers.get("Accept-Language", "")[:5].partition("-")
    default = LETTER if region.upper() in LETTER_REGIONS else A4
    size = request.GET.get("paper") if request.GET.get("paper") in (A4, LETTER) else default
    return {"size": size, "size_group": group_of(request, gettext("Size"), "paper", SIZES, size)}


def group_of(request, label, name, choices, chosen):
    """Return (label, choices) of an option; a choice is (text, query, whether it is chosen)."""
    other_params = {key: value for key, value in request.GET.items() if key != name and len(value) < 20}
    return label, [
        (words, "?" + urlencode(other_params | ({} if value is None else {name: value})), value == chosen)
        for words, value in choices
    ]
