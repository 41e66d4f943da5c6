"""What may be typed in about the finals of an event: a table of one's own, and how they are played."""

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
    return [*fields.finals_choices(), (custom.OWN, fields.Option(_("A table of your own"), words))]


class SetFinalsForm(FinalsForm):
    """Which finals follow; an own table is text, one match a line."""

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
        said = self.cleaned_data
        if said.get("finals") == custom.OWN:
            said["finals"] = self.own_finals(said)
        return super().clean()

    def own_finals(self, said) -> dict | None:
        """The table that was typed, in the event file's words; None where it will not do."""
        name = said.get("own_name", "").strip()
        try:
            table = {"matches": custom.rows_of(said.get("own_table", "")), **({"name": name} if name else {})}
            custom.system(table)
        except RuleViolation as wrong:
            path = str(wrong.params.get("path", ""))
            self.add_error("own_name" if path.endswith(".name") else "own_table", at_match(path, wrong))
            return None
        return table


def at_match(path: str, wrong: RuleViolation) -> str:
    """A refusal of an own table, with the number of the match that its path names."""
    words = fields.said_in_place(wrong)
    found = re.search(r"matches\[(\d+)\]", path)
    return gettext("Match {n}: {words}").format(n=int(found[1]) + 1, words=words) if found else words


class FinalsOptionsForm(forms.Form):
    """Third place, places, who plays for who leaves, and games by round."""

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

    def __init__(self, *args, now, rounds, **named):
        """`now` are the phase's settings, `rounds` (number, name) of its finals."""
        initial = {name: getattr(now, name) for name in ("third_place", "places", "after_cut")}
        initial |= {f"round_{number}": games for number, games in now.best_of_rounds.items()}
        super().__init__(*args, initial=initial, **named)
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
        """What actions.events.change_settings takes: None where it is as usual."""
        said = self.cleaned_data
        games = {str(n): said[f"round_{n}"] for n in self.rounds if said[f"round_{n}"]}
        usual = {"places": finals_settings.BY_SEED, "after_cut": finals_settings.OPPONENTS_BYE}
        kept = {name: said[name] if said[name] != value else None for name, value in usual.items()}
        return kept | {"third_place": said["third_place"] or None, "best_of_rounds": games or None}
