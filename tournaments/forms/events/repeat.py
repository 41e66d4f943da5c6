"""The form that runs an event again."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .event import EventFieldsForm


class RepeatForm(EventFieldsForm):
    """The facts of the new event, and who of the last one's players is in it."""

    players = forms.MultipleChoiceField(
        label=_("Players from last time"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args, players, **kwargs):
        """`players` are (id, name) of the last event's players."""
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = players
