"""Helpers for forms: fields, choices, errors, and what an address or a form asks for."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules import finals, rulebooks
from ..rules.errors import RuleViolation
from ..rules.event_file.fields import format_utc
from ..rules.history import PODS, SWISS
from ..rules.players import roster
from ..rules.registration import MAX_EMAIL_LENGTH, is_email
from ..rules.settings.fields import BY_STANDING, FOLD, MAX_ROUND_MINUTES, PAIRINGS, RANDOM
from .wording import message_text, rulebook_text

NO_FINALS = ""
FIRST_YEAR, LAST_YEAR = 1971, 2200
BEST_OFS = (1, 2, 3, 5, 7)


@dataclass(frozen=True)
class ChoiceOption:
    """A choice with a summary; its text is the name."""

    name: str
    summary: str

    def __str__(self):
        return gettext(self.name)

    @property
    def words(self):
        return gettext(self.summary)


AS_PRESET = ("", ChoiceOption(_("As the preset"), _("What the kind of event above sets.")))


def rulebook_choices():
    return [(key, ChoiceOption(rulebook_text(one), one.summary)) for key, one in rulebooks.RULEBOOKS.items()]


def finals_choices(no_cut=NO_FINALS):
    """Return “No top cut”, with the value `no_cut`, and the finals systems."""
    options = [(key, ChoiceOption(one.name, one.summary)) for key, one in finals.FINALS.items()]
    return [(no_cut, ChoiceOption(_("No top cut"), _("Swiss standings are final."))), *options]


def best_of_choices(extra=()):
    sizes = sorted({*BEST_OFS, *extra})
    return [("", _("Rulebook default")), *((n, _("Best of %(n)s") % {"n": n}) for n in sizes)]


def minutes_field():
    return forms.IntegerField(
        label=_("Round length in minutes"),
        required=False,
        min_value=0,
        max_value=MAX_ROUND_MINUTES,
        help_text=_("0 = no clock. Leave blank for the rulebook’s length."),
    )


def none_if_default(value, default):
    """Return the value to store: None if it equals the rulebook's."""
    return None if value == default else value


def pairing_choices(kind=SWISS):
    if kind == PODS:
        return [
            (RANDOM, _("Random inside each score group")),
            (BY_STANDING, _("By standing: neighbours at one table")),
        ]
    words = {
        RANDOM: _("Random inside each score group"),
        FOLD: _("Fold: top half against bottom half"),
        BY_STANDING: _("By standing: 1 against 2, 3 against 4"),
    }
    return [(key, words[key]) for key in PAIRINGS]


@cache
def time_zone_choices():
    # Cached: reading the names opens hundreds of files.
    return [
        (name, name.replace("_", " "))
        for name in sorted(available_timezones())
        if "/" in name or name == "UTC"
    ]


def lock(form, name: str, reason):
    """Show a field as text with the reason why it cannot change any more; a submitted value is ignored."""
    field = form.fields[name]
    value = form.get_initial_for_field(field, name)
    choices = (
        dict(field.choices) if hasattr(field, "choices") else {True: gettext("Yes"), False: gettext("No")}
    )
    field.disabled, field.help_text, field.locked_text = True, reason, choices.get(value, value)


def violation_text(violation: RuleViolation) -> str:
    """Return the violation's text; users of a page do not know the event file's paths."""
    return text_without_path(violation) if "path" in violation.params else message_text(violation)


def text_without_path(violation: RuleViolation) -> str:
    """Return the violation's text without the path, for display at its field."""
    words = message_text(violation).removeprefix(f"{violation.params.get('path')}: ")
    return words[:1].upper() + words[1:]


class EventTimeField(forms.Field):
    """A day and a time in the event's time zone, or none; values are in the event file's format."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, *args, zone: str, **kwargs):
        super().__init__(*args, required=False, **kwargs)
        self.zone = ZoneInfo(zone)

    def prepare_value(self, value):
        """Return the stored time for the widget, or else the typed text."""
        try:
            return datetime.fromisoformat(value).astimezone(self.zone)
        except (TypeError, ValueError):
            return value

    def clean(self, value):
        if not value:
            return None
        try:
            moment = datetime.strptime(value[:16], "%Y-%m-%dT%H:%M")
        except ValueError:
            raise ValidationError(gettext("Enter a date and a time.")) from None
        if not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise ValidationError(gettext("This date is too far from today."))
        return format_utc(moment.replace(tzinfo=self.zone))


def check_day(day: date):
    """Refuse days that no time zone or database may hold."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(gettext("This date is too far from today."))


def day_field(label, **kwargs):
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, validators=[check_day], widget=widget, **kwargs)


def check_text(text: str):
    """Refuse characters that an event file cannot hold."""
    try:
        roster.check_text(text)
    except RuleViolation as wrong:
        raise ValidationError(message_text(wrong)) from None


def check_characters(line: str):
    """Refuse characters that an event file cannot hold, in a line of any length."""
    for start in range(0, len(line), roster.MAX_TEXT_LENGTH):
        check_text(line[start : start + roster.MAX_TEXT_LENGTH])


def check_email(text: str):
    """Refuse addresses that are not on the internet, as a@localhost and a@[127.0.0.1]."""
    if not is_email(text):
        raise ValidationError(gettext("Enter a valid email address."))


def email_field(label, **kwargs):
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    validators = [check_text, check_email]
    return forms.EmailField(
        label=label, max_length=MAX_EMAIL_LENGTH, widget=widget, validators=validators, **kwargs
    )


def check_visible(text: str):
    """Refuse a name without visible characters."""
    if not roster.has_visible_characters(text):
        raise ValidationError(gettext("This name has no visible characters. Type a name."))


def name_field(label):
    return forms.CharField(label=label, max_length=200, validators=[check_text, check_visible])


def text_field(label, **kwargs):
    return forms.CharField(label=label, max_length=200, validators=[check_text], **kwargs)


def form_errors_text(form) -> str:
    """Return all errors of a form in one line."""
    return " ".join(error for errors in form.errors.values() for error in errors)


def parse_whole_number(text, digits=5):
    """Return the whole number in a text, or None for anything else and for more digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


MAX_SEARCH_LENGTH = 60


def search_text(request, name):
    return request.GET.get(name, "").replace("\x00", "").strip()[:MAX_SEARCH_LENGTH]


def order_of(request, default):
    """Return how a round's tables are listed: by table or by name."""
    order = request.GET.get("by")
    return order if order in ("table", "name") else default


def draw_options(request) -> dict:
    """Return the typed seed, and whether the offered exception may be made."""
    return {
        "seed": "".join(filter(str.isprintable, request.POST.get("seed", "").strip()))[:100],
        "exceptions": request.POST.get("exceptions") == "on",
    }
