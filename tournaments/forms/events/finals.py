"""The form of the finals: their system, a custom table, and how they are played."""

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


SYSTEM = ("finals", "top", "own_name", "own_table")
DEFAULTS = {
    "third_place": False,
    "places": finals_settings.BY_SEED,
    "after_cut": finals_settings.OPPONENTS_BYE,
}
OPTIONS = ("best_of", "minutes", *DEFAULTS)


def choices():
    description = _("Write your own bracket, one match per line.")
    return [
        *fields.finals_choices(),
        (custom.OWN, fields.ChoiceOption(_("Custom bracket"), description)),
    ]


class FinalsSettingsForm(FinalsForm):
    """The finals and how they are played; a custom table is text, one match per line."""

    finals = forms.ChoiceField(label=_("Top cut"), choices=choices, required=False, widget=forms.RadioSelect)
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
    best_of = forms.TypedChoiceField(
        label=_("Match length"), coerce=int, empty_value=None, required=False, choices=fields.best_of_choices
    )
    minutes = fields.minutes_field()
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

    def __init__(self, *args, page, **kwargs):
        """`page` is the FinalsSettings of queries/events/finals_settings.py."""
        now = page.settings
        initial = page.initial | {name: getattr(now, name) for name in OPTIONS}
        initial |= {f"round_{number}": games for number, games in now.best_of_rounds.items()}
        super().__init__(*args, initial=initial, **kwargs)
        self.rulebook, self.rounds = now.rulebook, [number for number, _name in page.rounds]
        games = fields.best_of_choices([now.best_of, *now.best_of_rounds.values()])
        self.fields["best_of"].choices = games
        for number, name in page.rounds:
            self.fields[f"round_{number}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                empty_value=None,
                required=False,
                choices=[("", _("Same as the other matches")), *games[1:]],
            )
        if page.locked:
            for name in SYSTEM:
                del self.fields[name]
        if page.is_pods:
            del self.fields["best_of"]
        if page.third_place_lock:
            fields.lock(self, "third_place", page.third_place_lock)

    def clean(self):
        data = self.cleaned_data
        if data.get("finals") == custom.OWN:
            data["finals"] = self.own_finals(data)
        return super().clean()

    def round_fields(self):
        return [self[f"round_{number}"] for number in self.rounds]

    def overrides(self) -> dict:
        """Return how the finals are played, as settings of their phase; None means the default."""
        data = self.cleaned_data
        usual = DEFAULTS | {name: getattr(self.rulebook, name) for name in ("best_of", "minutes")}
        values = {name: fields.none_if_default(data[name], usual[name]) for name in OPTIONS if name in data}
        games = {str(n): data[f"round_{n}"] for n in self.rounds if data[f"round_{n}"]}
        return values | {"best_of_rounds": games or None}

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
