"""On-site settings: round length and reporting."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.wording import hall
from ...rules.settings import on_site


class HallForm(forms.Form):
    """Minutes of each phase (`minutes_1` …), and the reporting mode of the event."""

    reporting = forms.ChoiceField(
        label=_("Results are told by"),
        choices=[(key, _(words)) for key, words in hall.REPORTERS.items()],
        widget=forms.RadioSelect,
    )
    report_minutes = forms.IntegerField(
        label=_("One report stands after"), min_value=0, max_value=on_site.MOST_REPORT_MINUTES
    )

    def __init__(self, *args, minutes: tuple[tuple[int, str, int], ...], **kwargs):
        """`minutes`: (number, name, minutes of a round now) of each phase."""
        super().__init__(*args, **kwargs)
        self.phases = [number for number, _name, _now in minutes]
        for number, name, now in minutes:
            self.fields[f"minutes_{number}"] = forms.IntegerField(
                label=name, min_value=0, max_value=on_site.MOST_MINUTES, initial=now
            )

    def minutes_fields(self):
        return [self[f"minutes_{number}"] for number in self.phases]

    def arguments(self) -> dict:
        """Return the arguments of actions.on_site.set_hall."""
        data = self.cleaned_data
        minutes = {number: data[f"minutes_{number}"] for number in self.phases}
        return {"minutes": minutes, **{key: data[key] for key in on_site.SHARED}}
