"""The form of the rules of a series: one form, and a formset for each list of the rules."""

import re
from dataclasses import fields
from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...models.series import MAX_DIVISION_LENGTH, MAX_KIND_LENGTH
from ...rules.errors import RuleViolation
from ...rules.series.achievements import FREQUENCIES, MAX_ACHIEVEMENT_NAME_LENGTH
from ...rules.series.counting import ATTENDANCES
from ...rules.series.divisions import MAX_DIVISIONS, AgeDivision, OwnDivision, RatingDivision
from ...rules.series.series_rules import (
    AVERAGE,
    BY_PLACE,
    BY_POINTS,
    BY_RECORD,
    HIGHER,
    LOWER,
    MAX_ACHIEVEMENTS,
    MAX_EVENTS,
    MAX_PLAYERS,
    MAX_WEIGHT,
    OF_FINAL,
    OF_SWISS,
    ONCE_AN_EVENT,
    AttendanceBonus,
    Number,
    PlaceBonus,
    PlaceStep,
    RecordPoints,
    SeriesAchievement,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
    number_text,
    whole_if_possible,
)
from ...rules.series.stored_rules import AGE, OWN, RATING, read_rules, write_rules
from ...rules.series.ties import TIES
from ...web.forms import check_text
from ...web.wording import message_text

MAX_PLACES, MAX_STEPS, MAX_KINDS = 200, 20, 20
MAX_POINTS, MAX_RATING = 1_000_000, 10_000
# Points of a place as people write them.
POINTS = re.compile(r"-?[0-9]{1,6}([.,][0-9]{1,4})?")
# Empty rows at the end of a list.
EMPTY_ROWS = 2


class NumberField(forms.DecimalField):
    """A number of points, exact, with at most four decimals; 0 if empty."""

    def __init__(self, label, *, least=-MAX_POINTS, most=MAX_POINTS, **kwargs):
        kwargs = {"required": False, "min_value": least, "max_value": most, "decimal_places": 4} | kwargs
        super().__init__(label=label, **kwargs)

    def prepare_value(self, value):
        return number_text(value) if isinstance(value, int | Fraction) else value

    def clean(self, value):
        number = super().clean(value)
        return None if number is None else whole_if_possible(Fraction(number))


def whole_field(label, least=0, most=MAX_PLAYERS, **kwargs):
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, **kwargs)


class RulesForm(forms.Form):
    """The rules of a series but for their lists."""

    by = forms.ChoiceField(
        label=_("Points for an event by"),
        choices=[
            (BY_PLACE, _("place")),
            (BY_RECORD, _("matches won, drawn and lost")),
            (BY_POINTS, _("the event’s own match points")),
        ],
        widget=forms.RadioSelect,
    )
    places = forms.CharField(
        label=_("Points for places"),
        required=False,
        max_length=2000,
        help_text=_("The best first: “10 8 6 5 4 3 2 1”."),
    )
    tied = forms.ChoiceField(
        label=_("Players who share places get"),
        choices=[
            (AVERAGE, _("the average of their points")),
            (HIGHER, _("the points of the best of them")),
            (LOWER, _("the points of the last of them")),
        ],
    )
    of = forms.ChoiceField(
        label=_("Places of"),
        choices=[
            (OF_FINAL, _("the final standings")),
            (OF_SWISS, _("the rounds before the cut")),
        ],
    )
    win, draw, loss = NumberField(_("Win")), NumberField(_("Draw")), NumberField(_("Loss"))
    bye, round = NumberField(_("Bye")), NumberField(_("Round played"))
    participation = NumberField(_("Points for taking part"), help_text=_("One match played is enough."))
    least_players = whole_field(
        _("Least number of players"), help_text=_("An event with fewer does not count.")
    )
    attendance_rule = forms.ChoiceField(
        label=_("Points for attendance"),
        required=False,
        choices=lambda: [("", _("None")), *((key, _(rule.label)) for key, rule in ATTENDANCES.items())],
    )
    attendance_number = whole_field(_("Number of events"), 1, MAX_EVENTS)
    attendance_points = NumberField(_("Points"))
    achievement_limit = NumberField(
        _("Most points for achievements in an event"), least=0, help_text=_("Leave blank for no limit.")
    )
    best = whole_field(
        _("Best results that count"), 1, MAX_EVENTS, help_text=_("Leave blank if all of them count.")
    )
    planned_events = whole_field(
        _("Events of the season"),
        1,
        MAX_EVENTS,
        help_text=_(
            "All of them, also those without a date: the table then says what each player needs. Leave blank "
            "if you don’t know."
        ),
    )
    at_least = whole_field(
        _("Events needed for a rank"),
        0,
        MAX_EVENTS,
        help_text=_("Who has played in fewer stands below, without a rank."),
    )
    close_up = forms.BooleanField(
        label=_("Players behind a guest move up"),
        required=False,
        help_text=_("They get the points of the better place."),
    )
    tie_fields = tuple(f"tie_{number}" for number in range(1, len(TIES) + 1))

    def __init__(self, data=None, *, rules: SeriesRules, **kwargs):
        super().__init__(data, initial=initial_of(rules), **kwargs)
        for number, name in enumerate(self.tie_fields, 1):
            choices = [
                ("", _("nothing")),
                *((key, _(tie.label)) for key, tie in TIES.items()),
            ]
            label = _("Ties are broken by") if number == 1 else _("then by")
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)

    def clean_places(self):
        words = self.cleaned_data["places"].replace(";", " ").split()
        if len(words) > MAX_PLACES:
            raise ValidationError(gettext("Enter points for at most {most} places.").format(most=MAX_PLACES))
        return tuple(read_points(word.strip(",")) for word in words if word.strip(","))

    def clean(self):
        data = super().clean()
        if data.get("by") == BY_PLACE and not self.errors and not data.get("places"):
            self.add_error("places", gettext("Enter the points of the first place, at least."))
        if data.get("attendance_rule") and not data.get("attendance_points"):
            self.add_error("attendance_points", gettext("Enter the points for attendance."))
        return data

    @property
    def ties(self) -> tuple[str, ...]:
        chosen = (self.cleaned_data[name] for name in self.tie_fields)
        return tuple(dict.fromkeys(key for key in chosen if key))


