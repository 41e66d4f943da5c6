"""How the percentages of the standings are calculated: floors, caps, byes, rematches, soft scores."""

from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.help.rulebook_options import LABELS, VALUES
from ...rules.errors import RuleViolation
from ...rules.settings import percentages, validators
from ...rules.settings.percentages import EACH, ONCE
from ...rules.settings.points import VP_TABLES
from ...rules.settings.settings import Settings
from .. import fields

YES, NO, RULEBOOK, OWN = "yes", "no", "", "own"
FLAG = [(YES, _(VALUES[True])), (NO, _(VALUES[False]))]
FROM_TEXT = {YES: True, NO: False, "0": 0}
# Fields of the phase's settings; the others belong to its percentages.
OF_SETTINGS = ("soft_in_tp", "dummy_capped")


class ShareField(forms.CharField):
    """A share from 0 to 1, as a number or a fraction such as 1/3, stored as typed."""

    def __init__(self, **kwargs):
        super().__init__(max_length=20, **kwargs)

    def clean(self, value):
        typed = super().clean(value).replace(" ", "").replace(",", ".")
        try:
            share = validators.share(typed if "/" in typed else float(typed), "")
        except (ValueError, RuleViolation):
            raise ValidationError(gettext("Type a share from 0 to 1, such as 0.33 or 1/3.")) from None
        return typed if "/" in typed else share


def share_text(share: float) -> str:
    """Return the shortest text of exactly this number: “0.33”, “1/3”."""
    fraction = Fraction(share).limit_denominator(1000)
    return next(
        (text for text in (f"{share:g}", str(fraction)) if float(Fraction(text)) == share), repr(share)
    )


class CountingForm(forms.Form):
    """Settings in which publishers differ; values equal to the rulebook's are not stored."""

    prefix = "count"
    use_required_attribute = False

    floor = ShareField()
    cap = ShareField()
    cap_dropped = ShareField()
    own_gw_floored = forms.ChoiceField(choices=FLAG)
    bye_in_own_mw = forms.ChoiceField(choices=FLAG)
    bye_games = forms.IntegerField(min_value=0, max_value=100)
    bye_in_matches = forms.ChoiceField(choices=FLAG)
    bye_opponents = forms.IntegerField(min_value=0, max_value=10)
    bye_opponent_rate = ShareField()
    count_rematches = forms.ChoiceField(choices=[(key, _(VALUES[key])) for key in (EACH, ONCE)])
    no_opponent = forms.ChoiceField(choices=[("0", "0"), ("floor", _(VALUES["floor"]))])
    frozen_after_drop = forms.ChoiceField(choices=FLAG)
    soft_in_tp = forms.ChoiceField(choices=FLAG)
    dummy_capped = forms.ChoiceField(choices=FLAG)
    vp_table = forms.ChoiceField(required=False)

    def __init__(self, data=None, *, now: Settings, own: dict):
        """`now` are the phase's settings, `own` what it has in place of the rulebook's."""
        self.rulebook, self.own = now.rulebook, own
        self.start = start_of(now, own)
        names = {f"{self.prefix}-{name}": text for name, text in self.start.items()}
        super().__init__({name: data.get(name, text) for name, text in names.items()} if data else names)
        self.fields["vp_table"].choices = vp_choices(own)
        for name, field in self.fields.items():
            field.label = _(LABELS[name])

    def typed(self) -> dict:
        """Return what differs from the current settings, for an address."""
        return {
            self.add_prefix(name): self[name].value()
            for name, text in self.start.items()
            if self[name].value() != text
        }

    def clean(self):
        data = super().clean()
        if self.errors:
            return data
        try:
            percentages.changed_percentages(self.rulebook.percentages, self.switches(), "")
        except RuleViolation as violation:
            self.add_error(violation.params["path"].rpartition(".")[2], fields.text_without_path(violation))
        return data

    def switches(self) -> dict:
        """Return the percentages that differ from the rulebook's, as in an event file."""
        switches = {}
        for name, check in percentages.CHECKS.items():
            value = FROM_TEXT.get(self.cleaned_data[name], self.cleaned_data[name])
            if check(value, name) != getattr(self.rulebook.percentages, name):
                switches[name] = value
        return switches

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the rulebook's value."""
        data = self.cleaned_data
        values = {name: data[name] == YES or None for name in OF_SETTINGS}
        table = self.own.get("vp_table") if data["vp_table"] == OWN else data["vp_table"]
        values["vp_table"] = None if table in (RULEBOOK, self.rulebook.vp_table) else table
        return values | {"percentages": self.switches() or None}


def start_of(now: Settings, own: dict) -> dict:
    """Return the settings as the form's texts."""
    switches = {name: getattr(now.percentages, name) for name in percentages.CHECKS}
    switches |= {name: getattr(now, name) for name in OF_SETTINGS}
    typed = {name: to_text(value) for name, value in switches.items()}
    typed |= {name: value for name, value in own.get("percentages", {}).items() if isinstance(value, str)}
    table = own.get("vp_table", RULEBOOK)
    return typed | {"vp_table": table if isinstance(table, str) else OWN}


def to_text(value) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return share_text(value) if isinstance(value, float) else str(value)


def vp_choices(own: dict):
    choices = [(RULEBOOK, _("Rulebook default")), *((key, key) for key in VP_TABLES)]
    return [*choices, (OWN, _("From the event file"))] if isinstance(own.get("vp_table"), list) else choices
