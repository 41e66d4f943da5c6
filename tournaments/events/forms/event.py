"""Forms of an event."""

from collections.abc import Mapping
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from ...models import Club, Series
from ...people.pages.candidates import Candidate
from ...rules import event_file
from ...rules.errors import RuleViolation
from ...rules.event_file.fields import format_utc
from ...rules.history import (
    EMPTY_MAPPING,
    MAX_GAME_LENGTH,
    PRIVATE,
    PUBLIC,
    UNLISTED,
    EventHistory,
    PlayerRecord,
)
from ...rules.history.players import facts_of
from ...rules.players.roster import parse_roster, read_table
from ...rules.settings.fields import MAX_REPORT_MINUTES
from ...series.pages.desk import last_used
from ...web.forms import (
    AS_PRESET,
    ChoiceOption,
    best_of_choices,
    check_text,
    finals_choices,
    name_field,
    rulebook_choices,
    text_field,
    time_zone_choices,
)
from ...web.tables import MAX_LIST_LENGTH
from ...web.wording import message_text
from ..pages.on_site import REPORTERS
from ..pages.plan import contradictions, kind_choices, plan_of, suggested_game
from ..pages.presets import GAME_CHOICES, NO_CUT, PRESETS

MORNING = time(10)
FIRST_DAY = date(1970, 1, 2)
LAST_YEAR = 2200
VISIBILITIES = [
    (PUBLIC, _("Listed for everyone.")),
    (UNLISTED, _("Anyone with the link. Not listed, and hidden from search engines.")),
    (PRIVATE, _("Signed-in staff, and players on the device that opened their own page.")),
]


COUNTS_PUBLIC_ONLY = gettext_noop(
    "“{series}” is public and counts public events only. Untick it, or let everybody see the event."
)


def game_field(label, suggestions: str):
    """Return a field for a game or its format; `suggestions` is the id of the page's list of them."""
    widget = forms.TextInput(attrs={"list": suggestions, "autocomplete": "off"})
    validators = [check_text]
    return forms.CharField(
        label=label, required=False, max_length=MAX_GAME_LENGTH, widget=widget, validators=validators
    )


