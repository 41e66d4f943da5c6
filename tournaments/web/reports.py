"""Forms of reported results."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules.errors import RuleViolation
from ..rules.history import LOSS, POD_SEATS
from ..rules.results.notation import ENDS, format_ends, format_places
from .wording import message_text

MAX_NUMBER = 100_000


class ReportForm(forms.Form):
    """A table's result: as notation (`result_text`), as separate numbers, or by seat."""

    phase = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    round = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    table = forms.IntegerField(
        min_value=1,
        max_value=MAX_NUMBER,
        error_messages={"required": _("Enter a table number."), "invalid": _("Enter a table number.")},
    )
    first = forms.CharField(required=False, max_length=12)
    second = forms.CharField(required=False, max_length=12)
    drawn_games = forms.CharField(required=False, max_length=12)
    result_text = forms.CharField(required=False, max_length=60)
    confirmed_result = forms.CharField(required=False, max_length=60)

    def clean(self):
        data = super().clean()
        if not data.get("result_text"):
            data["result_text"] = self.compose_result(data)
        return data

    @property
    def places(self) -> list[str]:
        """The typed place of each seat; empty without places."""
        return [place[:12].strip() for place in self.data.getlist("place")]

    @property
    def outcomes(self) -> list[str]:
        """The chosen outcome of each seat; empty without any."""
        chosen = (self.data.get(f"end{seat}", "") for seat in range(1, max(POD_SEATS) + 1))
        return [outcome for outcome in chosen if outcome in ENDS]

    def compose_result(self, data) -> str:
        """Return the notation of separately typed or chosen fields."""
        if self.places:
            if not all(self.places):
                raise ValidationError(
                    gettext("Enter a place for each seat. Players with the same place draw.")
                )
            return format_places(self.places)
        if self.outcomes:
            return self.compose_outcomes()
        figures = [data.get("first", ""), data.get("second", "")]
        if not all(figures):
            raise ValidationError(gettext("Enter both players’ scores, such as 2 and 1."))
        return "-".join(filter(None, [*figures, data.get("drawn_games")]))

    def compose_outcomes(self):
        if set(self.outcomes) == {LOSS}:
            raise ValidationError(
                gettext("Choose who won or drew. If everyone loses, use the “Everyone loses” button.")
            )
        try:
            return format_ends(self.outcomes)
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from violation


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
