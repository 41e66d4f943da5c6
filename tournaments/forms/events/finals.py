"""Forms of the finals: a custom table, and their options."""

import re

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...rules.errors import RuleViolation
from ...rules.finals.systems import custom
from ...rules.settings import finals as finals_settings
from .. import fields
from .event import FinalsForm

EXAMPLE = "1 SF1 S1 S4\n1 SF2 S2 S3\n2 F W:SF1 W:SF2"


def choices():
    description = _("Write your own bracket, one match per line.")
    return [
        *fields.finals_choices(),
        (custom.OWN, fields.ChoiceOption(_("Custom bracket"), description)),
    ]


class SetFinalsForm(FinalsForm):
    """The finals; a custom table is text, one match per line."""

    finals = forms.ChoiceField(label=_("Top cut"), choices=choices, required=False)
    own_name = fields.text_field(_("Name of your bracket"), required=False)
    own_table = forms.CharField(
        label=_("Your bracket, one match per line"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": EXAMPLE, "spellcheck": "false"}),
        help_text=_(
            "Each line has the round, the match name and its players (two, or up to five in a pod): a seed "
            "(S4), a winner (W:SF1) or a loser (L:SF1)."
        ),
    )

    def clean(self):
        data = self.cleaned_data
        if data.get("finals") == custom.OWN:
            data["finals"] = self.own_finals(data)
        return super().clean()

    def own_finals(self, data) -> dict | None:
        """Return the custom table in the event file's format, None if it is invalid."""
        name = data.get("own_name", "").strip()
        try:
            table = {
                "matches": custom.parse_typed_rows(data.get("own_table", "")),
                **({"name": name} if name else {}),
            }
            custom.parse_system(table)
        except RuleViolation as violation:
            path = str(violation.params.get("path", ""))
            field = "own_name" if path.endswith(".name") else "own_table"
            self.add_error(field, match_error(path, violation))
            return None
        return table


def match_error(path: str, violation: RuleViolation) -> str:
    """Return the violation of a custom table with the number of the match."""
    text = fields.text_without_path(violation)
    match = re.search(r"matches\[(\d+)\]", path)
    return gettext("Match {n}: {words}").format(n=int(match[1]) + 1, words=text) if match else text


class FinalsOptionsForm(forms.Form):
    """Third place, shared places, replacements, and games by round."""

    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    places = forms.ChoiceField(
        label=_("Players eliminated in the same round"),
        choices=[
            (finals_settings.BY_SEED, _("rank by seed")),
            (finals_settings.SHARED, _("share a place")),
        ],
    )
    after_cut = forms.ChoiceField(
        label=_("If a player drops after the cut"),
        choices=[
            (finals_settings.OPPONENTS_BYE, _("opponent advances")),
            (
                finals_settings.NEXT_UP,
                _("next player in the standings plays, until the first match is played"),
            ),
        ],
    )

    def __init__(self, *args, settings, rounds, **kwargs):
        """`settings` are those of the phase, `rounds` (number, name) of its finals."""
        initial = {name: getattr(settings, name) for name in ("third_place", "places", "after_cut")}
        initial |= {f"round_{number}": games for number, games in settings.best_of_rounds.items()}
        super().__init__(*args, initial=initial, **kwargs)
        self.rounds = [number for number, _name in rounds]
        games = [
            ("", _("Same as the other matches")),
            *fields.best_of_choices(settings.best_of_rounds.values())[1:],
        ]
        for number, name in rounds:
            self.fields[f"round_{number}"] = forms.TypedChoiceField(
                label=name, coerce=int, empty_value=None, required=False, choices=games
            )

    def round_fields(self):
        return [self[f"round_{number}"] for number in self.rounds]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None means the default."""
        data = self.cleaned_data
        games = {str(n): data[f"round_{n}"] for n in self.rounds if data[f"round_{n}"]}
        defaults = {"places": finals_settings.BY_SEED, "after_cut": finals_settings.OPPONENTS_BYE}
        values = {name: data[name] if data[name] != value else None for name, value in defaults.items()}
        return values | {"third_place": data["third_place"] or None, "best_of_rounds": games or None}
