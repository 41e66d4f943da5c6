"""The form of a phase's rounds, games, round length and points."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import as_int_if_whole
from ...rules.history import PODS, ROUND_ROBIN, SWISS
from ...rules.settings.points import OUTCOMES
from ...rules.settings.settings import Settings
from .. import fields

POINTS = {"win": _("Win"), "draw": _("Draw"), "loss": _("Loss"), "bye": _("Bye")}


def points_field(label):
    return forms.FloatField(label=label, min_value=-1000, max_value=100_000, required=False)


class PlayForm(forms.Form):
    """Rounds, games, round length and points; values equal to the rulebook's are not stored."""

    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("Match length"), coerce=int, empty_value=None, required=False, choices=fields.best_of_choices
    )
    minutes = fields.minutes_field()
    double = forms.BooleanField(label=_("Everyone plays everyone twice"), required=False)
    hide_chances = forms.BooleanField(label=_("Hide chances"), required=False)

    def __init__(self, *args, settings: Settings, overrides: dict, kind=SWISS, **kwargs):
        """`overrides` are the settings that replace the rulebook's."""
        self.settings, self.own_settings = settings, overrides
        kwargs.setdefault("initial", initial_of(settings))
        super().__init__(*args, **kwargs)
        if kind != ROUND_ROBIN:
            del self.fields["double"]
        if kind != SWISS:
            del self.fields["hide_chances"]
        if kind == PODS:
            del self.fields["best_of"]
        else:
            self.fields["best_of"].choices = fields.best_of_choices([settings.best_of])
        self.fields |= {key: points_field(POINTS.get(key, key.replace("-", "–"))) for key in settings.points}

    def points_fields(self):
        """Return the fields of points by outcome and, if the rulebook has them, by games."""
        return [self[key] for key in self.settings.points]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None means the rulebook's value."""
        data, rulebook = self.cleaned_data, self.settings.rulebook
        values = {
            "rounds": data["rounds"],
            "minutes": fields.none_if_default(data["minutes"], rulebook.minutes),
        }
        if "best_of" in data:
            values["best_of"] = fields.none_if_default(data["best_of"], rulebook.best_of)
        values |= {"double": data["double"] or None} if "double" in data else {}
        if "hide_chances" in data:
            values["chances"] = False if data["hide_chances"] else None
        points = {key: as_int_if_whole(data[key]) for key in self.settings.points if data[key] is not None}
        return values | {"points": self.stored_points(points)}

    def stored_points(self, points: dict) -> dict | None:
        if points == self.settings.points:
            return self.own_settings.get("points")
        rulebook_points = self.settings.rulebook.points
        changed = {key: worth for key, worth in points.items() if worth != rulebook_points.get(key)}
        # Points by games are one table, stored completely or not at all.
        by_games = points.keys() - set(OUTCOMES)
        return (points if by_games else changed) if changed else None


def initial_of(settings: Settings) -> dict:
    return {
        "rounds": settings.rounds,
        "best_of": settings.best_of,
        "minutes": settings.minutes,
        **{key: str(as_int_if_whole(worth)) for key, worth in settings.points.items()},
        "double": settings.double,
        "hide_chances": not settings.chances,
    }
