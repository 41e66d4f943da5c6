"""The form of the reporting mode."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.wording.on_site import REPORTERS
from ...rules.settings import on_site


class ReportingForm(forms.Form):
    """How results of the whole event are reported."""

    reporting = forms.ChoiceField(
        label=_("Who reports results"),
        choices=[(key, _(label)) for key, label in REPORTERS.items()],
        widget=forms.RadioSelect,
    )
    report_minutes = forms.IntegerField(
        label=_("Auto-confirm a single report after"),
        min_value=0,
        max_value=on_site.MAX_REPORT_MINUTES,
        help_text=_("Minutes (0 = never)"),
    )
