"""Forms of a series: its name, its events, results from elsewhere, people, and prizes."""

from decimal import Decimal
from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...models.series import MAX_DIVISION_LENGTH, MAX_KIND_LENGTH, MAX_SERIES_NAME_LENGTH
from ...rules.errors import RuleViolation
from ...rules.series.events import PLACE, POINTS, WINS
from ...rules.series.presets import PRESETS
from ...rules.series.series_rules import MAX_WEIGHT
from ...web.forms import ChoiceOption, check_text, check_visible, day_field, text_field
from ...web.wording import message_text
from ..actions.elsewhere import parse_results
from ..pages.elsewhere import NamedLine

MAX_PASTED_LENGTH = 100_000
MAX_PRIZES = 100
ONLY_PUBLIC = _("Everybody can see it on the club’s page. It then counts public events only.")


def series_name_field():
    return forms.CharField(
        label=_("Name"), max_length=MAX_SERIES_NAME_LENGTH, validators=[check_text, check_visible]
    )


def weight_field():
    return forms.DecimalField(
        label=_("Weight"), min_value=0, max_value=MAX_WEIGHT, decimal_places=3, initial=1, required=False
    )


def kind_field():
    return forms.CharField(
        label=_("Kind"),
        required=False,
        max_length=MAX_KIND_LENGTH,
        validators=[check_text],
        help_text=_("Such as “cup”, if the rules treat kinds differently."),
    )


def preset_choices() -> list[tuple[str, ChoiceOption]]:
    """Return the presets; what each says ends with the league that it comes from."""
    text = _("{summary} From: {source}.")
    return [
        (key, ChoiceOption(one.name, format_lazy(text, summary=_(one.summary), source=one.source)))
        for key, one in PRESETS.items()
    ]


class NewSeriesForm(forms.Form):
    """The name of a new series, and the preset that its rules begin with."""

    name = series_name_field()
    preset = forms.ChoiceField(
        label=_("Rules"),
        choices=preset_choices,
        widget=forms.RadioSelect,
    )
    is_public = forms.BooleanField(label=_("Public"), required=False, initial=True, help_text=ONLY_PUBLIC)


class SeriesForm(forms.Form):
    """The name of a series, and who sees it."""

    name = series_name_field()
    is_public = forms.BooleanField(label=_("Public"), required=False, help_text=ONLY_PUBLIC)


class NextSeasonForm(forms.Form):
    """The name of the next season."""

    name = series_name_field()


class EntryForm(forms.Form):
    """Kind and weight of an event of the series."""

    kind = kind_field()
    weight = weight_field()

    def clean_weight(self):
        return one_without(self.cleaned_data["weight"])


def one_without(weight: Decimal | None) -> Decimal:
    return Decimal(1) if weight is None else weight


