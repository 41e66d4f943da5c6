"""Forms of pairing and pods."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...rounds.pages import pairing_rules
from ...rules.history import SWISS
from ...rules.pairing.pods import POD_SIZES, THREES
from ...rules.results import betting
from ...rules.settings import settings
from ...rules.settings.fields import (
    ALWAYS,
    BYES_TO,
    FIRST_SEATS,
    LATE_ENTRIES,
    LOWEST,
    MAX_VALUE,
    PAIRING_KEYS,
    RANDOM,
    SHARED_BY,
    UNUSED_SETTINGS,
    as_int_if_whole,
)
from ...rules.settings.settings import Settings
from ...web.forms import pairing_choices

# Fields that are always visible; the others are rarely needed.
COMMON_FIELDS = (*PAIRING_KEYS, "apart_club", "apart_household", "pod_sizes")
APART = {f"apart_{key}": key for key in SHARED_BY}
ROUNDS = (1, 2, 3, 4, 5)


def apart_field(label):
    return forms.ChoiceField(label=label, required=False)


def apart_choices(now):
    """Return never, numbers of rounds, and every round; with the current number."""
    numbers = sorted({*ROUNDS, *([now] if isinstance(now, int) and now else [])})
    labels = [(str(n), pairing_rules.for_rounds(n)) for n in (*numbers, ALWAYS)]
    return [("", _("never")), *labels]


def label(choices, labels):
    return [(key, _(labels[key])) for key in choices]


class PairingForm(forms.Form):
    """How a phase is paired; values equal to the rulebook's are not stored."""

    first_round_pairing = forms.ChoiceField(label=_("First round"), choices=pairing_choices)
    pairing = forms.ChoiceField(label=_("Middle rounds"), choices=pairing_choices)
    last_round_pairing = forms.ChoiceField(label=_("Last round"), choices=pairing_choices)
    apart_club = apart_field(_("Keep team members apart"))
    late_entry = forms.ChoiceField(
        label=_("Late entries get"), choices=label(LATE_ENTRIES, pairing_rules.LATE_ENTRIES)
    )
    apart_household = apart_field(_("Keep household members apart"))
    apart_after_gaps = forms.BooleanField(
        label=_("Prefer close scores over keeping players apart"), required=False
    )
    bye_to = forms.ChoiceField(label=_("The bye goes to"), choices=label(BYES_TO, pairing_rules.BYES_TO))
    pod_sizes = forms.ChoiceField(
        label=_("Players left over from tables of four"), choices=label(POD_SIZES, pairing_rules.POD_SIZES)
    )
    first_seat = forms.ChoiceField(choices=label(FIRST_SEATS, pairing_rules.FIRST_SEATS))
    band = forms.FloatField(
        label=_("Points per score group"),
        required=False,
        min_value=0.01,
        max_value=MAX_VALUE,
        help_text=_("Leave blank for equal points. For example, 3 groups 0 to 2, 3 to 5 and so on."),
    )

    def __init__(self, *args, now: settings.Settings, kind=SWISS, **kwargs):
        """`now` are the settings of the phase, which is of this kind."""
        self.now = now
        apart = {name: str(now.apart.get(key) or "") for name, key in APART.items()}
        plain = {name: getattr(now, name) for name in self.base_fields if name not in APART}
        kwargs.setdefault("initial", plain | apart | {"band": as_int_if_whole(now.band)})
        super().__init__(*args, **kwargs)
        for name in PAIRING_KEYS:
            self.fields[name].choices = pairing_choices(kind)
        for name in UNUSED_SETTINGS[kind]:
            del self.fields[name]
        seat_label, seat_texts = pairing_rules.first_seat_words(now.rulebook)
        if "first_seat" in self.fields:
            self.fields["first_seat"].label = _(seat_label)
            self.fields["first_seat"].choices = label(FIRST_SEATS, seat_texts)
        for name, key in APART.items():
            self.fields[name].choices = apart_choices(now.apart.get(key))

    @property
    def rare(self) -> bool:
        """Return whether a rarely used field is set or has an error."""
        usual = defaults(self.now.rulebook)
        hidden = [name for name in usual if name not in COMMON_FIELDS and name in self.fields]
        return any(self[name].errors or getattr(self.now, name) != usual[name] for name in hidden)

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the rulebook's value."""
        data, default_values = self.cleaned_data, defaults(self.now.rulebook)
        data |= {"band": as_int_if_whole(data["band"])}
        values = {
            name: None if data[name] == default_values[name] else data[name]
            for name in default_values
            if name in data
        }
        apart = {key: rounds_of(data[name]) for name, key in APART.items() if data[name]}
        return values | {"apart": apart or None}


