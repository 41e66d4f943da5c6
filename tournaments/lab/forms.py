"""The form of a simulation: the players, and two to four formats."""

import re
from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..ratings.pages.fields import ClubField
from ..rules.errors import RuleViolation
from ..rules.finals import FINALS
from ..rules.simulation import MAX_EVENTS, MAX_SEED, parse_plan
from ..rules.simulation.plan import MAX_BEST_OF, MAX_NAME_LENGTH, MAX_PLAYERS, MAX_SPREAD
from ..web.forms import text_without_path
from .actions import MAX_FORMATS
from .pages.comparison_plan import KnownFormat, simulated_presets, simulated_rulebooks

MIN_FORMATS = 2
OTHER = "other"
NO_FINALS = "none"
# Spreads of the ratings: Elo numbers.
DIFFERENCES = (
    ("200", _("A shop night: beginners and regulars (strength differs by about 200 Elo points)")),
    ("120", _("A qualifier: regular players (about 120 points)")),
    ("60", _("A world championship: nearly equal players (about 60 points)")),
    ("0", _("All equally strong")),
    (OTHER, _("Another spread")),
)
PATH = re.compile(r"(formats\[(?P<row>\d+)\]\.)?(?P<key>\w+)")
# Fields of the forms for keys of a plan.
PLAN_FIELDS = {"ratings": "difference"}
FORMAT_FIELDS = {"rulebook": "base", "tiebreakers": "base", "pairing": "base"}


class PlanForm(forms.Form):
    """The entrants, and how many events are played."""

    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=MAX_PLAYERS, initial=32)
    difference = forms.ChoiceField(label=_("How different they are"), choices=DIFFERENCES, initial="200")
    spread = forms.IntegerField(
        label=_("Spread of the ratings"),
        help_text=_("In Elo points: a player who is 200 points stronger wins 76 % of games."),
        min_value=0,
        max_value=MAX_SPREAD,
        required=False,
    )
    draws = forms.IntegerField(
        label=_("Drawn matches (%)"),
        help_text=_("Of the Swiss rounds, where the rulebook has draws."),
        min_value=0,
        max_value=100,
        initial=0,
    )
    events = forms.IntegerField(
        label=_("Events"),
        help_text=_("More events give more certain numbers: four times as many halve the error."),
        min_value=1,
        max_value=MAX_EVENTS,
        initial=1000,
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        help_text=_("The same seed gives the same numbers."),
        min_value=0,
        max_value=MAX_SEED,
        initial=1,
    )

    def __init__(self, *args, club_fields: Sequence[ClubField] = (), **kwargs):
        """`club_fields` are the players of a club's last event, with their ratings, to choose from."""
        super().__init__(*args, **kwargs)
        self.club_fields = {field.key: field for field in club_fields}
        if club_fields:
            choices = [(field.key, field.label) for field in club_fields]
            self.fields["difference"].choices = [
                (gettext("Any players"), DIFFERENCES),
                (gettext("The players of your last event"), choices),
            ]

    def clean(self):
        data = super().clean()
        if data.get("difference") in self.club_fields:
            # Their number is that of the event, whatever was typed.
            self.errors.pop("players", None)
        if data.get("difference") == OTHER and data.get("spread") is None and "spread" not in self.errors:
            self.add_error("spread", gettext("Enter a number."))
        return data

    def values(self) -> dict:
        """Return the plan of a valid form, without its formats."""
        data = self.cleaned_data
        if field := self.club_fields.get(data["difference"]):
            ratings = list(field.ratings)
            return {"players": len(ratings), "ratings": {"list": ratings}, "draws": data["draws"] / 100}
        spread = data["spread"] if data["difference"] == OTHER else int(data["difference"])
        return {
            "players": data["players"],
            "ratings": {"spread": spread},
            "draws": data["draws"] / 100,
        }


