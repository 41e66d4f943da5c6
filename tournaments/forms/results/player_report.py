"""What a player reports of their own table."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from .result import ReportForm

# As many rounds as there can be.
MOST_ROUNDS = 9_999


class ClaimForm(ReportForm):
    """A match by its phase, round and players (`seat`, in their order), and what its result is, as
    ReportForm; `drop` and `drops`: the box that was ticked, and that there was one."""

    phase = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    drop = forms.BooleanField(required=False)
    drops = forms.BooleanField(required=False)

    @property
    def seats(self) -> tuple[str, ...]:
        """The ids of those who play, in the order of their seats."""
        return tuple(seat[:200] for seat in self.data.getlist("seat"))

    @property
    def wants_to_drop(self) -> bool | None:
        """None where nothing was asked."""
        return self.cleaned_data["drop"] if self.cleaned_data["drops"] else None

    def composed(self, said) -> str:
        if not self.places and "first" not in self.data:
            raise ValidationError(gettext("Choose a result first."))
        return super().composed(said)