def read_points(word: str) -> Number:
    """Return the points of a place: “2.5”. ValidationError for anything else."""
    if not POINTS.fullmatch(word):
        message = gettext("“{word}” is not a number of points. Write them like 10 or 2.5.")
        raise ValidationError(message.format(word=word))
    return whole_if_possible(Fraction(word.replace(",", ".")))


def initial_of(rules: SeriesRules) -> dict:
    """Return the values of the form's fields for these rules."""
    scoring, counting, bonus = rules.scoring, rules.counting, rules.attendance
    record = {field.name: getattr(scoring.record, field.name) or None for field in fields(RecordPoints)}
    return record | {
        "by": scoring.by,
        "places": " ".join(map(number_text, scoring.places)),
        "tied": scoring.tied,
        "of": scoring.of,
        "participation": scoring.participation or None,
        "least_players": scoring.least_players or None,
        "attendance_rule": bonus.rule if bonus else "",
        "attendance_number": bonus.number if bonus else None,
        "attendance_points": bonus.points if bonus else None,
        "achievement_limit": rules.achievement_limit,
        "best": counting.best,
        "at_least": counting.at_least or None,
        "close_up": rules.close_up,
        "planned_events": rules.planned_events,
        **{f"tie_{number}": key for number, key in enumerate(rules.ties, 1)},
    }


class StepForm(forms.Form):
    """Places that score only, or get more points, with a number of players or more."""

    first = whole_field(_("From place"), 1)
    last = whole_field(_("To place"), 1)
    players = whole_field(_("Least number of players"), 1)
    bonus = NumberField(_("Bonus"), help_text=_("Leave blank if they score nothing with fewer players."))

    def clean(self):
        data = super().clean()
        given = [data.get(name) for name in ("first", "last", "players")]
        if any(value is not None for value in (*given, data.get("bonus"))):
            if None in given:
                raise ValidationError(gettext("Enter both places and the number of players."))
            if data["first"] > data["last"]:
                raise ValidationError(gettext("The first place is after the last one."))
        return data


class KindForm(forms.Form):
    """How events of a kind count."""

    kind = forms.CharField(
        label=_("Kind"), required=False, max_length=MAX_KIND_LENGTH, validators=[check_text]
    )
    weight = NumberField(_("Weight"), least=0, most=MAX_WEIGHT)
    best = whole_field(_("Best results that count"), 1, MAX_EVENTS)

    def clean(self):
        data = super().clean()
        if (data.get("weight") is not None or data.get("best") is not None) and not data.get("kind"):
            raise ValidationError(gettext("Enter the kind."))
        return data


class AchievementRuleForm(forms.Form):
    """An achievement; its key stays when the name changes, so that ticks stay, too."""

    key = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Achievement"),
        required=False,
        max_length=MAX_ACHIEVEMENT_NAME_LENGTH,
        validators=[check_text],
    )
    points = NumberField(_("Points"))
    once = forms.ChoiceField(
        label=_("Counts"),
        choices=lambda: [(key, _(text)) for key, text in FREQUENCIES.items()],
        required=False,
    )

    def clean(self):
        data = super().clean()
        if data.get("name") and data.get("points") is None:
            raise ValidationError(gettext("Enter the points."))
        return data


class DivisionForm(forms.Form):
    """A division with a table of its own."""

    name = forms.CharField(
        label=_("Division"), required=False, max_length=MAX_DIVISION_LENGTH, validators=[check_text]
    )
    by = forms.ChoiceField(
        label=_("by"),
        choices=[
            (AGE, _("age on 1 January")),
            (RATING, _("rating")),
            (OWN, _("what you enter for each person")),
        ],
        required=False,
    )
    low = whole_field(_("from"), 0, MAX_RATING)
    high = whole_field(
        _("to"), 0, MAX_RATING, help_text=_("An age belongs to the division, a rating ends below it.")
    )


