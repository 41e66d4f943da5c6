"""Forms that several features use: results, cuts and finals."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules import finals
from ..rules.errors import RuleViolation
from ..rules.history import LOSS, POD_SEATS
from ..rules.results.notation import ENDS, format_ends, format_places
from ..rules.rounds.phases import uses_pods
from ..rules.settings.fields import DIVISION, IN, MAX_VALUE, OUT, POOL, RANKED, as_int_if_whole
from .forms import finals_choices
from .wording import message_text

MAX_NUMBER = 100_000


class ReportForm(forms.Form):
    """A table's result: as notation (`result_text`), as separate numbers, or by seat."""

    phase = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    round = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    table = forms.IntegerField(
        min_value=1,
        max_value=MAX_NUMBER,
        error_messages={"required": _("Enter a table number."), "invalid": _("Enter a table number.")},
    )
    first = forms.CharField(required=False, max_length=12)
    second = forms.CharField(required=False, max_length=12)
    drawn_games = forms.CharField(required=False, max_length=12)
    result_text = forms.CharField(required=False, max_length=60)
    confirmed_result = forms.CharField(required=False, max_length=60)

    def clean(self):
        data = super().clean()
        if not data.get("result_text"):
            data["result_text"] = self.compose_result(data)
        return data

    @property
    def places(self) -> list[str]:
        """The typed place of each seat; empty without places."""
        return [place[:12].strip() for place in self.data.getlist("place")]

    @property
    def outcomes(self) -> list[str]:
        """The chosen outcome of each seat; empty without any."""
        chosen = (self.data.get(f"end{seat}", "") for seat in range(1, max(POD_SEATS) + 1))
        return [outcome for outcome in chosen if outcome in ENDS]

    def compose_result(self, data) -> str:
        """Return the notation of separately typed or chosen fields."""
        if self.places:
            if not all(self.places):
                raise ValidationError(
                    gettext("Enter a place for each seat. Players with the same place draw.")
                )
            return format_places(self.places)
        if self.outcomes:
            return self.compose_outcomes()
        figures = [data.get("first", ""), data.get("second", "")]
        if not all(figures):
            raise ValidationError(gettext("Enter both players’ scores, such as 2 and 1."))
        return "-".join(filter(None, [*figures, data.get("drawn_games")]))

    def compose_outcomes(self):
        if set(self.outcomes) == {LOSS}:
            raise ValidationError(
                gettext("Choose who won or drew. If everyone loses, use the “Everyone loses” button.")
            )
        try:
            return format_ends(self.outcomes)
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from violation


MAX_ROUNDS = 9_999


class PlayerReportForm(ReportForm):
    """A report: phase, round, players (`seat`, in seat order) and a result as in ReportForm.

    `drop` is the checkbox, `drops` tells that the form had one.
    """

    phase = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    round = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    drop = forms.BooleanField(required=False)
    drops = forms.BooleanField(required=False)

    def add_prefix(self, field_name):
        # Phones may still hold reports of release 1.1, which called the result `said`.
        is_old = field_name == "result_text" and field_name not in self.data
        return "said" if is_old else field_name

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the ids of the players in seat order."""
        return tuple(seat[:200] for seat in self.data.getlist("seat"))

    @property
    def wants_to_drop(self) -> bool | None:
        """Return whether the player drops; None if the form did not ask."""
        return self.cleaned_data["drop"] if self.cleaned_data["drops"] else None

    def compose_result(self, data) -> str:
        if not self.places and "first" not in self.data:
            raise ValidationError(gettext("Choose a result first."))
        return super().compose_result(data)


class FinalsForm(forms.Form):
    """The finals and the number of players in them; `pods` leaves only finals of pods."""

    finals = forms.ChoiceField(label=_("Top cut"), choices=finals_choices, required=False)
    top = forms.IntegerField(label=_("Players in the cut"), required=False, min_value=2, max_value=10_000)

    def __init__(self, *args, pods=False, **kwargs):
        super().__init__(*args, **kwargs)
        if pods:
            choices = self.fields["finals"].choices
            self.fields["finals"].choices = [pair for pair in choices if pair[0] and uses_pods(pair[0])]

    def clean(self):
        data = super().clean()
        key = data.get("finals")
        if not key or "top" in self.errors:
            return data
        sizes = finals.check_finals(key).sizes
        # An unchanged number means the system's own.
        if len(sizes) == 1 and not (data.get("top") and "top" in self.changed_data):
            data["top"] = sizes[0]
        if not data.get("top"):
            self.add_error("top", gettext("Enter how many players make the cut."))
            return data
        try:
            finals.build_table(key, data["top"])
        except RuleViolation as violation:
            self.add_error("top", message_text(violation))
        return data


CUT_NUMBERS = ("top", "percent", "min_points", "losses", "at_least", "at_most")


CUT = (*CUT_NUMBERS, "ties", "per")


TIE_CHOICES = [
    (RANKED, _("Broken by tiebreakers")),
    (IN, _("All tied players advance")),
    (OUT, _("No tied players advance")),
]


PER_CHOICES = [
    ("", _("All players together")),
    (POOL, _("Each pool separately")),
    (DIVISION, _("Each division separately")),
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
    ties = forms.ChoiceField(label=_("Ties at the cut line"), choices=TIE_CHOICES, required=False)
    per = forms.ChoiceField(label=_("Selected from"), choices=PER_CHOICES, required=False)

    def clean(self):
        data = super().clean()
        at_least, at_most = data.get("at_least"), data.get("at_most")
        if at_least is not None and at_most is not None and at_least > at_most:
            self.add_error("at_most", gettext("“At most” must not be smaller than “At least”."))
        has_limit = any(data.get(key) is not None for key in CUT_NUMBERS[:4])
        if any(data.get(key) for key in ("at_least", "at_most", "per")) and not (has_limit or self.errors):
            self.add_error("top", gettext("Enter how many players advance, or which result they need."))
        return data

    def cut(self) -> dict | None:
        """Return the cut in the event file's format, None if nothing is filled in."""
        data = self.cleaned_data
        cut = {key: as_int_if_whole(data[key]) for key in CUT_NUMBERS if data.get(key) is not None}
        if not cut:
            return None
        options = {"ties": data["ties"] if data["ties"] != RANKED else "", "per": data["per"]}
        return cut | {key: value for key, value in options.items() if value}

    def number_fields(self):
        return [self[key] for key in CUT_NUMBERS]