class FormatForm(forms.Form):
    """One format: one to start from, and what is different; blank fields are as there."""

    base = forms.ChoiceField(label=_("Format"), required=False)
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Leave blank for a name made from the settings."),
    )
    rounds = forms.IntegerField(label=_("Swiss rounds"), required=False, min_value=1, max_value=MAX_PLAYERS)
    best_of = forms.IntegerField(label=_("Best of"), required=False, min_value=1, max_value=MAX_BEST_OF)
    minutes = forms.IntegerField(label=_("Minutes"), required=False, min_value=1, max_value=1440)
    cut = forms.IntegerField(
        label=_("Players in the cut"), required=False, min_value=2, max_value=MAX_PLAYERS
    )
    finals = forms.ChoiceField(label=_("Finals"), required=False)
    finals_best_of = forms.IntegerField(
        label=_("Best of in the finals"), required=False, min_value=1, max_value=MAX_BEST_OF
    )

    def __init__(self, *args, known: dict[str, KnownFormat], groups: list, **kwargs):
        """`known` are the formats to start from by the value of `base`, `groups` the choices of them."""
        super().__init__(*args, **kwargs)
        self.known = known
        self.fields["base"].choices = [("", gettext("None")), *groups]
        self.fields["finals"].choices = [
            ("", gettext("As in the format")),
            (NO_FINALS, gettext("No finals")),
            *((key, gettext(system.name)) for key, system in FINALS.items()),
        ]

    def has_changed(self) -> bool:
        """Return whether a format is chosen: without one the row is blank, whatever else was typed."""
        return bool(self.data.get(self.add_prefix("base")))

    def values(self) -> dict:
        """Return the values of a valid form in a plan."""
        base, data = self.known[self.cleaned_data["base"]], self.cleaned_data
        numbers = {
            key: data[key]
            for key in ("rounds", "best_of", "minutes", "cut", "finals_best_of")
            if data[key] is not None
        }
        values = {"name": data["name"], **base.values, **numbers}
        if data["finals"] == NO_FINALS:
            values = {key: value for key, value in values.items() if key not in ("cut", "finals")}
            values.pop("finals_best_of", None)
        elif data["finals"]:
            values["finals"] = data["finals"]
            sizes = FINALS[data["finals"]].sizes
            if data["cut"] is None and values.get("cut") not in sizes:
                # Finals of one size say how many they take.
                values["cut"] = 8 if 8 in sizes else sizes[0]
        if not values["name"]:
            values["name"] = self.own_name(base.name, values)
        return values

    def own_name(self, base_name: str, values: dict) -> str:
        """Return a name that says what is different from the base."""
        data, parts = self.cleaned_data, [base_name]
        if data["rounds"]:
            parts.append(gettext("{n} rounds").format(n=data["rounds"]))
        if data["best_of"]:
            parts.append(gettext("best of {n}").format(n=data["best_of"]))
        if data["finals"] == NO_FINALS:
            parts.append(gettext("no finals"))
        elif data["finals"]:
            parts.append(gettext(FINALS[data["finals"]].name))
        if data["cut"] and values.get("cut"):
            parts.append(gettext("top {n}").format(n=values["cut"]))
        if data["finals_best_of"]:
            parts.append(gettext("finals best of {n}").format(n=data["finals_best_of"]))
        return ", ".join(parts)[:MAX_NAME_LENGTH]


class BaseFormats(forms.BaseFormSet):
    def clean(self):
        chosen = [form for form in self.forms if form.cleaned_data.get("base")]
        if not any(self.errors) and len(chosen) < MIN_FORMATS:
            raise forms.ValidationError(gettext("Choose at least two formats."))

    def add_fields(self, form, index):
        super().add_fields(form, index)
        form.empty_permitted = True
        form.use_required_attribute = False


Formats = forms.formset_factory(
    FormatForm, BaseFormats, extra=MAX_FORMATS, max_num=MAX_FORMATS, absolute_max=MAX_FORMATS
)


def base_choices(extra: dict[str, KnownFormat]) -> tuple[dict[str, KnownFormat], list]:
    """Return the formats to start from by the value of `base`, and its grouped choices, `extra` first."""
    groups = (
        (gettext("Filled in"), extra),
        (gettext("Kinds of events"), {f"preset:{key}": one for key, one in simulated_presets().items()}),
        (gettext("Rulebooks"), {f"rulebook:{key}": one for key, one in simulated_rulebooks().items()}),
    )
    known = {value: one for _title, group in groups for value, one in group.items()}
    return known, [
        (title, [(value, one.name) for value, one in group.items()]) for title, group in groups if group
    ]


def build_plan(plan_form: PlanForm, formats: BaseFormats) -> dict | None:
    """Return the plan of both forms; None, with errors at their fields, if it cannot be played."""
    if not (plan_form.is_valid() & formats.is_valid()):
        return None
    rows = [form for form in formats.forms if form.cleaned_data.get("base")]
    plan = plan_form.values() | {"formats": number_names([form.values() for form in rows])}
    try:
        parse_plan(plan)
    except RuleViolation as violation:
        add_violation(plan_form, rows, violation)
        return None
    return plan


def number_names(formats: list[dict]) -> list[dict]:
    """Return the formats with a number after a name that an earlier one has."""
    names, numbered = [], []
    for values in formats:
        names.append(values["name"])
        count = names.count(values["name"])
        name = f"{values['name'][: MAX_NAME_LENGTH - 4]} ({count})" if count > 1 else values["name"]
        numbered.append(values | {"name": name})
    return numbered


def add_violation(plan_form: PlanForm, rows: list[FormatForm], violation: RuleViolation):
    """Show why a plan is refused at the field that its path names."""
    path = str(violation.params.get("path", ""))
    match = PATH.match(path)
    if match and match["row"] is not None:
        form, fields = rows[int(match["row"])], FORMAT_FIELDS
    else:
        form, fields = plan_form, PLAN_FIELDS
    key = fields.get(match["key"], match["key"]) if match else None
    form.add_error(key if key in form.fields else None, text_without_path(violation))
