"""Forms of people."""

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..web.forms import name_field
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
