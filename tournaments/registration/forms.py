"""The form of an event's registration settings."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.registration.csv import taken_titles
from ...rules.history.registration import OPTIONAL, REQUIRED, RegistrationField, RegistrationSettings
from ...rules.registration.settings import (
    MAX_ADDRESS_LIMIT,
    MAX_CAP,
    MAX_CHOICES,
    MAX_FIELDS,
    MAX_LABEL_LENGTH,
    MAX_LINE_LENGTH,
    MAX_TEXT_LINES,
)
from .. import fields
from .entry import LABELS

ASKED_CHOICES = [("", _("Not asked")), (OPTIONAL, _("Optional")), (REQUIRED, _("Required"))]
# Rows for new fields on the page.
EMPTY_ROWS = 3


class RegistrationSettingsForm(forms.Form):
    """How players register; `rows` are the forms of the organiser's own fields.

    `next_key` is the number of the first key that no own field of the event has had.
    """

    open = forms.BooleanField(label=_("Registration is open"), required=False)
    cap = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=MAX_CAP,
        widget=forms.NumberInput(attrs={"placeholder": _("no limit")}),
        help_text=_("Leave blank for no limit."),
    )
    waitlist = forms.BooleanField(label=_("Waitlist"), required=False)
    approval = forms.BooleanField(label=_("Approve each registration"), required=False)
    text = forms.CharField(
        label=_("Information for players"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("What to bring, fee, prizes. It is shown above the form."),
    )
    address_limit = forms.IntegerField(
        label=_("Registrations from one internet connection in ten minutes"),
        min_value=1,
        max_value=MAX_ADDRESS_LIMIT,
        help_text=_(
            "Players in one venue often share a connection. The limit stops programs that fill up an event."
        ),
    )

    def __init__(self, data, *, settings: RegistrationSettings, zone: str, next_key: int):
        initial = {name: getattr(settings, name) for name in settings.__dataclass_fields__}
        super().__init__(data, initial=initial)
        self.fields["opens_at"] = fields.EventTimeField(label=_("From"), zone=zone)
        self.fields["closes_at"] = fields.EventTimeField(label=_("Until"), zone=zone)
        for name, label in LABELS.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=ASKED_CHOICES, required=False)
        count = min(len(settings.fields) + EMPTY_ROWS, MAX_FIELDS)
        self.rows = [
            OwnFieldForm(data, field=field, prefix=f"own{number}")
            for number, field in enumerate([*settings.fields, *[None] * count][:count])
        ]
        self.next_key = next_key

    def asked_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in LABELS]

    def clean_text(self):
        lines = self.cleaned_data["text"].replace("\t", " ").splitlines()
        if len(lines) > MAX_TEXT_LINES:
            raise ValidationError(gettext("Use at most {most} lines.").format(most=MAX_TEXT_LINES))
        if any(len(line) > MAX_LINE_LENGTH for line in lines):
            text = gettext("A line can have at most {most} characters. Break it into paragraphs.")
            raise ValidationError(text.format(most=MAX_LINE_LENGTH))
        for line in lines:
            fields.check_characters(line)
        return "\n".join(lines)

    def clean(self):
        data = super().clean()
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", gettext("Registration must close after it opens."))
        labels, taken = set(), taken_titles()
        for row in self.rows:
            label = row.cleaned_data["label"].casefold() if row.is_valid() else ""
            if label and label in labels:
                row.add_error("label", gettext("Another field has this label."))
            elif label in taken:
                text = gettext("CSV files have another column of this name. Choose another label.")
                row.add_error("label", text)
            labels.add(label)
        return data

    def settings(self) -> RegistrationSettings:
        """Return the settings; a new field gets a key that no field has had."""
        own, key = [], self.next_key
        for row in self.rows:
            if row.cleaned_data["label"]:
                own.append(row.own_field(key))
                key += row.field_before is None
        names = RegistrationSettings.__dataclass_fields__.keys() - {"fields"}
        return RegistrationSettings(**{name: self.cleaned_data[name] for name in names}, fields=tuple(own))


class OwnFieldForm(forms.Form):
    """A field that the organiser adds to the form; without a label it is deleted."""

    label = forms.CharField(
        label=_("Label"), required=False, max_length=MAX_LABEL_LENGTH, validators=[fields.check_text]
    )
    required = forms.BooleanField(label=_("Required"), required=False)
    choices = forms.CharField(
        label=_("Options, one per line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Leave blank for a text field."),
    )

    def __init__(self, data, *, field: RegistrationField | None, prefix: str):
        self.field_before = field
        initial = field and {
            "label": field.label,
            "required": field.required,
            "choices": "\n".join(field.choices),
        }
        super().__init__(data, initial=initial, prefix=prefix)

    def clean_choices(self):
        lines = [line.strip() for line in self.cleaned_data["choices"].splitlines()]
        choices = tuple(line for line in lines if line)
        if len(choices) > MAX_CHOICES:
            raise ValidationError(gettext("Use at most {most} options.").format(most=MAX_CHOICES))
        if any(len(choice) > MAX_LABEL_LENGTH for choice in choices):
            text = gettext("An option can have at most {most} characters.")
            raise ValidationError(text.format(most=MAX_LABEL_LENGTH))
        if len(set(choices)) < len(choices):
            raise ValidationError(gettext("An option is listed twice."))
        for choice in choices:
            fields.check_text(choice)
        return choices

    def clean(self):
        data = super().clean()
        if (
            data.get("choices")
            and not data.get("label")
            and "label" not in self.errors
            and not self.field_before
        ):
            self.add_error("label", gettext("Enter a label for these options."))
        return data

    def own_field(self, new_key: int) -> RegistrationField:
        data, before = self.cleaned_data, self.field_before
        key = before.key if before else f"f{new_key}"
        return RegistrationField(key, data["label"], data["required"], data["choices"])
