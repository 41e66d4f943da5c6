"""Forms of a phase: name, rounds or finals, cut, carry-over."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import as_int_if_whole
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS
from ...rules.pairing.pools import MAX_POOLS as MOST_POOLS
from ...rules.settings import cut as cut_settings
from ...rules.settings.validators import LARGEST
from .. import fields
from ..drafts.draft import USUAL as USUAL_DRAFT
from ..drafts.draft import DraftForm

NUMBERS = ("top", "percent", "min_points", "losses", "at_least", "at_most")
CUT = (*NUMBERS, "ties", "per")
OWN = ("rounds", "pools", "double", "finals", "best_of", "carry", "meet_again")
TIES = [
    (cut_settings.RANKED, _("The tiebreakers decide")),
    (cut_settings.IN, _("All who are level on points go on")),
    (cut_settings.OUT, _("None who is level on points goes on")),
]
PER = [
    ("", _("From all players together")),
    (cut_settings.POOL, _("From each pool alone")),
    (cut_settings.DIVISION, _("From each division alone")),
]


def count_field(label, least=1, most=LARGEST):
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class CutForm(forms.Form):
    """The cut: all conditions that are filled in apply together."""

    top = count_field(_("The best"))
    percent = forms.FloatField(label=_("The best %"), required=False, min_value=0.01, max_value=100)
    min_points = forms.FloatField(
        label=_("Points at least"), required=False, min_value=-LARGEST, max_value=LARGEST
    )
    losses = count_field(_("Losses at most"), 0, 100)
    at_least = count_field(_("In any case at least"))
    at_most = count_field(_("In no case more than"))
    ties = forms.ChoiceField(label=_("Level on points at the line"), choices=TIES, required=False)
    per = forms.ChoiceField(label=_("Taken"), choices=PER, required=False)

    def clean(self):
        data = super().clean()
        bounds = data.get("at_least"), data.get("at_most")
        if None not in bounds and bounds[0] > bounds[1]:
            self.add_error("at_most", gettext("That is fewer than the least number."))
        if any(data.get(key) for key in ("at_least", "at_most", "per")) and self.takes_all(data):
            self.add_error("top", gettext("Say how many, or with what result."))
        return data

    def takes_all(self, data) -> bool:
        return all(data.get(key) is None for key in NUMBERS[:4]) and not self.errors

    def cut(self) -> dict | None:
        """Return the cut in the event file's format, None if nothing is filled in."""
        data = self.cleaned_data
        cut = {key: as_int_if_whole(data[key]) for key in NUMBERS if data.get(key) is not None}
        if not cut:
            return None
        chosen = {"ties": data["ties"] if data["ties"] != cut_settings.RANKED else "", "per": data["per"]}
        return cut | {key: value for key, value in chosen.items() if value}

    def number_fields(self):
        return [self[key] for key in NUMBERS]


class PhaseForm(DraftForm, CutForm):
    """A phase of one kind; the first one has no cut and no carry-over."""

    name = fields.text_field(_("Name"), required=False)
    rounds = count_field(_("Rounds"), 1, 100)
    pools = count_field(_("Pools"), 1, MOST_POOLS)
    double = forms.BooleanField(label=_("Everybody meets everybody twice"), required=False)
    finals = forms.ChoiceField(label=_("Finals"), choices=[], widget=forms.RadioSelect)
    best_of = forms.TypedChoiceField(
        label=_("A match is"), choices=fields.best_of_choices, coerce=int, empty_value=None, required=False
    )
    carry = forms.BooleanField(label=_("Counts on from the phase before"), required=False)
    meet_again = forms.BooleanField(label=_("Opponents may meet again"), required=False)

    def __init__(self, *args, kind: str, first: bool, rulebook: str, own: dict | None = None, **kwargs):
        """`own` are the phase's settings so far."""
        self.usual, own = rulebooks.rulebook(rulebook), own or {}
        kwargs.setdefault("initial", {}).update(initial_of(own))
        super().__init__(*args, **kwargs)
        self.fields["finals"].choices = fields.finals_choices()[1:]
        for key in unfit(kind, first):
            del self.fields[key]

    def clean(self):
        data = super().clean()
        if "finals" in self.fields and data.get("finals") and data.get("top") and not data.get("per"):
            try:
                finals.table(data["finals"], data["top"])
            except RuleViolation as wrong:
                self.add_error("top", fields.text_without_path(wrong))
        return data

    def settings(self) -> dict:
        """Return the arguments of actions.phases.change_phase; None stands for the rulebook's value."""
        data = self.cleaned_data
        values = {key: data[key] or None for key in ("rounds", "double", "finals", "carry") if key in data}
        values |= {"pools": data["pools"] if (data["pools"] or 1) > 1 else None} if "pools" in data else {}
        values |= (
            {"meet_again": (data["carry"] and data["meet_again"]) or None} if "meet_again" in data else {}
        )
        if "best_of" in data:
            values["best_of"] = data["best_of"] if data["best_of"] != self.usual.best_of else None
        return values | self.overrides() | ({"cut": self.cut()} if "top" in data else {})


def initial_of(own: dict) -> dict:
    """Return the form's initial values for these settings."""
    cut = own.get("cut") or {}
    drafted = {key: own.get(key, usual) for key, usual in USUAL_DRAFT.items()}
    return {key: own.get(key) for key in OWN} | {key: cut.get(key) for key in CUT} | drafted


def unfit(kind: str, first: bool):
    """Yield the fields that a phase of this kind lacks."""
    if kind == BRACKET:
        yield from ("rounds", "pools", "double")
    else:
        yield "finals"
    if kind in DRAWN_KINDS:
        yield from ("pools", "double")
    if kind == PODS:
        yield "best_of"
    if kind != DRAFT_PODS:
        yield from USUAL_DRAFT
    if kind not in DRAWN_KINDS or first:
        yield "meet_again"
    if kind == BRACKET or first:
        yield "carry"
    if first:
        yield from CUT
