"""The round calculator."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...forms.help.round_calculator import RoundsForm
from ...queries.help import round_calculator
from .bodies import BODIES, render_body

DEFAULTS = {"players": 88, "rounds": "", "top": 8, "draws": ""}


@require_safe
def rounds_page(request):
    """Show the calculator for `players`, `rounds`, `top`, `draws` (%); `part=lab` is its result alone."""
    is_filled_in = any(name in request.GET for name in DEFAULTS)
    form = RoundsForm({**DEFAULTS, **request.GET.dict()} if is_filled_in else DEFAULTS)
    context = {"form": form, "calculation": None}
    if form.is_valid():
        data = form.cleaned_data
        context["calculation"] = round_calculator.calculate_rounds(
            data["players"], data["rounds"], data["top"], (data["draws"] or 0) / 100
        )
    status = 200 if form.is_valid() else 422
    if request.GET.get("part") == "lab":
        return render(request, "help/_round_calculator.jinja", context, status=status)
    context["body"] = render_body(BODIES["help_rounds"](""))
    return render(request, "help/round_calculator.jinja", context, status=status)