class EventFieldsForm(forms.Form):
    """Name, day, start, time zone and place."""

    name = name_field(_("Name"))
    day = forms.DateField(
        label=_("Date"),
        required=False,
        validators=[MinValueValidator(FIRST_DAY)],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    start = forms.TimeField(
        label=_("Start time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    timezone = forms.ChoiceField(label=_("Time zone"), choices=time_zone_choices)
    place = text_field(_("Venue"), required=False)

    def clean_day(self):
        day = self.cleaned_data["day"]
        if day and day.year > LAST_YEAR:
            raise ValidationError(gettext("This date is too far ahead."))
        return day

    def starts_at(self) -> str | None:
        """Return the start in the event file's format; None without a day."""
        data = self.cleaned_data
        if not data["day"]:
            return None
        zone = ZoneInfo(data["timezone"])
        return format_utc(datetime.combine(data["day"], data["start"] or MORNING, zone))

    def values(self) -> dict:
        """Return the event's fields by name."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "starts_at": self.starts_at(),
            "timezone": data["timezone"],
            "place": data["place"],
        }


class EventForm(EventFieldsForm):
    """The fields of an existing event."""

    game = game_field(_("Game"), "games")
    game_format = game_field(_("Game format"), "game-formats")
    visibility = forms.ChoiceField(label=_("Visibility"), choices=VISIBILITIES, widget=forms.RadioSelect)

    def values(self):
        return super().values() | {
            name: self.cleaned_data[name] for name in ("game", "game_format", "visibility")
        }


class ImportForm(forms.Form):
    """An event file."""

    file = forms.FileField(label=_("Event file"), widget=forms.FileInput(attrs={"accept": ".json"}))

    def clean_file(self):
        """Return the history in the file; errors name their path."""
        file = self.cleaned_data["file"]
        if file.size > event_file.MAX_FILE_BYTES:
            text = gettext("The file is larger than {most} MB.")
            raise ValidationError(text.format(most=event_file.MAX_FILE_BYTES // 2**20))
        try:
            return event_file.read_text(file.read())
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from None


class ReportingForm(forms.Form):
    """How results of the whole event are reported."""

    reporting = forms.ChoiceField(
        label=_("Who reports results"),
        choices=[(key, _(label)) for key, label in REPORTERS.items()],
        widget=forms.RadioSelect,
    )
    report_minutes = forms.IntegerField(
        label=_("Auto-confirm a single report after"),
        min_value=0,
        max_value=MAX_REPORT_MINUTES,
        help_text=_("Minutes (0 = never)"),
    )


class RepeatForm(EventFieldsForm):
    """The facts of the new event, and who is in it."""

    people = forms.MultipleChoiceField(required=False)
    names = forms.CharField(
        label=_("New names"),
        help_text=_("One name per line."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MAX_LIST_LENGTH,
        required=False,
    )

    def __init__(self, *args, candidates: list[Candidate], **kwargs):
        super().__init__(*args, **kwargs)
        self.candidates = candidates
        self.fields["people"].choices = [(one.value, one.name) for one in candidates]

    def clean_names(self):
        names = self.cleaned_data["names"]
        try:
            if names.strip():
                parse_roster(names)
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from None
        return names

    def chosen(self, with_everyone: bool) -> list[Candidate]:
        """Return who is ticked, and all players of the last event if they are wanted."""
        ticked = self.cleaned_data["people"]
        return [one for one in self.candidates if one.value in ticked or (with_everyone and one.player)]


def label_of(club: Club) -> str:
    """Return the name of a club; one without a name is told apart by its newest event."""
    newest = None if club.name else club.events.order_by("-id").first()
    return f"{club} ({newest.name})" if newest else str(club)


class NewEventForm(EventFieldsForm):
    """A new event: a preset and its players; every other choice replaces what the preset says."""

    for_game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(key, gettext(one.name)) for key, one in GAME_CHOICES.items()],
        required=False,
    )
    preset = forms.ChoiceField(
        label=_("Kind of event"),
        choices=lambda: [(key, ChoiceOption(preset.name, preset.summary)) for key, preset in PRESETS.items()],
        widget=forms.RadioSelect,
        required=False,
    )
    names = forms.CharField(
        label=_("Players"),
        help_text=_("One name per line. You can also add players later."),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MAX_LIST_LENGTH,
        required=False,
    )
    rulebook = forms.ChoiceField(
        label=_("Rulebook"),
        choices=lambda: [AS_PRESET, *rulebook_choices()],
        widget=forms.RadioSelect,
        required=False,
    )
    kind = forms.ChoiceField(
        label=_("Kind of rounds"),
        choices=lambda: [AS_PRESET, *kind_choices()],
        widget=forms.RadioSelect,
        required=False,
    )
    players = forms.IntegerField(label=_("Players expected"), required=False, min_value=2, max_value=20_000)
    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=100)
    best_of = forms.TypedChoiceField(
        label=_("Match length"), choices=best_of_choices, coerce=int, empty_value=None, required=False
    )
    minutes = forms.IntegerField(label=_("Minutes per round"), required=False, min_value=0, max_value=1440)
    finals = forms.ChoiceField(
        label=_("Top cut"),
        choices=lambda: [AS_PRESET, *finals_choices(NO_CUT)],
        widget=forms.RadioSelect,
        required=False,
    )
    top = forms.IntegerField(label=_("Players in the cut"), required=False, min_value=2, max_value=10_000)
    game = game_field(_("Game"), "games")
    game_format = game_field(_("Game format"), "game-formats")
    visibility = forms.ChoiceField(label=_("Who can see it"), choices=VISIBILITIES, required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    counts_for = forms.TypedMultipleChoiceField(label=_("Counts for"), coerce=int, required=False)

    table = None

    def __init__(self, *args, clubs, series: Mapping[int, list[Series]] = EMPTY_MAPPING, **kwargs):
        """`clubs` are those in which the user can create events, the one to choose first at the beginning.

        `series` are the current ones of each club by its id; a new form has those ticked that were used last.
        """
        super().__init__(*args, **kwargs)
        self.clubs = {club.slug: club for club in clubs}
        self.fields["club"].choices = [(slug, label_of(club)) for slug, club in self.clubs.items()]
        self.series = {club: series[club.pk] for club in clubs if series.get(club.pk)}
        field, is_public = self.fields["counts_for"], self.initial.get("visibility", PUBLIC) == PUBLIC
        field.choices = [(one.pk, one.name) for own in self.series.values() for one in own]
        used = [one for own in self.series.values() for one in last_used(own)]
        field.initial = [one.pk for one in used if is_public or not one.is_public]

    @property
    def ticked_series(self) -> set[str]:
        """The ids of the ticked series, as the form sends them."""
        return {str(value) for value in self["counts_for"].value()}

    def clean_names(self):
        """Return the players of the pasted list; none yet of a table, whose columns have to be confirmed."""
        text, lines = self.cleaned_data["names"], ()
        try:
            self.table = read_table(text)
            if text.strip() and not self.table:
                lines = parse_roster(text)
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from None
        return tuple(
            PlayerRecord(f"p{n}", **facts_of(line), rating=line.rating, seed=line.seed)
            for n, line in enumerate(lines, 1)
        )

    def clean(self):
        data = super().clean()
        first, chosen = next(iter(self.clubs.values()), None), self.clubs.get(data.get("club"))
        if chosen and chosen != first:
            # The form began with the venue and time zone of another club. What nobody has changed follows.
            if data.get("place") == first.place:
                data["place"] = chosen.place
            if chosen.timezone and data.get("timezone") == (first.timezone or settings.TIME_ZONE):
                data["timezone"] = chosen.timezone
        # Those of another club have been left ticked.
        own = self.series.get(self.chosen_club, ())
        data["counts_for"] = [one for one in own if one.pk in data.get("counts_for", ())]
        is_public = data.get("visibility") in (PUBLIC, "", None)
        if public := [one.name for one in data["counts_for"] if one.is_public and not is_public]:
            self.add_error("counts_for", gettext(COUNTS_PUBLIC_ONLY).format(series=public[0]))
        if not self.errors:
            for field, error in contradictions(plan_of(data)).items():
                self.add_error(field, error)
        return data

    def history(self) -> EventHistory:
        """Return the event with its phases and players."""
        data = self.cleaned_data
        plan = plan_of(data)
        return EventHistory(
            rulebook=plan.rulebook.key,
            phases=plan.phases(),
            players=data["names"],
            game=data["game"] or suggested_game(plan.rulebook),
            game_format=data["game_format"],
            visibility=data["visibility"] or VISIBILITIES[0][0],
            **self.values(),
        )

    @property
    def chosen_club(self) -> Club | None:
        """The club of the event; None if the user has none yet."""
        return self.clubs.get(self.cleaned_data.get("club")) or next(iter(self.clubs.values()), None)
