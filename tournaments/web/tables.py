"""Forms of uploaded and pasted tables."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules.errors import RuleViolation
from ..rules.players.roster import CLUB, DIVISION, FIRST_NAME, LAST_NAME, NAME, RATING, SEED, to_list
from .wording import message_text

PREVIEW_ROWS = 8
# Characters of a pasted list, bytes of a file.
MAX_LIST_LENGTH = 5_000_000


class CsvFileField(forms.FileField):
    """An optional CSV file; the value is its text, "" without a file."""

    widget = forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"})

    def __init__(self):
        super().__init__(label=_("CSV file"), required=False)

    def clean(self, data, initial=None):
        file = super().clean(data, initial)
        if not file:
            return ""
        if file.size > MAX_LIST_LENGTH:
            raise ValidationError(gettext("The file is larger than 5 MB. Upload a smaller one."))
        try:
            return file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValidationError(
                gettext("The file isn’t UTF-8 text. Save it as CSV (UTF-8) and try again.")
            ) from None


COLUMN_CHOICES = [
    ("", _("Leave out")),
    (NAME, _("Name")),
    (FIRST_NAME, _("First name")),
    (LAST_NAME, _("Last name")),
    (CLUB, _("Team")),
    (RATING, _("Rating")),
    (DIVISION, _("Division")),
    (SEED, _("Seed")),
]


class ColumnsForm(forms.Form):
    """The field of each column of a table, and whether its first row names them; `names` is the list made."""

    has_header = forms.BooleanField(label=_("First row is a header"), required=False)

    def __init__(self, *args, table, **kwargs):
        initial = {f"column_{n}": field for n, field in enumerate(table.columns)}
        super().__init__(*args, initial=initial | {"has_header": table.has_header}, **kwargs)
        self.table = table
        for name in initial:
            self.fields[name] = forms.ChoiceField(choices=COLUMN_CHOICES, required=False)

    def columns(self):
        """Return the bound fields of the columns."""
        return [self[f"column_{n}"] for n in range(len(self.table.columns))]

    def preview(self):
        """Return some rows of the table, those with several cells first: a single name needs no look."""
        return sorted(self.table.rows, key=lambda row: sum(map(bool, row)) < 2)[:PREVIEW_ROWS]

    def clean(self):
        data = super().clean()
        rows = self.table.all_rows[1 if data.get("has_header") else 0 :]
        fields = tuple(data.get(f"column_{n}", "") for n in range(len(self.table.columns)))
        try:
            data["names"] = to_list(rows, fields)
        except RuleViolation as violation:
            self.add_error(None, message_text(violation))
        return data