class AddEventsForm(EntryForm):
    """Events of the club to add, all of one kind and weight."""

    events = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": _("Choose events.")})

    def __init__(self, *args, events, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["events"].choices = [(event.pk, event.name) for event in events]


class EveningForm(EntryForm):
    """Name, date and source of an evening that was played elsewhere, with its kind and weight."""

    name = forms.CharField(label=_("Name"), max_length=200, validators=[check_text, check_visible])
    date = day_field(_("Date"))
    source = text_field(
        _("Source"), required=False, help_text=_("Where the results come from: everybody can read it.")
    )


class ElsewhereForm(EveningForm):
    """A new evening that was played elsewhere, with its results as a pasted list."""

    numbers = forms.ChoiceField(
        label=_("The numbers are"),
        choices=[
            (POINTS, _("points of the series, as they are")),
            (PLACE, _("places")),
            (WINS, _("matches won")),
        ],
    )
    results = forms.CharField(
        label=_("Results"),
        max_length=MAX_PASTED_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One line for each player: “Ann 12”. A running season is entered as one evening."),
    )
    field_order = ("numbers", "results", "name", "date", "source", "kind", "weight")

    def clean(self):
        data = super().clean()
        if "results" in data and "numbers" in data:
            try:
                data["parsed"] = parse_results(data["results"], data["numbers"])
            except RuleViolation as violation:
                self.add_error("results", message_text(violation))
        return data


NEW_PERSON = "new"


class NamesForm(forms.Form):
    """Who the names of a pasted list are that people of the club have nearly, or more than one of them."""

    def __init__(self, *args, lines: list[NamedLine], **kwargs):
        super().__init__(*args, **kwargs)
        self.people = {one.value: one.person for line in lines for one in line.offered}
        for line in lines:
            if line.offered:
                known = [(one.value, f"{one.name}, {one.about}") for one in line.offered]
                choices = [("", gettext("Choose who it is")), *known, (NEW_PERSON, gettext("somebody new"))]
                self.fields[f"who_{line.number}"] = forms.ChoiceField(label=line.name, choices=choices)

    @property
    def chosen(self) -> dict[int, int | None]:
        """The primary key of the person of each line, None for somebody new."""
        data = self.cleaned_data.items()
        return {int(name.removeprefix("who_")): self.people.get(value) for name, value in data}


class MemberForm(forms.Form):
    """Whether a person is a guest, and the division."""

    is_guest = forms.BooleanField(
        label=_("Guest"), required=False, help_text=_("Plays, but scores nothing: staff, visitors.")
    )
    division = forms.CharField(
        label=_("Division"),
        required=False,
        max_length=MAX_DIVISION_LENGTH,
        validators=[check_text],
        help_text=_("A division of the rules that you enter for each person. Leave blank for none."),
    )


class AdjustmentForm(forms.Form):
    """Points to add or take off, and why."""

    points = forms.DecimalField(
        label=_("Points"),
        min_value=-1_000_000,
        max_value=1_000_000,
        decimal_places=4,
        help_text=_("With a minus to take points off."),
    )
    reason = text_field(_("Reason"), help_text=_("Everybody can read it."))

    def clean_points(self):
        points = Fraction(self.cleaned_data["points"])
        if not points:
            raise ValidationError(gettext("Enter a number other than 0."))
        return points


class SeasonPrizesForm(forms.Form):
    """The prizes of the season, one line for each rank or range of ranks."""

    prizes = forms.CharField(
        label=_("Prizes by rank"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("One line each: “1: a playmat”, “2–4: a pack”."),
    )

    def clean_prizes(self):
        """Return [{"first", "last", "text"}] in the order of the ranks."""
        lines = [line.strip() for line in self.cleaned_data["prizes"].splitlines() if line.strip()]
        if len(lines) > MAX_PRIZES:
            raise ValidationError(gettext("Enter at most {most} prizes.").format(most=MAX_PRIZES))
        return sorted(map(read_prize, lines), key=lambda prize: (prize["first"], prize["last"]))


def read_prize(line: str) -> dict:
    """Return the prize of a line. ValidationError if it has no rank or no text."""
    ranks, _colon, text = line.partition(":")
    first, _dash, last = ranks.replace("-", "–").partition("–")
    numbers = [part.strip() for part in (first, last) if part.strip()]
    if not numbers or not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in numbers):
        raise ValidationError(gettext("“{line}”: begin with a rank, such as “1:”.").format(line=line))
    check_text(text)
    low, high = int(numbers[0]), int(numbers[-1])
    if not text.strip() or not 1 <= low <= high:
        raise ValidationError(gettext("“{line}”: enter “1–3: prize”.").format(line=line))
    return {"first": low, "last": high, "text": text.strip()}


def prizes_text(prizes: list[dict]) -> str:
    """Return stored prizes as the form shows them."""
    return "\n".join(
        f"{row['first']}: {row['text']}"
        if row["first"] == row["last"]
        else f"{row['first']}–{row['last']}: {row['text']}"
        for row in prizes
    )
