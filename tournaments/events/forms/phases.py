"""Forms of a phase: name, rounds or finals, cut, carry-over."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import as_int_if_whole
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS
from ...rules.pairing.pools import MAX_POOLS
from ...rules.settings import cut as cut_settings
from ...rules.settings.validators import MAX_VALUE
from .. import fields
from ..drafts.draft import USUAL as DRAFT_DEFAULTS
from ..drafts.draft import DraftForm

NUMBERS = ("top", "percent", "min_points", "losses", "at_least", "at_most")
CUT = (*NUMBERS, "ties", "per")
OWN = ("rounds", "pools", "double", "finals", "best_of", "carry", "meet_again")
TIES = [
    (cut_settings.RANKED, _("Broken by tiebreakers")),
    (cut_settings.IN, _("All tied players advance")),
    (cut_settings.OUT, _("No tied players advance")),
]
PER = [
    ("", _("All players together")),
    (cut_settings.POOL, _("Each pool separately")),
    (cut_settings.DIVISION, _("Each division separately")),
]


def count_field(label, least=1, most=MAX_VALUE):
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class CutForm(forms.Form):
    """The cut: all conditions that are filled in apply together."""

    top = count_field(_("Top players"))
    percent = forms.FloatField(label=_("Top %"), required=False, min_value=0.01, max_value=100)
    min_points = forms.FloatField(
        label=_("Minimum points"), required=False, min_value=-MAX_VALUE, max_value=MAX_VALUE
    )
    losses = count_field(_("Maximum losses"), 0, 100)
    at_least = count_field(_("At least"))
    at_most = count_field(_("At most"))
    ties = forms.ChoiceField(label=_("Ties at the cut line"), choices=TIES, required=False)
    per = forms.ChoiceField(label=_("Selected from"), choices=PER, required=False)

    def clean(self):
        data = super().clean()
        at_least, at_most = data.get("at_least"), data.get("at_most")
        if at_least is not None and at_most is not None and at_least > at_most:
            self.add_error("at_most", gettext("“At most” must not be smaller than “At least”."))
        has_limit = any(data.get(key) is not None for key in NUMBERS[:4])
        if any(data.get(key) for key in ("at_least", "at_most", "per")) and not (has_limit or self.errors):
            self.add_error("top", gettext("Enter how many players advance, or which result they need."))
        return data

    def cut(self) -> dict | None:
        """Return the cut in the event file's format, None if nothing is filled in."""
        data = self.cleaned_data
        cut = {key: as_int_if_whole(data[key]) for key in NUMBERS if data.get(key) is not None}
        if not cut:
            return None
        options = {"ties": data["ties"] if data["ties"] != cut_settings.RANKED else "", "per": data["per"]}
        return cut | {key: value for key, value in options.items() if value}

    def number_fields(self):
        return [self[key] for key in NUMBERS]


class PhaseForm(DraftForm, CutForm):
    """A phase of one kind; the first one has no cut and no carry-over."""

    name = fields.text_field(_("Name"), required=False)
    rounds = count_field(_("Rounds"), 1, 100)
    pools = count_field(_("Pools"), 1, MAX_POOLS)
    double = forms.BooleanField(label=_("Everyone plays everyone twice"), required=False)
    finals = forms.ChoiceField(label=_("Top cut"), choices=[], widget=forms.RadioSelect)
    best_of = forms.TypedChoiceField(
        label=_("Match length"), choices=fields.best_of_choices, coerce=int, empty_value=None, required=False
    )
    carry = forms.BooleanField(label=_("Carry over from the previous phase"), required=False)
    meet_again = forms.BooleanField(label=_("Allow rematches"), required=False)

    def __init__(self, *args, kind: str, first: bool, rulebook: str, settings: dict | None = None, **kwargs):
        """`settings` are the phase's own so far."""
        self.rulebook = rulebooks.rulebook(rulebook)
        kwargs.setdefault("initial", {}).update(initial_of(settings or {}))
        super().__init__(*args, **kwargs)
        self.fields["finals"].choices = fields.finals_choices()[1:]
        for key in missing_fields(kind, first):
            del self.fields[key]

    def clean(self):
        data = super().clean()
        if "finals" in self.fields and data.get("finals") and data.get("top") and not data.get("per"):
            try:
                finals.build_table(data["finals"], data["top"])
            except RuleViolation as violation:
                self.add_error("top", fields.text_without_path(violation))
        return data

    def settings(self) -> dict:
        """Return the arguments of actions.events.phases.change_phase; None means the rulebook's value."""
        data = self.cleaned_data
        values = {key: data[key] or None for key in ("rounds", "double", "finals", "carry") if key in data}
        if "pools" in data:
            values["pools"] = data["pools"] if (data["pools"] or 1) > 1 else None
        if "meet_again" in data:
            values["meet_again"] = (data["carry"] and data["meet_again"]) or None
        if "best_of" in data:
            values["best_of"] = data["best_of"] if data["best_of"] != self.rulebook.best_of else None
        if "top" in data:
            values["cut"] = self.cut()
        return values | self.overrides()


def initial_of(settings: dict) -> dict:
    """Return the form's initial values for these settings."""
    cut = settings.get("cut") or {}
    draft = {key: settings.get(key, default) for key, default in DRAFT_DEFAULTS.items()}
    return {key: settings.get(key) for key in OWN} | {key: cut.get(key) for key in CUT} | draft


def missing_fields(kind: str, first: bool):
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
        yield from DRAFT_DEFAULTS
    if kind not in DRAWN_KINDS or first:
        yield "meet_again"
    if kind == BRACKET or first:
        yield "carry"
    if first:
        yield from CUT
