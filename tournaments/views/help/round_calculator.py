"""The round calculator."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...forms.help.round_calculator import RoundsForm
from ...queries.help import round_calculator

TEMPLATE = "lab/rounds.html"
DEFAULTS = {"players": 88, "rounds": "", "top": 8, "draws": ""}


@require_safe
def rounds_page(request):
    """The calculator for `players`, `rounds`, `top`, `draws` (%); `part=lab` is its result alone."""
    is_asked = any(name in request.GET for name in DEFAULTS)
    form = RoundsForm({**DEFAULTS, **request.GET.dict()} if is_asked else DEFAULTS)
    context = {"form": form, "lab": lab_of(form)}
    status = 200 if form.is_valid() else 422
    if request.GET.get("part") == "lab":
        return render(request, "lab/_lab.html", context, status=status)
    page_context = {"table": round_calculator.table_rows(), "most": round_calculator.most_of_ten_rounds()}
    return render(request, TEMPLATE, {**context, **page_context}, status=status)


def lab_of(form):
    if not form.is_valid():
        return None
    data = form.cleaned_data
    return round_calculator.lab_of(data["players"], data["rounds"], data["top"], (data["draws"] or 0) / 100)
