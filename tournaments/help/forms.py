"""Forms of the help."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..web.forms import ChoiceOption, lock
from .pages.calculator import MAX_ROUNDS


class RoundsForm(forms.Form):
    """Blank rounds stand for the table of the Magic Tournament Rules."""

    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=20_000)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_("Leave blank for the recommended number."),
    )
    top = forms.IntegerField(label=_("Players in the cut"), min_value=1, max_value=20_000)
    draws = forms.IntegerField(
        label=_("Drawn matches (%)"),
        required=False,
        min_value=0,
        max_value=90,
        help_text=_("Leave blank for none."),
    )


MAX_QUERY_LENGTH = 80


class HelpSearchForm(forms.Form):
    q = forms.CharField(label=_("Search help"), max_length=MAX_QUERY_LENGTH, required=False)


class PartsForm(forms.Form):
    """A field of each kind, for the page that shows all parts."""

    name = forms.CharField(label=_("Name"), max_length=60)
    place = forms.CharField(label=_("Place"), required=False, help_text=_("Shown on the public page."))
    date = forms.DateField(label=_("Date"), help_text=_("The day of round 1."))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS)
    rulebook = forms.ChoiceField(label=_("Rulebook"), choices=[("magic", "Magic"), ("chess", _("Chess"))])
    best_of = forms.ChoiceField(label=_("Matches"), choices=[("3", _("Best of 3")), ("5", _("Best of 5"))])
    text = forms.CharField(label=_("About the event"), required=False, widget=forms.Textarea)
    visibility = forms.ChoiceField(
        choices=[
            ("public", ChoiceOption(_("Public"), _("Listed for everyone."))),
            ("unlisted", ChoiceOption(_("Unlisted"), _("Anyone with the link."))),
        ],
    )
    waitlist = forms.BooleanField(label=_("Waitlist"))
    approval = forms.BooleanField(label=_("Approve registrations"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        lock(self, "best_of", _("Round 1 is paired."))


# The date is none, so that its field shows an error.
EXAMPLE_VALUES = {
    "name": "Friday Modern",
    "place": "Lantern Games, hall 2",
    "date": "tomorrow",
    "rounds": "5",
    "rulebook": "magic",
    "best_of": "3",
    "text": "Doors open at 18:00.",
    "visibility": "public",
    "waitlist": "on",
}
