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
    words = _("You write who meets whom, one match a line.")
    return [*fields.finals_choices(), (custom.OWN, fields.ChoiceOption(_("A table of your own"), words))]


class SetFinalsForm(FinalsForm):
    """The finals; a custom table is text, one match per line."""

    finals = forms.ChoiceField(label=_("Finals"), choices=choices, required=False)
    own_name = fields.text_field(_("Name of your table"), required=False)
    own_table = forms.CharField(
        label=_("Your table, one match a line"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": EXAMPLE, "spellcheck": "false"}),
        help_text=_(
            "The round, the match, its two sides, or up to five of a pod: a seed S4, a winner W:SF1, a loser "
            "L:SF1."
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
            table = {"matches": custom.rows_of(data.get("own_table", "")), **({"name": name} if name else {})}
            custom.system(table)
        except RuleViolation as wrong:
            path = str(wrong.params.get("path", ""))
            self.add_error("own_name" if path.endswith(".name") else "own_table", at_match(path, wrong))
            return None
        return table


def at_match(path: str, wrong: RuleViolation) -> str:
    """Return the violation of a custom table with the number of the match."""
    words = fields.text_without_path(wrong)
    match = re.search(r"matches\[(\d+)\]", path)
    return gettext("Match {n}: {words}").format(n=int(match[1]) + 1, words=words) if match else words


class FinalsOptionsForm(forms.Form):
    """Third place, shared places, replacements, and games by round."""

    third_place = forms.BooleanField(label=_("A match for third place"), required=False)
    places = forms.ChoiceField(
        label=_("Who go out in one round"),
        choices=[
            (finals_settings.BY_SEED, _("are placed by seed")),
            (finals_settings.SHARED, _("share a place")),
        ],
    )
    after_cut = forms.ChoiceField(
        label=_("For who leaves after the cut"),
        choices=[
            (finals_settings.OPPONENTS_BYE, _("nobody plays: the opponent goes on")),
            (finals_settings.NEXT_UP, _("the next in the standings, before a match is played")),
        ],
    )

    def __init__(self, *args, now, rounds, **kwargs):
        """`now` are the phase's settings, `rounds` (number, name) of its finals."""
        initial = {name: getattr(now, name) for name in ("third_place", "places", "after_cut")}
        initial |= {f"round_{number}": games for number, games in now.best_of_rounds.items()}
        super().__init__(*args, initial=initial, **kwargs)
        self.rounds = [number for number, _name in rounds]
        games = [("", _("as the other matches")), *fields.best_of_choices(now.best_of_rounds.values())[1:]]
        for number, name in rounds:
            self.fields[f"round_{number}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                empty_value=None,
                required=False,
                choices=games,
            )

    def round_fields(self):
        return [self[f"round_{number}"] for number in self.rounds]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the default."""
        data = self.cleaned_data
        games = {str(n): data[f"round_{n}"] for n in self.rounds if data[f"round_{n}"]}
        defaults = {"places": finals_settings.BY_SEED, "after_cut": finals_settings.OPPONENTS_BYE}
        values = {name: data[name] if data[name] != value else None for name, value in defaults.items()}
        return values | {"third_place": data["third_place"] or None, "best_of_rounds": games or None}
