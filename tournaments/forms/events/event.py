"""What may be typed in about an event: its facts, its size, its finals, a file of it."""

from dataclasses import replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.events.presets import SHAPES
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
        """The start in the event file's words, None without a day."""
        said = self.cleaned_data
        if not said["day"]:
            return None
        at = datetime.combine(said["day"], said["start"] or MORNING, ZoneInfo(said["timezone"]))
        return in_utc(at)

    def facts(self) -> dict:
        said = self.cleaned_data
        return {
            "name": said["name"],
            "starts_at": self.starts_at(),
            "timezone": said["timezone"],
            "place": said["place"],
        }


class EventForm(FactsForm):
    """The facts of an event that is there; its rulebook only until round 1 is drawn."""

    rulebook = forms.ChoiceField(label=_("Rulebook"), choices=fields.rulebook_choices)

    def __init__(self, *args, drawn=False, **named):
        super().__init__(*args, **named)
        if drawn:
            del self.fields["rulebook"]

    def facts(self):
        rulebook = self.cleaned_data.get("rulebook")
        return {**super().facts(), **({"rulebook": rulebook} if rulebook else {})}


class FinalsForm(forms.Form):
    """Which finals follow, and for how many."""

    finals = forms.ChoiceField(label=_("Finals"), choices=fields.finals_choices, required=False)
    top = forms.IntegerField(label=_("Cut to top"), required=False, min_value=2, max_value=10_000)

    def clean(self):
        said = super().clean()
        key = said.get("finals")
        if not key or "top" in self.errors:
            return said
        sizes = finals.check_finals(key).sizes
        # Whoever left the number as it stood means the system's own.
        if len(sizes) == 1 and not (said.get("top") and "top" in self.changed_data):
            said["top"] = sizes[0]
        if not said.get("top"):
            self.add_error("top", gettext("Say how many go on."))
            return said
        try:
            finals.table(key, said["top"])
        except RuleViolation as wrong:
            self.add_error("top", in_words(wrong))
        return said


class NewEventForm(FinalsForm, FactsForm):
    """All that makes an event."""

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
        said = super().clean()
        rulebook, shape = rulebooks.RULEBOOKS.get(said.get("rulebook")), SHAPES.get(said.get("kind"))
        if not rulebook or not shape or rulebook.kind != PODS or shape[0].kind == PODS:
            return said
        # Whoever left the way to play as it stood means the rulebook's own.
        if "kind" not in self.changed_data:
            said["kind"] = rulebook.kind
        else:
            words = gettext("{rulebook} is played in pods: choose Pods here.")
            self.add_error("kind", words.format(rulebook=gettext(rulebook.name)))
        return said

    def told(self) -> EventHistory:
        """The event without players, its phases as they were chosen."""
        said = self.cleaned_data
        usual = rulebooks.rulebook(said["rulebook"]).best_of
        shape = SHAPES.get(said["kind"]) or SHAPES[rulebooks.rulebook(said["rulebook"]).kind]
        more = {"best_of": said["best_of"]} if said["best_of"] and said["best_of"] != usual else {}
        phases = [replace(one, name=gettext(one.name), settings=one.settings | more) for one in shape]
        if said["rounds"]:
            phases[0].settings["rounds"] = said["rounds"]
        if said["finals"]:
            name = finals.table(said["finals"], said["top"]).name
            chosen = {"cut": {"top": said["top"]}, "finals": said["finals"]}
            phases.append(PhaseRecord(BRACKET, gettext(name), chosen))
        return EventHistory(rulebook=said["rulebook"], phases=tuple(phases), **self.facts())


class ImportForm(forms.Form):
    """An event file."""

    file = forms.FileField(label=_("Event file"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def clean_file(self):
        """The history in the file. What is wrong with it is said with its path."""
        file = self.cleaned_data["file"]
        if file.size > event_file.MOST_BYTES:
            most = event_file.MOST_BYTES // 2**20
            raise ValidationError(gettext("The file is larger than {most} MB.").format(most=most))
        try:
            return event_file.read_text(file.read())
        except RuleViolation as wrong:
            raise ValidationError(in_words(wrong)) from None
