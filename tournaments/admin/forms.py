"""Forms of rows in the admin; violations are shown at the fields."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..rules import event_file
from ..rules.errors import RuleViolation
from ..web.forms import rulebook_choices, time_zone_choices
from ..web.wording import message_text
from .rows import try_amend


class AmendForm(forms.ModelForm):
    """Tries the action before anything is stored, in the name of `actor`."""

    actor = None

    def _post_clean(self):
        super()._post_clean()
        if self.errors:
            return
        try:
            try_amend(self.instance, self.actor)
        except RuleViolation as violation:
            self.add_error(None, message_text(violation))


class PlayerRowForm(AmendForm):
    """A player's facts."""

    def clean_byes(self):
        try:
            return event_file.read_byes(self.cleaned_data["byes"] or {})
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from None


class EventRowForm(AmendForm):
    """An event's facts, with choices of rulebooks and time zones."""

    rulebook = forms.ChoiceField(label=_("rulebook"), choices=rulebook_choices)
    timezone = forms.ChoiceField(label=_("time zone"), choices=time_zone_choices)
