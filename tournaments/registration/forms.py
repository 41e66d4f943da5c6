"""Forms of registration."""

import re
from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..history.cache import load_history
from ..models import Club, Event, Registration
from ..models.registration import MAX_ANSWER_LENGTH
from ..rules.errors import RuleViolation
from ..rules.history.players import (
    ASKED_FIELDS,
    OPTIONAL,
    REQUIRED,
    RegistrationField,
    RegistrationSettings,
    facts_of,
)
from ..rules.log.event_parts import EVENT
from ..rules.registration import (
    EMAIL_HEADERS,
    MAX_ADDRESS_LIMIT,
    MAX_CAP,
    MAX_CHOICES,
    MAX_FIELDS,
    MAX_LABEL_LENGTH,
    MAX_LINE_LENGTH,
    MAX_TEXT_LINES,
    PLAYER_ID,
    RegistrationEntry,
    read_entries,
)
from ..web.forms import (
    EventTimeField,
    check_characters,
    check_email,
    check_text,
    email_field,
    name_field,
    text_field,
)
from ..web.tables import MAX_LIST_LENGTH, CsvFileField
from ..web.wording import message_text
from .pages.entry_desk import FIRST_TITLES, LAST_TITLES

LABELS = {name: _(label) for name, label in ASKED_FIELDS.items()}
AUTOCOMPLETE = {"name": "name", "club": "organization"}
# Bots fill in every field; players do not see this one.
TRAP = "homepage"
REMEMBER = "remember"


class RegistrationForm(forms.Form):
    """The entry of a player; `is_trapped` says whether a bot filled in the hidden field."""

    name = name_field(_("Name"))
    homepage = forms.CharField(label=_("Leave this empty"), required=False, max_length=2000)
    # For a published club: see `club`.
    remember = forms.BooleanField(required=False)
    # Set when there are no more places, for the desk.
    can_exceed = False

    def __init__(
        self,
        *args,
        settings: RegistrationSettings,
        entry: RegistrationEntry | None = None,
        club: Club | None = None,
        remember: bool = False,
        **kwargs,
    ):
        """`entry` is what the player entered before; a published `club` asks whether it may remember them."""
        self.settings, self.entry_before = settings, entry or RegistrationEntry("")
        initial = initial_values(self.entry_before) | {"remember": remember}
        super().__init__(*args, initial=initial, **kwargs)
        if club:
            self.fields["remember"].label = gettext("Remember me at {club}").format(club=club.name)
        else:
            del self.fields["remember"]
        for name, label in LABELS.items():
            if setting := getattr(settings, name):
                self.fields[name] = field_of(name, label, is_required=setting == REQUIRED)
        for field in settings.fields:
            self.fields[html_name(field)] = own_field(field)
        for name, value in AUTOCOMPLETE.items():
            if name in self.fields:
                self.fields[name].widget.attrs["autocomplete"] = value

    def asked_fields(self) -> list[forms.BoundField]:
        """Return the fields that players see."""
        return [self[name] for name in self.fields if name not in (TRAP, REMEMBER)]

    @property
    def is_trapped(self) -> bool:
        return bool(self.data.get(TRAP))

    def entry(self) -> RegistrationEntry:
        """Return the entry; what the event does not ask stays as it was."""
        data, before = self.cleaned_data, self.entry_before
        answers = {field.key: data[html_name(field)] for field in self.settings.fields}
        answers[PLAYER_ID] = data.get(PLAYER_ID, before.answers.get(PLAYER_ID, ""))
        return RegistrationEntry(
            **{name: data.get(name, fact) for name, fact in facts_of(before).items()},
            email=data.get("email", before.email),
            answers={key: answer for key, answer in answers.items() if answer},
        )


def initial_values(entry: RegistrationEntry) -> dict:
    own = {f"field_{key}": answer for key, answer in entry.answers.items()}
    shared = {"email": entry.email, PLAYER_ID: entry.answers.get(PLAYER_ID, "")}
    return own | facts_of(entry) | shared


def html_name(field: RegistrationField) -> str:
    """Return the name of the form's field, which no other field has."""
    return f"field_{field.key}"


def field_of(name: str, label: str, *, is_required: bool) -> forms.Field:
    label = label_text(label, is_required)
    if name == "email":
        return email_field(label, required=is_required)
    return text_field(label, required=is_required)


def own_field(field: RegistrationField) -> forms.Field:
    """Return a field that the organiser added: text, or one of its choices."""
    label = label_text(field.label, field.required)
    if field.choices:
        choices = [("", gettext("Choose")), *((choice, choice) for choice in field.choices)]
        return forms.ChoiceField(label=label, choices=choices, required=field.required)
    return forms.CharField(
        label=label, max_length=MAX_ANSWER_LENGTH, required=field.required, validators=[check_text]
    )


def label_text(label: str, is_required: bool) -> str:
    return str(label) if is_required else gettext("{label} (optional)").format(label=label)


class LostLinkForm(forms.Form):
    """The email address that a personal link is sent to."""

    email = email_field(_("Email address"))


def staff_form(
    data, settings: RegistrationSettings, entry: RegistrationEntry | None = None
) -> RegistrationForm:
    """Return the form of a player whom the staff enter: email and club too, and nothing is required.

    `entry` is what was entered before: all of it can be changed.
    """
    known = initial_values(entry) if entry else {}
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
    file = CsvFileField()

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
        check_email(text)
    except ValidationError:
        return False
    return True


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
        self.fields["opens_at"] = EventTimeField(label=_("From"), zone=zone)
        self.fields["closes_at"] = EventTimeField(label=_("Until"), zone=zone)
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
            check_characters(line)
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
        label=_("Label"), required=False, max_length=MAX_LABEL_LENGTH, validators=[check_text]
    )
    required = forms.BooleanField(label=_("Required"), required=False)
    choices = forms.CharField(
        label=_("Options, one per line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
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
            check_text(choice)
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


def taken_titles() -> frozenset[str]:
    """Return the lower-case titles that an own field cannot have, in English and the user's language."""
    titles = (*FIRST_TITLES, *LAST_TITLES, *EMAIL_HEADERS)
    return frozenset(title.casefold() for title in (*titles, *map(gettext, titles)))


_NUMBERED_KEY = re.compile(r"f(\d+)")


def next_field_number(event: Event) -> int:
    """Return the number of the first key f1, f2, … that no own field of the event has had."""
    keys = {field.key for field in load_history(event).registration.fields}
    for answers in Registration.objects.filter(event=event).values_list("answers", flat=True):
        keys.update(answers)
    for changes in event.log.filter(action="set_registration").values_list("changes", flat=True):
        for part in changes.get(EVENT, ()):
            keys.update(field["key"] for field in (part or {}).get("registration", {}).get("fields", ()))
    numbers = (match and int(match[1]) for match in map(_NUMBERED_KEY.fullmatch, keys))
    return max(filter(None, numbers), default=0) + 1
