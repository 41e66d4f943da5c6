"""What may be typed in about tables of several: who drew, what is hidden, how points are bet."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import whole
from ...rules.results import betting as rules
from ...rules.settings.settings import Settings

NAMES = tuple(rules.CHECKS)
ROUNDINGS = [
    (rules.WINNER_UP, _("the winner’s take up to a whole point")),
    (rules.TWO_DECIMALS, _("all amounts to two decimals")),
    (rules.NONE, _("none")),
]
DRAWS = [
    (rules.BURN, _("the bets are lost")),
    (rules.SPLIT, _("those who drew share the bets")),
    (rules.REFUND, _("those who drew get their bets back")),
]
SHORT_PODS = [
    (rules.SHOP, _("a fourth bet is added, of who has least")),
    (rules.NONE, _("the winner takes what two lose")),
]


def choice(label, choices):
    return forms.ChoiceField(label=label, choices=choices, required=False)


def amount(label, low, high):
    return forms.DecimalField(
        label=label, min_value=low, max_value=high, decimal_places=2, required=False, max_digits=7
    )


class PodsForm(forms.Form):
    """How a phase of pods counts; what equals the rulebook's is not kept.

    Where the rulebook bets there is no `bets`: it always does.
    """

    use_required_attribute = False

    eliminated_draws = forms.BooleanField(
        label=_("Who was out before the rest of a pod drew has drawn as well"), required=False
    )
    hidden_standings = forms.BooleanField(
        label=_("Points and results are hidden until the last round is over"), required=False
    )
    bets = forms.BooleanField(label=_("Points are bet"), required=False)
    start = amount(_("Everybody begins with"), 1, 10_000)
    percent = amount(_("Per cent of it bet each round"), 0.01, 100)
    rounding = choice(_("Rounding"), ROUNDINGS)
    draws = choice(_("A table that nobody wins"), DRAWS)
    short_pods = choice(_("A table of three"), SHORT_PODS)

    def __init__(self, *args, now: Settings, **named):
        """`now` are the phase's settings."""
        self.now, self.usual = now, now.rulebook.betting or rules.Betting()
        bet = now.betting or self.usual
        initial = {name: getattr(bet, name) for name in NAMES}
        flags = {name: getattr(now, name) for name in ("eliminated_draws", "hidden_standings")}
        named.setdefault("initial", initial | flags | {"bets": now.betting is not None})
        super().__init__(*args, **named)
        if now.rulebook.betting:
            del self.fields["bets"]

    def bet_fields(self):
        return [self[name] for name in NAMES]

    def overrides(self) -> dict:
        """What actions.events.change_settings takes: None where the rulebook's own will do."""
        said, rulebook = self.cleaned_data, self.now.rulebook
        hidden = said["hidden_standings"]
        return {
            "eliminated_draws": said["eliminated_draws"] or None,
            "hidden_standings": None if hidden == rulebook.hidden_standings else hidden,
            "betting": self.betting(),
        }

    def betting(self) -> dict | None:
        """What differs from the usual bets; {} for just these under a rulebook that has none."""
        if not self.cleaned_data.get("bets", True):
            return None
        typed = {name: self.cleaned_data[name] for name in NAMES if self.cleaned_data[name] not in (None, "")}
        typed |= {name: whole(float(typed[name])) for name in ("start", "percent") if name in typed}
        differ = {name: value for name, value in typed.items() if value != getattr(self.usual, name)}
        return None if self.now.rulebook.betting and not differ else differ
