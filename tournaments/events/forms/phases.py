"""Forms of phases and their settings."""

import re

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...drafts.pages import INSIDES, POD_TEXTS
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.finals_systems.custom import OWN, parse_system, parse_typed_rows
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS, ROUND_ROBIN, SWISS
from ...rules.pairing.field import MAX_POOLS
from ...rules.settings import settings
from ...rules.settings.fields import (
    BY_SEED,
    DRAFT_CHECKS,
    MAX_BUILD_MINUTES,
    MAX_CARDS,
    MAX_PACKS,
    MIN_CARDS,
    NEXT_UP,
    OPPONENTS_BYE,
    OUTCOMES,
    SHARED,
    as_int_if_whole,
)
from ...rules.settings.settings import Settings
from ...web.forms import (
    ChoiceOption,
    best_of_choices,
    finals_choices,
    lock,
    minutes_field,
    none_if_default,
    text_field,
    text_without_path,
)
from ...web.shared_forms import CUT, CutForm, FinalsForm, count_field


class DraftForm(forms.Form):
    """Settings of a draft; defaults are not stored."""

    draft_pods = forms.ChoiceField(
        label=_("Pod assignment"), choices=[(key, _(words)) for key, words in POD_TEXTS.items()]
    )
    draft_inside = forms.ChoiceField(
        label=_("After round 1"), choices=[(key, _(words)) for key, words in INSIDES.items()]
    )
    draft_packs = forms.IntegerField(label=_("Packs"), min_value=1, max_value=MAX_PACKS)
    draft_cards = forms.IntegerField(label=_("Cards per pack"), min_value=MIN_CARDS, max_value=MAX_CARDS)
    draft_minutes = forms.IntegerField(
        label=_("Deck-building minutes"), min_value=1, max_value=MAX_BUILD_MINUTES
    )

    def draft_fields(self):
        """Return the fields; empty unless the phase is a draft."""
        return [self[key] for key in DRAFT_CHECKS if key in self.fields]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the default."""
        data = self.cleaned_data
        return {key: data[key] if data[key] != usual else None for key, usual in USUAL.items() if key in data}


USUAL = {key: settings.Settings.__dataclass_fields__[key].default for key in DRAFT_CHECKS}

OWN_SYSTEM = ("rounds", "pools", "double", "finals", "best_of", "carry", "meet_again")


class PhaseForm(DraftForm, CutForm):
    """A phase of one kind; the first one has no cut and no carry-over."""

    name = text_field(_("Name"), required=False)
    rounds = count_field(_("Rounds"), 1, 100)
    pools = count_field(_("Pools"), 1, MAX_POOLS)
    double = forms.BooleanField(label=_("Everyone plays everyone twice"), required=False)
    finals = forms.ChoiceField(label=_("Top cut"), choices=[], widget=forms.RadioSelect)
    best_of = forms.TypedChoiceField(
        label=_("Match length"), choices=best_of_choices, coerce=int, empty_value=None, required=False
    )
    carry = forms.BooleanField(label=_("Carry over from the previous phase"), required=False)
    meet_again = forms.BooleanField(label=_("Allow rematches"), required=False)

    def __init__(self, *args, kind: str, first: bool, rulebook: str, settings: dict | None = None, **kwargs):
        """`settings` are the phase's own so far."""
        self.rulebook = rulebooks.rulebook(rulebook)
        kwargs.setdefault("initial", {}).update(initial_of_phase(settings or {}))
        super().__init__(*args, **kwargs)
        self.fields["finals"].choices = finals_choices()[1:]
        for key in missing_fields(kind, first):
            del self.fields[key]

    def clean(self):
        data = super().clean()
        if "finals" in self.fields and data.get("finals") and data.get("top") and not data.get("per"):
            try:
                finals.build_table(data["finals"], data["top"])
            except RuleViolation as violation:
                self.add_error("top", text_without_path(violation))
        return data

    def settings(self) -> dict:
        """Return the arguments of events.actions.phases.change_phase; None means the rulebook's value."""
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


def initial_of_phase(settings: dict) -> dict:
    """Return the form's initial values for these settings."""
    cut = settings.get("cut") or {}
    draft = {key: settings.get(key, default) for key, default in USUAL.items()}
    return {key: settings.get(key) for key in OWN_SYSTEM} | {key: cut.get(key) for key in CUT} | draft


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
        yield from USUAL
    if kind not in DRAWN_KINDS or first:
        yield "meet_again"
    if kind == BRACKET or first:
        yield "carry"
    if first:
        yield from CUT


POINTS = {"win": _("Win"), "draw": _("Draw"), "loss": _("Loss"), "bye": _("Bye")}


def points_field(label):
    return forms.FloatField(label=label, min_value=-1000, max_value=100_000, required=False)


