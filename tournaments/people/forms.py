"""Forms of people."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import Person
from ..models.person import MAX_IDENTIFIER_LENGTH
from ..rules.people.names import first_name_and_initial
from ..web.forms import check_text, check_visible, email_field, name_field, text_field
from .actions.public_names import pseudonym_of
from .pages.club_people import PersonEvent


class PersonForm(forms.Form):
    """What the staff know about a person."""

    name = name_field(_("Name"))
    public_name = name_field(_("Public name"))
    birth_year = forms.IntegerField(label=_("Year of birth"), required=False, min_value=1900)
    is_minor = forms.BooleanField(label=_("Under age"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["public_name"].help_text = _("On every public page, in past events too.")
        self.fields["birth_year"].help_text = _("For divisions. Only organisers see it.")
        self.fields["birth_year"].validators.append(MaxValueValidator(timezone.now().year))


class AddressForm(forms.Form):
    """An email address that a link is sent to."""

    email = email_field(_("Email address"))


class OwnNameForm(forms.Form):
    """The name on public pages: as at the desk, first name and initial, a pseudonym, or another one."""

    SAME, SHORT, PSEUDONYM, OTHER = "same", "short", "pseudonym", "other"

    kind = forms.ChoiceField(label=_("Public name"))
    other = text_field(_("Another name"), required=False)

    def __init__(self, *args, person: Person, **kwargs):
        short = first_name_and_initial(person.name)
        self.names = {self.SAME: person.name}
        # A single name has no initial.
        self.names |= {self.SHORT: short} if short != person.name else {}
        self.names[self.PSEUDONYM] = pseudonym_of(person)
        kind = next((kind for kind, name in self.names.items() if name == person.public_name), self.OTHER)
        initial = {"kind": kind, "other": person.public_name if kind == self.OTHER else ""}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["kind"].choices = [*self.names.items(), (self.OTHER, _("Another name"))]

    def clean(self):
        data = super().clean()
        if data.get("kind") == self.OTHER and "other" in data:
            try:
                check_visible(data["other"])
            except ValidationError:
                self.add_error("other", gettext("Enter a name."))
        return data

    @property
    def public_name(self) -> str:
        data = self.cleaned_data
        return data["other"] if data["kind"] == self.OTHER else self.names[data["kind"]]


class IdentifierForm(forms.Form):
    """An identifier of a person with one of the publishers that the club's events know."""

    publisher = forms.ChoiceField(label=_("Game or rating"))
    value = forms.CharField(
        label=_("Player ID"),
        required=False,
        max_length=MAX_IDENTIFIER_LENGTH,
        validators=[check_text],
        help_text=_("Leave it empty to delete the one that is stored."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args, publishers: list[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["publisher"].choices = [(one, one.capitalize()) for one in publishers]


class SplitForm(forms.Form):
    """The events of a person that are somebody else's, and the name of that one."""

    name = name_field(_("Name of the other person"))
    players = forms.TypedMultipleChoiceField(
        label=_("Events of the other person"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args, events: list[PersonEvent], **kwargs):
        """`events` are those to choose from."""
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = [
            (row.player.pk, ", ".join(filter(None, (row.event.name, row.date, row.player.name))))
            for row in events
        ]
