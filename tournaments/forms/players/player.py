"""Forms of players."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...rules.history import BYE, DRAW, LOSS
from ...rules.settings.validators import LARGEST
from .. import fields


class AddForm(forms.Form):
    """A pasted list, one player per line."""

    names = forms.CharField(
        label=_("One name a line, or paste a list"),
        help_text=_("A club, a rating and a division may follow, each after a semicolon or a tab."),
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocomplete": "off"}),
        max_length=5_000_000,
        strip=False,
    )


FACTS = ("name", "club", "rating", "seed", "division", "household", "table")
BYES = [
    ("", _("plays")),
    (BYE, _("has a bye")),
    (DRAW, _("has a half-point bye")),
    (LOSS, _("sits out without points")),
]


class PlayerForm(forms.Form):
    """One player's facts, and requested byes of the `rounds` that are not paired yet."""

    name = fields.name_field(_("Name"))
    club = fields.text_field(_("Club"), required=False)
    rating = forms.FloatField(label=_("Rating"), required=False, min_value=0, max_value=LARGEST)
    seed = forms.FloatField(label=_("Seed"), required=False, min_value=0, max_value=LARGEST)
    division = fields.text_field(
        _("Division"), required=False, help_text=_("A cut can take the best of each division.")
    )
    household = fields.text_field(
        _("Household"), required=False, help_text=_("Players of one household can be kept apart.")
    )
    table = forms.IntegerField(
        label=_("Always at table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Blank: anywhere"),
    )

    def __init__(self, *args, byes: dict[int, str], rounds: Iterable[int], **kwargs):
        """`byes` are those that the player has asked for so far, by round."""
        super().__init__(*args, **kwargs)
        self.byes, self.rounds = byes, tuple(rounds)
        for number in self.rounds:
            self.fields[f"bye_{number}"] = forms.ChoiceField(
                label=gettext("Round {n}").format(n=number),
                choices=BYES,
                required=False,
                initial=byes.get(number, ""),
            )

    def bye_fields(self):
        return [self[f"bye_{number}"] for number in self.rounds]

    @property
    def asks(self) -> bool:
        """Whether a rarely used field is filled in or has an error."""
        rare = [self["division"], self["household"], self["table"], *self.bye_fields()]
        return any(field.value() or field.errors for field in rare)

    def facts(self) -> dict:
        data = self.cleaned_data
        requested = {number: data[f"bye_{number}"] for number in self.rounds}
        byes = {number: worth for number, worth in (self.byes | requested).items() if worth}
        return {key: data[key] for key in FACTS} | {"byes": byes}


class PairForm(forms.Form):
    """A requested pairing of two players."""

    APART, WISHED = "apart", "wished"

    a = forms.ChoiceField(label=_("One player"))
    b = forms.ChoiceField(label=_("The other"))
    kind = forms.ChoiceField(
        label=_("What is asked"),
        choices=[
            (APART, fields.ChoiceOption(_("Keep apart"), _("never drawn against each other"))),
            (
                WISHED,
                fields.ChoiceOption(_("Pair up"), _("drawn against each other once, as soon as both play")),
            ),
        ],
        initial=APART,
    )

    def __init__(self, *args, players=(), **kwargs):
        super().__init__(*args, **kwargs)
        for name in "ab":
            self.fields[name].choices = [("", _("Choose a player")), *players]


class MergeForm(forms.Form):
    """Two entries of one person: the one to keep, the one to remove."""

    keep = forms.ChoiceField(label=_("Stays"))
    gone = forms.ChoiceField(label=_("Goes"))

    def __init__(self, *args, players=(), **kwargs):
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.choices = [("", _("Choose a player")), *players]
