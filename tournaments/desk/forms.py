"""Forms of the desk: clock, announcements, staff."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Staff
from ..rules.rounds.clock import ANNOUNCEMENT_MINUTES, MAX_ANNOUNCEMENT_LENGTH, MAX_EXTRA_MINUTES, WITH_ROUND

MAX_NUMBER = 100_000


class RoundForm(forms.Form):
    """A round."""

    phase = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    round = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)


class TableForm(RoundForm):
    """A table of a round."""

    table = forms.IntegerField(
        min_value=1,
        max_value=MAX_NUMBER,
        error_messages={"required": _("Enter a table number."), "invalid": _("Enter a table number.")},
    )


class AchievementForm(TableForm):
    """A pressed button: “1” for reached or “0”, the achievement, and the player, with spaces between."""

    tick = forms.RegexField(r"^[01] \S+ .+$", max_length=200)

    @property
    def arguments(self) -> dict:
        """The arguments of series.actions.ticks.set_achievement."""
        is_reached, value, player = self.cleaned_data["tick"].split(" ", 2)
        return {"player": player, "value": value, "is_reached": is_reached == "1"}


class ExtensionForm(TableForm):
    """A time extension of a table; negative minutes take some back."""

    minutes = forms.IntegerField(
        min_value=-MAX_EXTRA_MINUTES,
        max_value=MAX_EXTRA_MINUTES,
        error_messages={
            "required": _("Enter the number of minutes."),
            "invalid": _("Enter the number of minutes."),
        },
    )


class AnnouncementForm(forms.Form):
    """An announcement and when it ends; an empty text removes it."""

    text = forms.CharField(required=False, max_length=MAX_ANNOUNCEMENT_LENGTH)
    ends = forms.ChoiceField(
        required=False, choices=[(value, value) for value in (WITH_ROUND, *map(str, ANNOUNCEMENT_MINUTES))]
    )


BELOW_OWNER = [(role, label) for role, label in Staff.ROLES if role != Staff.OWNER]


class RoleForm(forms.Form):
    """A role below the owner's."""

    role = forms.ChoiceField(label=_("Role"), choices=BELOW_OWNER, initial=Staff.JUDGE)