def defaults(rulebook) -> dict:
    """Return the default settings of pairing."""
    return {
        "first_round_pairing": RANDOM,
        "pairing": RANDOM,
        "last_round_pairing": RANDOM,
        "apart_after_gaps": False,
        "bye_to": LOWEST,
        "pod_sizes": THREES,
        "late_entry": rulebook.late_entry,
        "first_seat": rulebook.first_seat,
        "band": as_int_if_whole(rulebook.band),
    }


def rounds_of(text: str) -> int | str:
    return text if text == ALWAYS else int(text)


NAMES = tuple(betting.CHECKS)
ROUNDINGS = [
    (betting.WINNER_UP, _("the winner’s gain is rounded up to a whole point")),
    (betting.TWO_DECIMALS, _("all amounts are rounded to two decimals")),
    (betting.NONE, _("none")),
]
DRAWS = [
    (betting.BURN, _("the bets are lost")),
    (betting.SPLIT, _("the players who drew share the bets")),
    (betting.REFUND, _("the players who drew get their bets back")),
]
SHORT_PODS = [
    (betting.SHOP, _("the bet of the last-placed player is added as a fourth")),
    (betting.NONE, _("the winner takes what the other two lose")),
]


def choice(label, choices):
    return forms.ChoiceField(label=label, choices=choices, required=False)


def amount(label, low, high):
    return forms.DecimalField(
        label=label, min_value=low, max_value=high, decimal_places=2, required=False, max_digits=7
    )


class PodsForm(forms.Form):
    """Settings of a phase of pods; values equal to the rulebook's are not stored.

    There is no `bets` field if the rulebook always bets.
    """

    use_required_attribute = False

    eliminated_draws = forms.BooleanField(
        label=_("A draw counts for players who were eliminated before it"), required=False
    )
    hidden_standings = forms.BooleanField(
        label=_("Hide points and results until the last round is over"), required=False
    )
    bets = forms.BooleanField(label=_("Bet points"), required=False)
    start = amount(_("Starting points"), 1, 10_000)
    percent = amount(_("Percentage of points bet each round"), 0.01, 100)
    rounding = choice(_("Rounding"), ROUNDINGS)
    draws = choice(_("If nobody wins a table"), DRAWS)
    short_pods = choice(_("At a table of three"), SHORT_PODS)

    def __init__(self, *args, now: Settings, **kwargs):
        """`now` are the phase's settings."""
        self.now, self.usual = now, now.rulebook.betting or betting.Betting()
        bet = now.betting or self.usual
        initial = {name: getattr(bet, name) for name in NAMES}
        flags = {name: getattr(now, name) for name in ("eliminated_draws", "hidden_standings")}
        kwargs.setdefault("initial", initial | flags | {"bets": now.betting is not None})
        super().__init__(*args, **kwargs)
        if now.rulebook.betting:
            del self.fields["bets"]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the rulebook's value."""
        data, rulebook = self.cleaned_data, self.now.rulebook
        hidden = data["hidden_standings"]
        return {
            "eliminated_draws": data["eliminated_draws"] or None,
            "hidden_standings": None if hidden == rulebook.hidden_standings else hidden,
            "betting": self.betting(),
        }

    def betting(self) -> dict | None:
        """Return what differs from the default bets; {} for exactly these if the rulebook has none."""
        if not self.cleaned_data.get("bets", True):
            return None
        typed = {name: self.cleaned_data[name] for name in NAMES if self.cleaned_data[name] not in (None, "")}
        typed |= {name: as_int_if_whole(float(typed[name])) for name in ("start", "percent") if name in typed}
        differ = {name: value for name, value in typed.items() if value != getattr(self.usual, name)}
        return None if self.now.rulebook.betting and not differ else differ
