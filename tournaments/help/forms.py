"""Forms of the help."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .pages.calculator import MAX_ROUNDS


class RoundsForm(forms.Form):
    """Blank rounds stand for the table of the Magic Tournament Rules."""

    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=20_000)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_("Leave blank for the recommended number."),
    )
    top = forms.IntegerField(label=_("Players in the cut"), min_value=1, max_value=20_000)
    draws = forms.IntegerField(
        label=_("Drawn matches (%)"),
        required=False,
        min_value=0,
        max_value=90,
        help_text=_("Leave blank for none."),
    )


MAX_QUERY_LENGTH = 80


class HelpSearchForm(forms.Form):
    q = forms.CharField(label=_("Search help"), max_length=MAX_QUERY_LENGTH, required=False)
