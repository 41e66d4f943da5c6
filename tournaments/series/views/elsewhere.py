"""Results from elsewhere at the desk of a club: pasted, checked and stored."""

from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from ...access.clubs import requires_at_series
from ...web.answers import post_data, run_action
from ...web.club_layout import say_done_with_undo
from ..actions.elsewhere import add_elsewhere
from ..forms.series import ElsewhereForm, NamesForm
from ..pages.elsewhere import find_named
from ..pages.loading import decimal_text
from .desk import render_series


@requires_at_series
def elsewhere_page(request, club, series):
    """Enter an evening that was played elsewhere: first the list, then who is known and who would be new."""
    form = ElsewhereForm(post_data(request), initial={"date": timezone.localdate()})
    if form.is_valid() and "edit" not in request.POST:
        data = form.cleaned_data
        results = data["parsed"]
        lines = find_named(club, [result.name for result in results], timezone.now())
        names = NamesForm(request.POST if "checked" in request.POST else None, lines=lines)
        if not names.is_valid():
            numbers = [decimal_text(result.number) for result in results]
            context = {"form": form, "names": names, "lines": list(zip(lines, numbers, strict=True))}
            return render_series(request, series, "series_desk", "series/desk/elsewhere_names.jinja", context)
        facts = {name: data[name] for name in ("name", "date", "source", "kind", "weight")}
        if run_action(
            request,
            add_elsewhere,
            club,
            series.pk,
            results,
            data["numbers"],
            chosen=names.chosen,
            form=form,
            **facts,
        ):
            say_done_with_undo(request, club, gettext("Results entered"))
            return redirect("series_desk", club.slug, series.slug)
    return render_series(request, series, "series_desk", "series/desk/elsewhere.jinja", {"form": form})
