"""What an administrator may edit in a row; what the rules refuse is said beside the fields."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..actions import admin_rows
from ..queries.wording.formats import in_words
from ..rules import event_file
from ..rules.errors import RuleViolation
from . import fields


class AmendForm(forms.ModelForm):
    """Tries the action before anything is stored; `by` says who asks."""

    by = None

    def _post_clean(self):
        super()._post_clean()
        if self.errors:
            return
        try:
            admin_rows.try_amend(self.instance, self.by)
        except RuleViolation as violation:
            self.add_error(None, in_words(violation))


class PlayerForm(AmendForm):
    """A player's facts."""

    def clean_byes(self):
        try:
            return event_file.read_byes(self.cleaned_data["byes"] or {})
        except RuleViolation as violation:
            raise ValidationError(in_words(violation)) from None


class EventForm(AmendForm):
    """An event's facts, with the rulebooks and time zones that there are."""

    rulebook = forms.ChoiceField(label=_("rulebook"), choices=fields.rulebook_choices)
    timezone = forms.ChoiceField(label=_("time zone"), choices=fields.time_zone_choices)
