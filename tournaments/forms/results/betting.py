"""Settings of pods: draws, hidden standings, bets."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import as_int_if_whole
from ...rules.results import betting as betting_rules
from ...rules.settings.settings import Settings

NAMES = tuple(betting_rules.CHECKS)
ROUNDINGS = [
    (betting_rules.WINNER_UP, _("the winner’s gain is rounded up to a whole point")),
    (betting_rules.TWO_DECIMALS, _("all amounts are rounded to two decimals")),
    (betting_rules.NONE, _("none")),
]
DRAWS = [
    (betting_rules.BURN, _("the bets are lost")),
    (betting_rules.SPLIT, _("the players who drew share the bets")),
    (betting_rules.REFUND, _("the players who drew get their bets back")),
]
SHORT_PODS = [
    (betting_rules.SHOP, _("the bet of the last-placed player is added as a fourth")),
    (betting_rules.NONE, _("the winner takes what the other two lose")),
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
        self.now, self.usual = now, now.rulebook.betting or betting_rules.Betting()
        bet = now.betting or self.usual
        initial = {name: getattr(bet, name) for name in NAMES}
        flags = {name: getattr(now, name) for name in ("eliminated_draws", "hidden_standings")}
        kwargs.setdefault("initial", initial | flags | {"bets": now.betting is not None})
        super().__init__(*args, **kwargs)
        if now.rulebook.betting:
            del self.fields["bets"]

    def bet_fields(self):
        return [self[name] for name in NAMES]

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
