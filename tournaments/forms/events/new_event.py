"""The form of a new event."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ...queries.events import event_plan, presets
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history import EventHistory, PlayerRecord
from ...rules.players import roster_parser, roster_table
from .. import fields
from ..players.add import MAX_LIST_LENGTH
from .event import VISIBILITIES, EventFieldsForm


class NewEventForm(EventFieldsForm):
    """A new event: a preset and its players; every other choice replaces what the preset says."""

    preset = forms.ChoiceField(
        label=_("Kind of event"),
        choices=lambda: [
            (key, fields.ChoiceOption(preset.name, preset.summary)) for key, preset in presets.PRESETS.items()
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    names = forms.CharField(
        label=_("Players"),
        help_text=_("One name per line. You can also add players later."),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MAX_LIST_LENGTH,
        required=False,
    )
    rulebook = forms.ChoiceField(
        label=_("Rulebook"),
        choices=lambda: [fields.AS_PRESET, *fields.rulebook_choices()],
        widget=forms.RadioSelect,
        required=False,
    )
    kind = forms.ChoiceField(
        label=_("Format"),
        choices=lambda: [fields.AS_PRESET, *fields.kind_choices()],
        widget=forms.RadioSelect,
        required=False,
    )
    players = forms.IntegerField(label=_("Players expected"), required=False, min_value=2, max_value=20_000)
    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("Match length"), choices=fields.best_of_choices, coerce=int, empty_value=None, required=False
    )
    minutes = forms.IntegerField(label=_("Minutes per round"), required=False, min_value=0, max_value=1440)
    finals = forms.ChoiceField(
        label=_("Top cut"),
        choices=lambda: [fields.AS_PRESET, *fields.finals_choices(presets.NO_CUT)],
        widget=forms.RadioSelect,
        required=False,
    )
    top = forms.IntegerField(label=_("Players in the cut"), required=False, min_value=2, max_value=10_000)
    visibility = forms.ChoiceField(label=_("Who can see it"), choices=VISIBILITIES, required=False)

    table = None

    def clean_names(self):
        """Return the players of the pasted list; none yet of a table, whose columns have to be confirmed."""
        text, lines = self.cleaned_data["names"], ()
        try:
            self.table = roster_table.read_table(text)
            if text.strip() and not self.table:
                lines = roster_parser.parse_roster(text)
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from None
        return tuple(
            PlayerRecord(f"p{n}", line.name, line.club, line.rating, line.seed, division=line.division)
            for n, line in enumerate(lines, 1)
        )

    def clean(self):
        data = super().clean()
        if not self.errors:
            for field, error in event_plan.contradictions(event_plan.plan_of(data)).items():
                self.add_error(field, error)
        return data

    def history(self) -> EventHistory:
        """Return the event with its phases and players."""
        data = self.cleaned_data
        plan = event_plan.plan_of(data)
        return EventHistory(
            rulebook=plan.rulebook.key,
            phases=plan.phases(),
            players=data["names"],
            visibility=data["visibility"] or VISIBILITIES[0][0],
            **self.values(),
        )
