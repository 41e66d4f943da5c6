"""What may be typed in about how a phase is played and ranked."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import whole
from ...rules.history import PODS, ROUND_ROBIN, SWISS
from ...rules.settings import settings as rules
from ...rules.settings.points import OUTCOMES
from .. import fields

POINTS = {"win": _("Win"), "draw": _("Draw"), "loss": _("Loss"), "bye": _("Bye")}


def points_field(label):
    return forms.FloatField(label=label, min_value=-1000, max_value=100_000, required=False)


class PlayForm(forms.Form):
    """Rounds, games and points; what equals the rulebook's is not kept."""

    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("A match is"), coerce=int, empty_value=None, required=False, choices=fields.best_of_choices
    )
    double = forms.BooleanField(label=_("Everybody meets everybody twice"), required=False)

    def __init__(self, *args, now: rules.Settings, own: dict, kind=SWISS, **named):
        """`now` are the phase's settings, `own` what it has in place of the rulebook's."""
        self.now, self.own = now, own
        named.setdefault("initial", initial_of(now))
        super().__init__(*args, **named)
        if kind != ROUND_ROBIN:
            del self.fields["double"]
        if kind == PODS:
            del self.fields["best_of"]
        else:
            self.fields["best_of"].choices = fields.best_of_choices([now.best_of])
        self.fields |= {key: points_field(POINTS.get(key, key.replace("-", "–"))) for key in now.points}

    def points_fields(self):
        """What each result is worth, by outcome and, where the rulebook does, by games."""
        return [self[key] for key in self.now.points]

    def overrides(self) -> dict:
        """What actions.events.change_settings takes: None where the rulebook's own will do."""
        said, rulebook = self.cleaned_data, self.now.rulebook
        kept = {"rounds": said["rounds"]}
        if "best_of" in said:
            kept["best_of"] = said["best_of"] if said["best_of"] != rulebook.best_of else None
        kept |= {"double": said["double"] or None} if "double" in said else {}
        points = {key: whole(said[key]) for key in self.now.points if said[key] is not None}
        return kept | {"points": self.points_kept(points)}

    def points_kept(self, points: dict) -> dict | None:
        if points == self.now.points:
            return self.own.get("points")
        usual = self.now.rulebook.points
        differ = {key: worth for key, worth in points.items() if worth != usual.get(key)}
        # By games they are a table of its own, whole or not at all.
        by_games = points.keys() - set(OUTCOMES)
        return (points if by_games else differ) if differ else None


def initial_of(now: rules.Settings) -> dict:
    return {
        "rounds": now.rounds,
        "best_of": now.best_of,
        **{key: str(whole(worth)) for key, worth in now.points.items()},
        "double": now.double,
    }
