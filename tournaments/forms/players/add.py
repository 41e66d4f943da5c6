"""Forms that add players: a pasted list or file, and the columns of a table."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.players import roster_table

# Characters of a pasted list, bytes of a file.
MAX_LIST_LENGTH = 5_000_000
COLUMN_CHOICES = [
    ("", _("Leave out")),
    (roster_table.NAME, _("Name")),
    (roster_table.FIRST_NAME, _("First name")),
    (roster_table.LAST_NAME, _("Last name")),
    (roster_table.CLUB, _("Club")),
    (roster_table.RATING, _("Rating")),
    (roster_table.DIVISION, _("Division")),
    (roster_table.SEED, _("Seed")),
]


class AddForm(forms.Form):
    """A pasted list, one player per line, or a file with a table; `table` is what it holds, if it is one."""

    names = forms.CharField(
        label=_("One name per line"),
        help_text=_(
            "Optional columns, separated by semicolons or tabs: name; club; rating; division. You can also "
            "paste a CSV table and then choose its columns."
        ),
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MAX_LIST_LENGTH,
        strip=False,
        required=False,
    )
    file = forms.FileField(
        label=_("CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
        required=False,
    )

    def clean_file(self):
        """Return the text of the file."""
        file = self.cleaned_data["file"]
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

    def clean(self):
        data = super().clean()
        if self.errors:
            return data
        data["names"] = data["names"] if data["names"].strip() else data["file"]
        try:
            data["table"] = roster_table.read_table(data["names"])
        except RuleViolation as violation:
            self.add_error("names", message_text(violation))
        return data


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

    def clean(self):
        data = super().clean()
        rows = self.table.all_rows[1 if data.get("has_header") else 0 :]
        fields = tuple(data.get(f"column_{n}", "") for n in range(len(self.table.columns)))
        try:
            data["names"] = roster_table.to_list(rows, fields)
        except RuleViolation as violation:
            self.add_error(None, message_text(violation))
        return data
