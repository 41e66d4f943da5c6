"""What may be typed in about the time of a round and the words for everybody."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...rules.rounds.announcements import LONGEST
from ...rules.rounds.clock import MOST_EXTRA_MINUTES

MOST = 100_000


class RoundForm(forms.Form):
    """Which round is meant."""

    phase = forms.IntegerField(min_value=1, max_value=MOST)
    round = forms.IntegerField(min_value=1, max_value=MOST)


class ExtensionForm(RoundForm):
    """So many minutes more for a table; fewer than 0 take some back."""

    table = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        error_messages={"required": _("Type a table."), "invalid": _("Type a table.")},
    )
    minutes = forms.IntegerField(
        min_value=-MOST_EXTRA_MINUTES,
        max_value=MOST_EXTRA_MINUTES,
        error_messages={"required": _("Type the minutes."), "invalid": _("Type the minutes.")},
    )


class AnnouncementForm(forms.Form):
    """One line for everybody; none takes it back."""

    text = forms.CharField(required=False, max_length=LONGEST)
