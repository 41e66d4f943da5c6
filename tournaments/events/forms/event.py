"""Forms of an event: name and date, size, finals, event file."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...queries.wording.formats import message_text
from ...rules import event_file, finals
from ...rules.errors import RuleViolation
from ...rules.history import PRIVATE, PUBLIC, UNLISTED
from ...rules.log.timestamps import format_utc
from ...rules.rounds.planned_cuts import uses_pods
from .. import fields

MORNING = time(10)
FIRST_DAY = date(1970, 1, 2)
LAST_YEAR = 2200
VISIBILITIES = [
    (PUBLIC, _("Listed for everyone.")),
    (UNLISTED, _("Anyone with the link. Not listed, and hidden from search engines.")),
    (PRIVATE, _("Signed-in staff, and players on the device that opened their own page.")),
]


class EventFieldsForm(forms.Form):
    """Name, day, start, time zone and place."""

    name = fields.name_field(_("Name"))
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
    timezone = forms.ChoiceField(label=_("Time zone"), choices=fields.time_zone_choices)
    place = fields.text_field(_("Venue"), required=False)

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

    visibility = forms.ChoiceField(label=_("Visibility"), choices=VISIBILITIES, widget=forms.RadioSelect)

    def values(self):
        return super().values() | {"visibility": self.cleaned_data["visibility"]}


class FinalsForm(forms.Form):
    """The finals and the number of players in them; `pods` leaves only finals of pods."""

    finals = forms.ChoiceField(label=_("Top cut"), choices=fields.finals_choices, required=False)
    top = forms.IntegerField(label=_("Players in the cut"), required=False, min_value=2, max_value=10_000)

    def __init__(self, *args, pods=False, **kwargs):
        super().__init__(*args, **kwargs)
        if pods:
            choices = self.fields["finals"].choices
            self.fields["finals"].choices = [pair for pair in choices if pair[0] and uses_pods(pair[0])]

    def clean(self):
        data = super().clean()
        key = data.get("finals")
        if not key or "top" in self.errors:
            return data
        sizes = finals.check_finals(key).sizes
        # An unchanged number means the system's own.
        if len(sizes) == 1 and not (data.get("top") and "top" in self.changed_data):
            data["top"] = sizes[0]
        if not data.get("top"):
            self.add_error("top", gettext("Enter how many players make the cut."))
            return data
        try:
            finals.build_table(key, data["top"])
        except RuleViolation as violation:
            self.add_error("top", message_text(violation))
        return data


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
