"""Forms of check-in: its times, and what happens to missing players when the event starts."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...rules.history.registration import CheckInSettings
from .. import fields

ABSENT, PLAYING, CHOSEN = "absent", "playing", "chosen"


class CheckInTimesForm(forms.Form):
    """The times at which check-in opens and closes by itself."""

    def __init__(self, data, *, settings: CheckInSettings, zone: str):
        super().__init__(data, initial={"opens_at": settings.opens_at, "closes_at": settings.closes_at})
        self.fields["opens_at"] = fields.EventTimeField(label=_("Open from"), zone=zone)
        self.fields["closes_at"] = fields.EventTimeField(label=_("Until"), zone=zone)

    def clean(self):
        data = super().clean()
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", gettext("Check-in must close after it opens."))
        return data


class StartForm(forms.Form):
    """The choice for players who are not checked in; `playing` are those ticked if chosen one by one."""

    others = forms.ChoiceField(choices=[(value, value) for value in (ABSENT, PLAYING, CHOSEN)])

    def playing(self, missing: list[str]) -> list[str]:
        """Return the ids of the players who play, of these missing ones."""
        if self.cleaned_data["others"] == CHOSEN:
            return self.ticked()
        return missing if self.cleaned_data["others"] == PLAYING else []

    def ticked(self) -> list[str]:
        return self.data.getlist("playing")
