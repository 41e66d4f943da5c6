"""What may be typed in about a result."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.history import LOSS, POD_SEATS
from ...rules.results import result_notation

MOST = 100_000


class ReportForm(forms.Form):
    """A table of a round and its result: in words (`said`), as numbers typed one by one, or seat by seat."""

    phase = forms.IntegerField(min_value=1, max_value=MOST)
    round = forms.IntegerField(min_value=1, max_value=MOST)
    table = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        error_messages={"required": _("Type a table."), "invalid": _("Type a table.")},
    )
    first = forms.CharField(required=False, max_length=12)
    second = forms.CharField(required=False, max_length=12)
    drawn = forms.CharField(required=False, max_length=12)
    said = forms.CharField(required=False, max_length=60)
    sure = forms.CharField(required=False, max_length=60)

    def clean(self):
        said = super().clean()
        if not said.get("said"):
            said["said"] = self.composed(said)
        return said

    @property
    def places(self) -> list[str]:
        """The place of each seat as it was typed; none where no places were."""
        return [place[:12].strip() for place in self.data.getlist("place")]

    @property
    def ends(self) -> list[str]:
        """How each seat ended as it was chosen; none where nothing was."""
        chosen = (self.data.get(f"end{seat}", "") for seat in range(1, max(POD_SEATS) + 1))
        return [end for end in chosen if end in result_notation.ENDS]

    def composed(self, said) -> str:
        """What was typed or chosen field by field, as one would type it."""
        if self.places:
            return self.of_places()
        if self.ends:
            return self.of_ends()
        figures = [said.get("first", ""), said.get("second", "")]
        if not all(figures):
            raise ValidationError(gettext("Type the numbers of both players, such as 2 and 1."))
        return "-".join([*figures, said["drawn"]] if said.get("drawn") else figures)

    def of_places(self):
        if not all(self.places):
            raise ValidationError(gettext("Type a place for each seat: equal places draw."))
        return result_notation.of_places(self.places)

    def of_ends(self):
        if set(self.ends) == {LOSS}:
            raise ValidationError(gettext("Choose who won or drew; “Everybody loses” has its own button."))
        try:
            return result_notation.of_ends(self.ends)
        except RuleViolation as wrong:
            raise ValidationError(in_words(wrong)) from wrong
