"""Paper: what there is to print, and each sheet as a page that is looked at first."""

from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...queries.paper.sheets import paper_of
from ..http.page_frame import frame_for
from ..http.urls import is_here_alone
from .sheets import SHEETS, Asked

A4, LETTER = "a4", "letter"
SIZES = (("A4", A4), ("Letter", LETTER))
# Where Letter is what printers hold (CLDR, territories by paper size).
LETTER_REGIONS = ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")


@require_safe
@access.may(access.PAPER)
def list_page(request, event):
    """All that there is to print now."""
    paper = paper_of(event)
    listed = [(key, gettext(one.label), gettext(one.words)) for key, one in SHEETS.items() if one.fits(paper)]
    context = {"frame": frame_for(request, event, "desk"), "event": event, "paper": paper, "sheets": listed}
    return render(request, "paper/list.html", context | sizes(request))


@require_safe
@access.may(access.PAPER)
def sheet_page(request, event, key):
    """One sheet, as it is printed; `paper=` is its size. Without anything to print it says so."""
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
    context |= sheet.made(Asked(request, paper))
    context["ranges"] = next((len(one[2]) for one in context.get("options", ()) if one[1] == "from"), 1)
    context["groups"] = [group_of(request, *option) for option in context.get("options", ())]
    context["here_alone"] = context.get("has_codes", False) and is_here_alone(request)
    return render(request, f"paper/{key}.html", context)


def sizes(request):
    """The size of the paper that was asked for, by default the one of the reader's region, and the choice."""
    _language, _dash, region = request.headers.get("Accept-Language", "")[:5].partition("-")
    usual = LETTER if region.upper() in LETTER_REGIONS else A4
    size = request.GET.get("paper") if request.GET.get("paper") in (A4, LETTER) else usual
    return {"size": size, "size_group": group_of(request, gettext("Size"), "paper", SIZES, size)}


def group_of(request, label, name, choices, chosen):
    """(label, ((words, query, whether it is chosen) of each choice)) of an option in the address."""
    kept = {key: value for key, value in request.GET.items() if key != name and len(value) < 20}
    return label, [
        (words, "?" + urlencode(kept | ({} if value is None else {name: value})), value == chosen)
        for words, value in choices
    ]
