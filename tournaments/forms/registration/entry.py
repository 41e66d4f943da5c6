"""The form that players register with: their name and what the event asks."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...models.registration import MAX_ANSWER_LENGTH
from ...rules.history.registration import REQUIRED, RegistrationField, RegistrationSettings
from ...rules.registration.entries import PLAYER_ID, RegistrationEntry
from .. import fields

# The labels of the fields that an event asks for or not, in their order on the page.
LABELS = {
    "email": _("Email address"),
    "club": _("Club"),
    "player_id": _("Player ID"),
    "division": _("Division"),
}
AUTOCOMPLETE = {"name": "name", "club": "organization"}
# Bots fill in every field; players do not see this one.
TRAP = "homepage"


class RegistrationForm(forms.Form):
    """The entry of a player; `is_trapped` says whether a bot filled in the hidden field."""

    name = fields.name_field(_("Name"))
    homepage = forms.CharField(label=_("Leave this empty"), required=False, max_length=2000)
    # Set when there are no more places, for the desk.
    can_exceed = False

    def __init__(
        self, *args, settings: RegistrationSettings, entry: RegistrationEntry | None = None, **kwargs
    ):
        """`entry` is what the player entered before."""
        self.settings, self.entry_before = settings, entry or RegistrationEntry("")
        super().__init__(*args, initial=initial_values(self.entry_before), **kwargs)
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
        return [self[name] for name in self.fields if name != TRAP]

    @property
    def is_trapped(self) -> bool:
        return bool(self.data.get(TRAP))

    def entry(self) -> RegistrationEntry:
        """Return the entry; what the event does not ask stays as it was."""
        data, before = self.cleaned_data, self.entry_before
        answers = {field.key: data[html_name(field)] for field in self.settings.fields}
        answers[PLAYER_ID] = data.get(PLAYER_ID, before.answers.get(PLAYER_ID, ""))
        return RegistrationEntry(
            name=data["name"],
            club=data.get("club", before.club),
            division=data.get("division", before.division),
            email=data.get("email", before.email),
            answers={key: answer for key, answer in answers.items() if answer},
        )


def initial_values(entry: RegistrationEntry) -> dict:
    own = {f"field_{key}": answer for key, answer in entry.answers.items()}
    shared = {"name": entry.name, "club": entry.club, "division": entry.division, "email": entry.email}
    return own | shared | {PLAYER_ID: entry.answers.get(PLAYER_ID, "")}


def html_name(field: RegistrationField) -> str:
    """Return the name of the form's field, which no other field has."""
    return f"field_{field.key}"


def field_of(name: str, label: str, *, is_required: bool) -> forms.Field:
    label = label_text(label, is_required)
    if name == "email":
        return fields.email_field(label, required=is_required)
    return fields.text_field(label, required=is_required)


def own_field(field: RegistrationField) -> forms.Field:
    """Return a field that the organiser added: text, or one of its choices."""
    label = label_text(field.label, field.required)
    if field.choices:
        choices = [("", gettext("Choose")), *((choice, choice) for choice in field.choices)]
        return forms.ChoiceField(label=label, choices=choices, required=field.required)
    return forms.CharField(
        label=label, max_length=MAX_ANSWER_LENGTH, required=field.required, validators=[fields.check_text]
    )


def label_text(label: str, is_required: bool) -> str:
    return str(label) if is_required else gettext("{label} (optional)").format(label=label)


class LostLinkForm(forms.Form):
    """The email address that a personal link is sent to."""

    email = fields.email_field(_("Email address"))