class PlayForm(forms.Form):
    """Rounds, games, round length and points; values equal to the rulebook's are not stored."""

    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("Match length"), coerce=int, empty_value=None, required=False, choices=best_of_choices
    )
    minutes = minutes_field()
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
            self.fields["best_of"].choices = best_of_choices([settings.best_of])
        self.fields |= {key: points_field(POINTS.get(key, key.replace("-", "–"))) for key in settings.points}

    def points_fields(self):
        """Return the fields of points by outcome and, if the rulebook has them, by games."""
        return [self[key] for key in self.settings.points]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None means the rulebook's value."""
        data, rulebook = self.cleaned_data, self.settings.rulebook
        values = {
            "rounds": data["rounds"],
            "minutes": none_if_default(data["minutes"], rulebook.minutes),
        }
        if "best_of" in data:
            values["best_of"] = none_if_default(data["best_of"], rulebook.best_of)
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


EXAMPLE = "1 SF1 S1 S4\n1 SF2 S2 S3\n2 F W:SF1 W:SF2"


SYSTEM = ("finals", "top", "own_name", "own_table")
DEFAULTS = {
    "third_place": False,
    "places": BY_SEED,
    "after_cut": OPPONENTS_BYE,
}
OPTIONS = ("best_of", "minutes", *DEFAULTS)


def choices():
    description = _("Write your own bracket, one match per line.")
    return [
        *finals_choices(),
        (OWN, ChoiceOption(_("Custom bracket"), description)),
    ]


class FinalsSettingsForm(FinalsForm):
    """The finals and how they are played; a custom table is text, one match per line."""

    finals = forms.ChoiceField(label=_("Top cut"), choices=choices, required=False, widget=forms.RadioSelect)
    own_name = text_field(_("Name of your bracket"), required=False)
    own_table = forms.CharField(
        label=_("Your bracket, one match per line"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": EXAMPLE, "spellcheck": "false"}),
        help_text=_(
            "Each line has the round, the match name and its players (two, or up to five in a pod): a seed "
            "(S4), a winner (W:SF1) or a loser (L:SF1)."
        ),
    )
    best_of = forms.TypedChoiceField(
        label=_("Match length"), coerce=int, empty_value=None, required=False, choices=best_of_choices
    )
    minutes = minutes_field()
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    places = forms.ChoiceField(
        label=_("Players eliminated in the same round"),
        choices=[
            (BY_SEED, _("rank by seed")),
            (SHARED, _("share a place")),
        ],
    )
    after_cut = forms.ChoiceField(
        label=_("If a player drops after the cut"),
        choices=[
            (OPPONENTS_BYE, _("opponent advances")),
            (
                NEXT_UP,
                _("next player in the standings plays, until the first match is played"),
            ),
        ],
    )

    def __init__(self, *args, page, **kwargs):
        """`page` is the FinalsSettings of events/pages/settings.py."""
        now = page.settings
        initial = page.initial | {name: getattr(now, name) for name in OPTIONS}
        initial |= {f"round_{number}": games for number, games in now.best_of_rounds.items()}
        super().__init__(*args, initial=initial, **kwargs)
        self.rulebook, self.rounds = now.rulebook, [number for number, _name in page.rounds]
        games = best_of_choices([now.best_of, *now.best_of_rounds.values()])
        self.fields["best_of"].choices = games
        for number, name in page.rounds:
            self.fields[f"round_{number}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                empty_value=None,
                required=False,
                choices=[("", _("Same as the other matches")), *games[1:]],
            )
        if page.locked:
            for name in SYSTEM:
                del self.fields[name]
        if page.is_pods:
            del self.fields["best_of"]
        if page.third_place_lock:
            lock(self, "third_place", page.third_place_lock)

    def clean(self):
        data = self.cleaned_data
        if data.get("finals") == OWN:
            data["finals"] = self.own_finals(data)
        return super().clean()

    def round_fields(self):
        return [self[f"round_{number}"] for number in self.rounds]

    def overrides(self) -> dict:
        """Return how the finals are played, as settings of their phase; None means the default."""
        data = self.cleaned_data
        usual = DEFAULTS | {name: getattr(self.rulebook, name) for name in ("best_of", "minutes")}
        values = {name: none_if_default(data[name], usual[name]) for name in OPTIONS if name in data}
        games = {str(n): data[f"round_{n}"] for n in self.rounds if data[f"round_{n}"]}
        return values | {"best_of_rounds": games or None}

    def own_finals(self, data) -> dict | None:
        """Return the custom table in the event file's format, None if it is invalid."""
        name = data.get("own_name", "").strip()
        try:
            table = {
                "matches": parse_typed_rows(data.get("own_table", "")),
                **({"name": name} if name else {}),
            }
            parse_system(table)
        except RuleViolation as violation:
            path = str(violation.params.get("path", ""))
            field = "own_name" if path.endswith(".name") else "own_table"
            self.add_error(field, match_error(path, violation))
            return None
        return table


def match_error(path: str, violation: RuleViolation) -> str:
    """Return the violation of a custom table with the number of the match."""
    text = text_without_path(violation)
    match = re.search(r"matches\[(\d+)\]", path)
    return gettext("Match {n}: {words}").format(n=int(match[1]) + 1, words=text) if match else text
