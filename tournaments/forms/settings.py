"""What may be typed in about how a phase is played and ranked."""

from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules import settings as rules
from . import fields

PAIRINGS = ("first_round_pairing", "pairing", "last_round_pairing")


def points_field(label):
    return forms.FloatField(label=label, min_value=-1000, max_value=100_000, required=False)


class PlayForm(forms.Form):
    """Rounds, games, points, pairing and the floor; what equals the rulebook's is not kept."""

    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("A match is"), coerce=int, empty_value=None, required=False, choices=fields.best_of_choices
    )
    win = points_field(_("Win"))
    draw = points_field(_("Draw"))
    loss = points_field(_("Loss"))
    bye = points_field(_("Bye"))
    first_round_pairing = forms.ChoiceField(label=_("First round"), choices=fields.pairing_choices)
    pairing = forms.ChoiceField(label=_("Rounds between"), choices=fields.pairing_choices)
    last_round_pairing = forms.ChoiceField(label=_("Last round"), choices=fields.pairing_choices)
    floor = forms.CharField(label=_("Percentages count at least"), max_length=20, required=False)

    def __init__(self, *args, now: rules.Settings, own: dict, **named):
        """`now` are the phase's settings, `own` what it has in place of the rulebook's."""
        self.now, self.own = now, own
        named.setdefault("initial", initial_of(now, own))
        super().__init__(*args, **named)
        self.fields["best_of"].choices = fields.best_of_choices([now.best_of])
        if self.by_games:
            for key in rules.OUTCOMES:
                del self.fields[key]

    @property
    def by_games(self) -> bool:
        """Whether the points are a table by games, which only an event file can change."""
        return any(key not in rules.OUTCOMES for key in self.now.points)

    def clean_floor(self):
        typed = self.cleaned_data["floor"].replace(" ", "").replace(",", ".")
        if not typed:
            return None
        try:
            share = Fraction(typed) if len(typed) < 12 and "e" not in typed.lower() else None
        except (ValueError, ZeroDivisionError):
            share = None
        if share is None or not 0 <= share <= 1:
            raise ValidationError(gettext("Type a share from 0 to 1, such as 0.33 or 1/3."))
        return typed if "/" in typed else float(typed)

    def overrides(self) -> dict:
        """What actions.events.change_settings takes: None where the rulebook's own will do."""
        said, rulebook = self.cleaned_data, self.now.rulebook
        kept = {"rounds": said["rounds"]}
        kept["best_of"] = said["best_of"] if said["best_of"] != rulebook.best_of else None
        kept |= {key: said[key] if said[key] != rules.RANDOM else None for key in PAIRINGS}
        if not self.by_games:
            points = {key: whole(said[key]) for key in rules.OUTCOMES if said[key] is not None}
            differ = {key: worth for key, worth in points.items() if worth != rulebook.points[key]}
            kept["points"] = differ or None
        switches = {key: value for key, value in self.own.get("percentages", {}).items() if key != "floor"}
        if said["floor"] not in (None, rulebook.percentages.floor):
            switches["floor"] = said["floor"]
        return kept | {"percentages": switches or None}


def initial_of(now: rules.Settings, own: dict) -> dict:
    floor = own.get("percentages", {}).get("floor", now.percentages.floor)
    return {
        "rounds": now.rounds,
        "best_of": now.best_of,
        **{key: f"{now.points[key]:g}" for key in rules.OUTCOMES},
        **{key: getattr(now, key) for key in PAIRINGS},
        "floor": floor if isinstance(floor, str) else f"{floor:g}",
    }


def whole(number: float):
    return int(number) if float(number).is_integer() else number
