"""On-site settings: round length and reporting."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.wording.on_site import REPORTERS
from ...rules.settings import on_site


class OnSiteForm(forms.Form):
    """Minutes of each phase (`minutes_1` …), and the reporting mode of the event."""

    reporting = forms.ChoiceField(
        label=_("Who reports results"),
        choices=[(key, _(label)) for key, label in REPORTERS.items()],
        widget=forms.RadioSelect,
    )
    report_minutes = forms.IntegerField(
        label=_("Auto-confirm a single report after"), min_value=0, max_value=on_site.MAX_REPORT_MINUTES
    )

    def __init__(self, *args, minutes: tuple[tuple[int, str, int], ...], **kwargs):
        """`minutes` are (number, name, minutes of a round) of each phase."""
        super().__init__(*args, **kwargs)
        self.phases = [number for number, _name, _minutes in minutes]
        for number, name, initial in minutes:
            self.fields[f"minutes_{number}"] = forms.IntegerField(
                label=name, min_value=0, max_value=on_site.MAX_ROUND_MINUTES, initial=initial
            )

    def minutes_fields(self):
        return [self[f"minutes_{number}"] for number in self.phases]

    def arguments(self) -> dict:
        """Return the arguments of actions.events.on_site.set_on_site."""
        data = self.cleaned_data
        minutes = {number: data[f"minutes_{number}"] for number in self.phases}
        return {"minutes": minutes, **{key: data[key] for key in on_site.EVENT_WIDE}}