def rows_formset(form, most: int):
    return forms.formset_factory(form, extra=EMPTY_ROWS, max_num=most, absolute_max=most)


StepFormSet = rows_formset(StepForm, MAX_STEPS)
KindFormSet = rows_formset(KindForm, MAX_KINDS)
AchievementFormSet = rows_formset(AchievementRuleForm, MAX_ACHIEVEMENTS)
DivisionFormSet = rows_formset(DivisionForm, MAX_DIVISIONS)


class SeriesRulesForms:
    """The form of the rules and its formsets, as one: `rules` are those of valid input."""

    def __init__(self, data, rules: SeriesRules, year: int):
        """`year` is that of new divisions by age."""
        self.year = year
        self.main = RulesForm(data, rules=rules)
        self.steps = StepFormSet(data, prefix="steps", initial=list(steps_of(rules)))
        self.kinds = KindFormSet(data, prefix="kinds", initial=kinds_of(rules))
        self.achievements = AchievementFormSet(
            data, prefix="achievements", initial=[values_of(one) for one in rules.achievements]
        )
        self.divisions = DivisionFormSet(data, prefix="divisions", initial=list(divisions_of(rules)))
        self.error = ""

    @property
    def formsets(self):
        return self.steps, self.kinds, self.achievements, self.divisions

    def is_valid(self) -> bool:
        """Return whether all parts are valid, and together are rules of a series."""
        if not all([self.main.is_valid(), *(formset.is_valid() for formset in self.formsets)]):
            return False
        try:
            read_rules(write_rules(self.rules))
        except RuleViolation as violation:
            self.error = message_text(violation)
        return not self.error

    @property
    def rules(self) -> SeriesRules:
        data = self.main.cleaned_data
        kinds = [row for row in rows(self.kinds) if row["kind"]]
        steps = [row for row in rows(self.steps) if row["first"] is not None]
        record = RecordPoints(**{field.name: data[field.name] or 0 for field in fields(RecordPoints)})
        scoring = SeriesScoring(
            by=data["by"],
            places=data["places"],
            tied=data["tied"],
            of=data["of"],
            steps=tuple(
                PlaceStep(row["first"], row["last"], row["players"]) for row in steps if row["bonus"] is None
            ),
            bonuses=tuple(
                PlaceBonus(row["first"], row["last"], row["players"], row["bonus"])
                for row in steps
                if row["bonus"] is not None
            ),
            record=record,
            participation=data["participation"] or 0,
            least_players=data["least_players"] or 0,
            kind_weights={row["kind"]: row["weight"] for row in kinds if row["weight"] is not None},
        )
        attendance = data["attendance_rule"] and AttendanceBonus(
            data["attendance_rule"], data["attendance_points"], data["attendance_number"] or 1
        )
        best_of_kind = {row["kind"]: row["best"] for row in kinds if row["best"] is not None}
        return SeriesRules(
            scoring,
            attendance or None,
            tuple(achievement_of(row) for row in rows(self.achievements) if row["name"]),
            data["achievement_limit"],
            data["close_up"],
            SeriesCounting(data["best"], best_of_kind, data["at_least"] or 0),
            self.main.ties,
            tuple(division_of(row, self.year) for row in rows(self.divisions) if row["name"]),
            data["planned_events"],
        )


def rows(formset) -> list[dict]:
    """Return the values of the forms that somebody has filled in."""
    return [form.cleaned_data for form in formset if form.cleaned_data]


def values_of(row) -> dict:
    return {field.name: getattr(row, field.name) for field in fields(row)}


def steps_of(rules: SeriesRules):
    for step in (*rules.scoring.steps, *rules.scoring.bonuses):
        values = values_of(step)
        yield {"bonus": values.pop("points", None)} | values


def kinds_of(rules: SeriesRules) -> list[dict]:
    weights, limits = rules.scoring.kind_weights, rules.counting.best_of_kind
    kinds = dict.fromkeys([*weights, *limits])
    return [{"kind": kind, "weight": weights.get(kind), "best": limits.get(kind)} for kind in kinds]


def divisions_of(rules: SeriesRules):
    for division in rules.divisions:
        if isinstance(division, AgeDivision):
            low, high, by = division.youngest, division.oldest, AGE
        elif isinstance(division, RatingDivision):
            low, high, by = division.lowest, division.below, RATING
        else:
            low, high, by = None, None, OWN
        yield {"name": division.name, "by": by, "low": low, "high": high}


def achievement_of(row: dict) -> SeriesAchievement:
    return SeriesAchievement(
        row["key"] or get_random_string(8).lower(), row["name"], row["points"], row["once"] or ONCE_AN_EVENT
    )


def division_of(row: dict, year: int):
    if row["by"] == AGE:
        return AgeDivision(row["name"], year, row["low"], row["high"])
    if row["by"] == RATING:
        return RatingDivision(row["name"], row["low"], row["high"])
    return OwnDivision(row["name"])
