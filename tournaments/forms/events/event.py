"""Forms of an event: facts, size, finals, event file."""

from dataclasses import replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.events.presets import PRESETS
from ...queries.wording.formats import in_words
from ...rules import event_file, finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, PODS, EventHistory, PhaseRecord
from ...rules.log.timestamps import in_utc
from .. import fields

MORNING = time(10)
FIRST_DAY = date(1970, 1, 2)
LAST_YEAR = 2200


class FactsForm(forms.Form):
    """Name, day, start, time zone and place."""

    name = fields.name_field(_("Name"))
    day = forms.DateField(
        label=_("Day"),
        required=False,
        validators=[MinValueValidator(FIRST_DAY)],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    start = forms.TimeField(
        label=_("Start"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    timezone = forms.ChoiceField(label=_("Time zone"), choices=fields.time_zone_choices)
    place = fields.text_field(_("Place"), required=False)

    def clean_day(self):
        day = self.cleaned_data["day"]
        if day and day.year > LAST_YEAR:
            raise ValidationError(gettext("That is too far ahead."))
        return day

    def starts_at(self) -> str | None:
        """Return the start in the event file's format, None without a day."""
        data = self.cleaned_data
        if not data["day"]:
            return None
        at = datetime.combine(data["day"], data["start"] or MORNING, ZoneInfo(data["timezone"]))
        return in_utc(at)

    def facts(self) -> dict:
        data = self.cleaned_data
        return {
            "name": data["name"],
            "starts_at": self.starts_at(),
            "timezone": data["timezone"],
            "place": data["place"],
        }


class EventForm(FactsForm):
    """The facts of an existing event; its rulebook only until round 1 is paired."""

    rulebook = forms.ChoiceField(label=_("Rulebook"), choices=fields.rulebook_choices)

    def __init__(self, *args, drawn=False, **kwargs):
        super().__init__(*args, **kwargs)
        if drawn:
            del self.fields["rulebook"]

    def facts(self):
        rulebook = self.cleaned_data.get("rulebook")
        return {**super().facts(), **({"rulebook": rulebook} if rulebook else {})}


class FinalsForm(forms.Form):
    """The finals and the number of players in them."""

    finals = forms.ChoiceField(label=_("Finals"), choices=fields.finals_choices, required=False)
    top = forms.IntegerField(label=_("Cut to top"), required=False, min_value=2, max_value=10_000)

    def clean(self):
        data = super().clean()
        key = data.get("finals")
        if not key or "top" in self.errors:
            return data
        sizes = finals.check_finals(key).sizes
        # An unchanged number stands for the system's own.
        if len(sizes) == 1 and not (data.get("top") and "top" in self.changed_data):
            data["top"] = sizes[0]
        if not data.get("top"):
            self.add_error("top", gettext("Say how many go on."))
            return data
        try:
            finals.table(key, data["top"])
        except RuleViolation as wrong:
            self.add_error("top", in_words(wrong))
        return data


class NewEventForm(FinalsForm, FactsForm):
    """A new event."""

    rulebook = forms.ChoiceField(
        label=_("Rulebook"), choices=fields.rulebook_choices, widget=forms.RadioSelect
    )
    players = forms.IntegerField(label=_("Players expected"), required=False, min_value=2, max_value=20_000)
    kind = forms.ChoiceField(
        label=_("Rounds are paired"), choices=fields.kind_choices, widget=forms.RadioSelect, required=False
    )
    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("A match is"), choices=fields.best_of_choices, coerce=int, empty_value=None, required=False
    )

    def clean(self):
        data = super().clean()
        rulebook, shape = rulebooks.RULEBOOKS.get(data.get("rulebook")), PRESETS.get(data.get("kind"))
        if not rulebook or not shape or rulebook.kind != PODS or shape[0].kind == PODS:
            return data
        # An unchanged kind stands for the rulebook's own.
        if "kind" not in self.changed_data:
            data["kind"] = rulebook.kind
        else:
            words = gettext("{rulebook} is played in pods: choose Pods here.")
            self.add_error("kind", words.format(rulebook=gettext(rulebook.name)))
        return data

    def history(self) -> EventHistory:
        """Return the history without players, with the chosen phases."""
        data = self.cleaned_data
        default_best_of = rulebooks.rulebook(data["rulebook"]).best_of
        shape = PRESETS.get(data["kind"]) or PRESETS[rulebooks.rulebook(data["rulebook"]).kind]
        settings = (
            {"best_of": data["best_of"]} if data["best_of"] and data["best_of"] != default_best_of else {}
        )
        phases = [replace(one, name=gettext(one.name), settings=one.settings | settings) for one in shape]
        if data["rounds"]:
            phases[0].settings["rounds"] = data["rounds"]
        if data["finals"]:
            name = finals.table(data["finals"], data["top"]).name
            chosen = {"cut": {"top": data["top"]}, "finals": data["finals"]}
            phases.append(PhaseRecord(BRACKET, gettext(name), chosen))
        return EventHistory(rulebook=data["rulebook"], phases=tuple(phases), **self.facts())


class ImportForm(forms.Form):
    """An event file."""

    file = forms.FileField(label=_("Event file"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def clean_file(self):
        """Return the history in the file; errors name their path."""
        file = self.cleaned_data["file"]
        if file.size > event_file.MAX_FILE_BYTES:
            most = event_file.MAX_FILE_BYTES // 2**20
            raise ValidationError(gettext("The file is larger than {most} MB.").format(most=most))
        try:
            return event_file.read_text(file.read())
        except RuleViolation as wrong:
            raise ValidationError(in_words(wrong)) from None
