"""What may be typed in about the hall: minutes of a round, who tells results."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.wording import hall
from ...rules.settings import on_site as rules


class HallForm(forms.Form):
    """Minutes for each phase (`minutes_1` …), and for the whole event who tells results."""

    reporting = forms.ChoiceField(
        label=_("Results are told by"),
        choices=[(key, _(words)) for key, words in hall.REPORTERS.items()],
        widget=forms.RadioSelect,
    )
    report_minutes = forms.IntegerField(
        label=_("One report stands after"), min_value=0, max_value=rules.MOST_REPORT_MINUTES
    )

    def __init__(self, *args, minutes: tuple[tuple[int, str, int], ...], **named):
        """`minutes`: (number, name, minutes of a round now) of each phase."""
        super().__init__(*args, **named)
        self.phases = [number for number, _name, _now in minutes]
        for number, name, now in minutes:
            self.fields[f"minutes_{number}"] = forms.IntegerField(
                label=name, min_value=0, max_value=rules.MOST_MINUTES, initial=now
            )

    def minutes_fields(self):
        return [self[f"minutes_{number}"] for number in self.phases]

    def told(self) -> dict:
        """What actions.hall.set_hall takes."""
        said = self.cleaned_data
        minutes = {number: said[f"minutes_{number}"] for number in self.phases}
        return {"minutes": minutes, **{key: said[key] for key in rules.SHARED}}
