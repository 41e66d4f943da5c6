"""The form of a result."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.history import LOSS, POD_SEATS
from ...rules.results import result_notation

MAX_NUMBER = 100_000


class ReportForm(forms.Form):
    """A table's result: as notation (`said`), as separate numbers, or by seat."""

    phase = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    round = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    table = forms.IntegerField(
        min_value=1,
        max_value=MAX_NUMBER,
        error_messages={"required": _("Type a table."), "invalid": _("Type a table.")},
    )
    first = forms.CharField(required=False, max_length=12)
    second = forms.CharField(required=False, max_length=12)
    drawn = forms.CharField(required=False, max_length=12)
    said = forms.CharField(required=False, max_length=60)
    sure = forms.CharField(required=False, max_length=60)

    def clean(self):
        data = super().clean()
        if not data.get("said"):
            data["said"] = self.composed(data)
        return data

    @property
    def places(self) -> list[str]:
        """The typed place of each seat; empty without places."""
        return [place[:12].strip() for place in self.data.getlist("place")]

    @property
    def ends(self) -> list[str]:
        """The chosen end of each seat; empty without any."""
        chosen = (self.data.get(f"end{seat}", "") for seat in range(1, max(POD_SEATS) + 1))
        return [end for end in chosen if end in result_notation.ENDS]

    def composed(self, data) -> str:
        """Return the notation of separately typed or chosen fields."""
        if self.places:
            return self.of_places()
        if self.ends:
            return self.of_ends()
        figures = [data.get("first", ""), data.get("second", "")]
        if not all(figures):
            raise ValidationError(gettext("Type the numbers of both players, such as 2 and 1."))
        return "-".join([*figures, data["drawn"]] if data.get("drawn") else figures)

    def of_places(self):
        if not all(self.places):
            raise ValidationError(gettext("Type a place for each seat: equal places draw."))
        return result_notation.format_places(self.places)

    def of_ends(self):
        if set(self.ends) == {LOSS}:
            raise ValidationError(gettext("Choose who won or drew; “Everybody loses” has its own button."))
        try:
            return result_notation.format_ends(self.ends)
        except RuleViolation as wrong:
            raise ValidationError(in_words(wrong)) from wrong
