"""Forms of the desk: a player with contact data, and a table of them."""

from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history.registration import OPTIONAL, RegistrationSettings
from ...rules.registration.entries import PLAYER_ID, RegistrationEntry
from ...rules.registration.entry_table import read_entries
from .. import fields
from ..players.add import MAX_LIST_LENGTH, AddForm
from .entry import LABELS, RegistrationForm


def staff_form(
    data, settings: RegistrationSettings, entry: RegistrationEntry | None = None
) -> RegistrationForm:
    """Return the form of a player whom the staff enter: email and club too, and nothing is required.

    `entry` is what was entered before: all of it can be changed.
    """
    known = {"division": entry and entry.division, PLAYER_ID: entry and entry.answers.get(PLAYER_ID)}
    optional = {
        name: OPTIONAL
        for name in LABELS
        if getattr(settings, name) or known.get(name) or name in ("email", "club")
    }
    own = tuple(replace(field, required=False) for field in settings.fields)
    return RegistrationForm(data, settings=replace(settings, **optional, fields=own), entry=entry)


class EntryTableForm(forms.Form):
    """A pasted table or a file; `entries` are its lines, `ignored` the columns that are not read."""

    table = forms.CharField(
        label=_("Table"),
        help_text=_("The first line names the columns. Copy it from a spreadsheet, or paste CSV."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MAX_LIST_LENGTH,
        strip=False,
        required=False,
    )
    file = forms.FileField(
        label=_("CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
        required=False,
    )
    clean_file = AddForm.clean_file
    # Set when the table has more players than places.
    can_exceed = False

    def __init__(self, *args, settings: RegistrationSettings, **kwargs):
        super().__init__(*args, **kwargs)
        self.settings = settings

    def entered_table(self) -> str:
        """Return the text of the table: pasted, or read from the file."""
        return getattr(self, "cleaned_data", {}).get("table") or self["table"].value() or ""

    def clean(self):
        data = super().clean()
        if self.errors:
            return data
        data["table"] = data["table"] if data["table"].strip() else data["file"]
        if not data["table"].strip():
            self.add_error("table", gettext("Paste a table or choose a file."))
            return data
        labels = {"name": gettext("Name"), **{key: str(label) for key, label in LABELS.items()}}
        try:
            data["entries"], data["ignored"] = read_entries(data["table"], self.settings, labels)
        except RuleViolation as violation:
            self.add_error("table", message_text(violation))
            return data
        wrong = [
            (number, entry.email)
            for number, entry in data["entries"]
            if entry.email and not is_valid_email(entry.email)
        ]
        for number, email in wrong[:1]:
            text = gettext("Line {number}: {email} isn’t an email address.")
            self.add_error("table", text.format(number=number, email=email[:100]))
        return data


def is_valid_email(text: str) -> bool:
    """Return whether it is an email address by the rules of the forms."""
    try:
        validate_email(text)
        fields.check_email(text)
    except ValidationError:
        return False
    return True
