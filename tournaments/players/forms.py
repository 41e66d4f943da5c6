"""Forms of players."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules.errors import RuleViolation
from ..rules.history import BYE, DRAW, LOSS
from ..rules.history.players import TEXT_FACTS, CheckInSettings
from ..rules.players.roster import read_table
from ..rules.settings.fields import MAX_VALUE
from ..web.forms import EventTimeField, name_field, parse_whole_number, text_field
from ..web.shared_forms import MAX_ROUNDS
from ..web.tables import MAX_LIST_LENGTH, CsvFileField
from ..web.wording import message_text


class AddForm(forms.Form):
    """A pasted list, one player per line, or a file with a table; `table` is what it holds, if it is one."""

    names = forms.CharField(
        label=_("One name per line"),
        help_text=_(
            "Optional columns, separated by semicolons or tabs: name; team; rating; division. You can also "
            "paste a CSV table and then choose its columns."
        ),
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocomplete": "off"}),
        max_length=MAX_LIST_LENGTH,
        strip=False,
        required=False,
    )
    file = CsvFileField()

    def clean(self):
        data = super().clean()
        if self.errors:
            return data
        data["names"] = data["names"] if data["names"].strip() else data["file"]
        try:
            data["table"] = read_table(data["names"])
        except RuleViolation as violation:
            self.add_error("names", message_text(violation))
        return data


# In the order of the page.
FACTS = tuple(dict.fromkeys(("name", "club", "rating", "seed", "division", *TEXT_FACTS, "table")))
RARE_FACTS = FACTS[FACTS.index("division") :]
BYES = [
    ("", _("plays")),
    (BYE, _("bye")),
    (DRAW, _("half-point bye")),
    (LOSS, _("not paired, no points")),
]


TextFactsForm = type(
    "TextFactsForm",
    (forms.Form,),
    {
        name: text_field(_(fact.label), required=False, help_text=fact.hint and _(fact.hint))
        for name, fact in TEXT_FACTS.items()
    },
)


class PlayerForm(TextFactsForm):
    """One player's facts, and requested byes of the `rounds` that are not paired yet."""

    field_order = FACTS
    name = name_field(_("Name"))
    rating = forms.FloatField(label=_("Rating"), required=False, min_value=0, max_value=MAX_VALUE)
    seed = forms.FloatField(label=_("Seed"), required=False, min_value=0, max_value=MAX_VALUE)
    table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Leave blank for any table."),
    )

    def __init__(self, *args, byes: dict[int, str], rounds: Iterable[int], **kwargs):
        """`byes` are the requested byes by round."""
        super().__init__(*args, **kwargs)
        self.byes, self.rounds = byes, tuple(rounds)
        for number in self.rounds:
            self.fields[f"bye_{number}"] = forms.ChoiceField(
                label=gettext("Round {n}").format(n=number),
                choices=BYES,
                required=False,
                initial=byes.get(number, ""),
            )

    def rare_fields(self):
        return [self[name] for name in RARE_FACTS]

    def bye_fields(self):
        return [self[f"bye_{number}"] for number in self.rounds]

    @property
    def has_rare_fields(self) -> bool:
        """Return whether a rarely used field is filled in or has an error."""
        return any(field.value() or field.errors for field in (*self.rare_fields(), *self.bye_fields()))

    def facts(self) -> dict:
        data = self.cleaned_data
        byes = self.byes | {number: data[f"bye_{number}"] for number in self.rounds}
        byes = {number: worth for number, worth in byes.items() if worth}
        return {key: data[key] for key in FACTS} | {"byes": byes}


class MergeForm(forms.Form):
    """Two entries of one person: the one to keep, the one to remove."""

    def __init__(self, *args, players=(), **kwargs):
        super().__init__(*args, **kwargs)
        choices = [("", _("Choose a player")), *players]
        self.fields["keep"] = forms.ChoiceField(label=_("Keep"), choices=choices)
        self.fields["remove"] = forms.ChoiceField(label=_("Remove"), choices=choices)


ABSENT, PLAYING, CHOSEN = "absent", "playing", "chosen"


class CheckInTimesForm(forms.Form):
    """The times at which check-in opens and closes by itself."""

    def __init__(self, data, *, settings: CheckInSettings, zone: str):
        super().__init__(data, initial={"opens_at": settings.opens_at, "closes_at": settings.closes_at})
        self.fields["opens_at"] = EventTimeField(label=_("Open from"), zone=zone)
        self.fields["closes_at"] = EventTimeField(label=_("Until"), zone=zone)

    def clean(self):
        data = super().clean()
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", gettext("Check-in must close after it opens."))
        return data


class StartForm(forms.Form):
    """The choice for players who are not checked in; `playing` are those ticked if chosen one by one."""

    others = forms.ChoiceField(choices=[(value, value) for value in (ABSENT, PLAYING, CHOSEN)])

    def playing(self, missing: list[str]) -> list[str]:
        """Return the ids of the players who play, of these missing ones."""
        if self.cleaned_data["others"] == CHOSEN:
            return self.ticked()
        return missing if self.cleaned_data["others"] == PLAYING else []

    def ticked(self) -> list[str]:
        return self.data.getlist("playing")


MAX_TICKS, MAX_TICK_LENGTH = 200, 80


class AchievementsForm(forms.Form):
    """What a player ticks and confirms at a table, also in the form of a report.

    `achievements` tells that the form had the list of achievements.
    """

    phase = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    round = forms.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    achievements = forms.BooleanField(required=False)

    @property
    def seats(self) -> tuple[str, ...]:
        """The ids of the players in seat order."""
        return tuple(seat[:200] for seat in self.data.getlist("seat"))

    @property
    def ticked(self) -> list[str] | None:
        """The player's own achievements; None if the form did not ask."""
        if not self.cleaned_data["achievements"]:
            return None
        return [value[:MAX_TICK_LENGTH] for value in self.data.getlist("achievement")[:MAX_TICKS]]

    @property
    def confirmed(self) -> list[int]:
        """The primary keys of the ticks of others that the player confirms."""
        numbers = (parse_whole_number(text, digits=18) for text in self.data.getlist("confirms")[:MAX_TICKS])
        return [number for number in numbers if number is not None]

    @property
    def is_used(self) -> bool:
        return self.ticked is not None or bool(self.confirmed)
