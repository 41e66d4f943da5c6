"""A player's report of their table."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from .result import ReportForm

MAX_ROUNDS = 9_999


class PlayerReportForm(ReportForm):
    """A report: phase, round, players (`seat`, in seat order) and a result as in ReportForm.

    `drop` is the checkbox, `drops` tells that the form had one.
    """

    phase = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    round = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    drop = forms.BooleanField(required=False)
    drops = forms.BooleanField(required=False)

    def add_prefix(self, field_name):
        # Phones may still hold reports of release 1.1, which called the result `said`.
        is_old = field_name == "result_text" and field_name not in self.data
        return "said" if is_old else field_name

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the ids of the players in seat order."""
        return tuple(seat[:200] for seat in self.data.getlist("seat"))

    @property
    def wants_to_drop(self) -> bool | None:
        """Return whether the player drops; None if the form did not ask."""
        return self.cleaned_data["drop"] if self.cleaned_data["drops"] else None

    def compose_result(self, data) -> str:
        if not self.places and "first" not in self.data:
            raise ValidationError(gettext("Choose a result first."))
        return super().compose_result(data)
