"""The lab: how many rounds for how many players, and who is safe."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...forms.help.round_calculator import RoundsForm
from ...queries.help import round_calculator

TEMPLATE = "lab/rounds.html"
USUAL = {"players": 88, "rounds": "", "top": 8, "draws": ""}


@require_safe
def rounds_page(request):
    """The numbers asked for (`players`, `rounds`, `top`, `draws` in %); with `part=lab` what they come to."""
    is_asked = any(name in request.GET for name in USUAL)
    form = RoundsForm({**USUAL, **request.GET.dict()} if is_asked else USUAL)
    context = {"form": form, "lab": lab_of(form)}
    status = 200 if form.is_valid() else 422
    if request.GET.get("part") == "lab":
        return render(request, "lab/_lab.html", context, status=status)
    around = {"table": round_calculator.table_rows(), "most": round_calculator.most_of_ten_rounds()}
    return render(request, TEMPLATE, {**context, **around}, status=status)


def lab_of(form):
    if not form.is_valid():
        return None
    said = form.cleaned_data
    return round_calculator.lab_of(said["players"], said["rounds"], said["top"], (said["draws"] or 0) / 100)
