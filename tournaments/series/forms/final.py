"""The form of a series' final."""

from datetime import datetime, time

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...models import Series
from ...rules.finals_systems.registry import build_table
from ...rules.history import BRACKET, PUBLIC, UNLISTED, EventHistory, PhaseRecord
from ...rules.series.final_seats import DEFAULT_SEATS, MAX_SEATS, MIN_SEATS
from ...web.club_layout import time_zone_of
from ...web.forms import ChoiceOption, day_field, finals_choices, name_field, rulebook_choices

ALL, PLAY_OFF, DRAW = "all", "play_off", "draw"
TIES = [
    (ALL, ChoiceOption(_("Invite all of them"), _("The final has more seats then."))),
    (
        PLAY_OFF,
        ChoiceOption(
            _("Play-off"),
            _("Their seats stay open. The places of a play-off give them, or you do."),
        ),
    ),
    (
        DRAW,
        ChoiceOption(
            _("Draw on the next page"),
            _("Their seats stay open. The page shows how the draw can be checked, and has the button."),
        ),
    ),
]


class FinalForm(forms.Form):
    """The final of a series: seats, finals system, name, date, and the time to answer."""

    seats = forms.IntegerField(
        label=_("Seats"), min_value=MIN_SEATS, max_value=MAX_SEATS, initial=DEFAULT_SEATS
    )
    ties = forms.ChoiceField(
        label=_("If people are level at the last seat"), choices=TIES, initial=ALL, widget=forms.RadioSelect
    )
    finals = forms.ChoiceField(label=_("Finals"), choices=lambda: finals_choices()[1:], initial="single")
    rulebook = forms.ChoiceField(label=_("Rulebook"), choices=rulebook_choices, initial="magic")
    name = name_field(_("Name"))
    day = day_field(_("Date"), required=False)
    start = forms.TimeField(
        label=_("Start time"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    answer_by = day_field(
        _("Answer by"),
        required=False,
        help_text=_("Until the end of this day. Then the seat goes to the next one of the table."),
    )

    def __init__(self, *args, series: Series, **kwargs):
        super().__init__(*args, **kwargs)
        self.series = series
        self.zone = time_zone_of(series.club)

    @property
    def deadline(self) -> datetime | None:
        """The end of the last day to answer."""
        day = self.cleaned_data["answer_by"]
        return datetime.combine(day, time(23, 59), self.zone) if day else None

    def history(self) -> EventHistory:
        """Return the event, whose only phase are the finals."""
        data = self.cleaned_data
        day = data["day"]
        starts_at = datetime.combine(day, data["start"] or time(10), self.zone).isoformat() if day else None
        table = build_table(data["finals"], data["seats"])
        return EventHistory(
            data["name"],
            data["rulebook"],
            phases=(PhaseRecord(BRACKET, gettext(table.name), {"finals": data["finals"]}),),
            starts_at=starts_at,
            timezone=str(self.zone),
            place=self.series.club.place,
            visibility=PUBLIC if self.series.is_public and self.series.club.is_published else UNLISTED,
        )
