"""Forms of ratings: the game to switch on, and the settings of a list."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules.history import MAX_GAME_LENGTH
from ..rules.ratings.elo import RatingSettings
from ..rules.ratings.settings import MAX_K, MAX_PROVISIONAL, MAX_RATING, PRESETS
from ..web.forms import ChoiceOption, check_text

OWN = "own"


def preset_choices() -> list[tuple[str, ChoiceOption]]:
    return [(key, ChoiceOption(one.name, one.summary)) for key, one in PRESETS.items()]


class SwitchOnForm(forms.Form):
    """A game of the club."""

    game = forms.CharField(max_length=MAX_GAME_LENGTH, validators=[check_text], strip=False)


class RatingSettingsForm(forms.Form):
    """How ratings are calculated, as a preset or by own numbers, and what they are used for."""

    preset = forms.ChoiceField(
        label=_("Calculation"),
        choices=lambda: [
            *preset_choices(),
            (OWN, ChoiceOption(_("Own numbers"), _("Those that you type below."))),
        ],
        widget=forms.RadioSelect,
    )
    start = forms.FloatField(
        label=_("Rating to begin with"), required=False, min_value=-MAX_RATING, max_value=MAX_RATING
    )
    k = forms.FloatField(
        label=_("K"),
        help_text=_("The most that one match can change."),
        required=False,
        min_value=1,
        max_value=MAX_K,
    )
    provisional_matches = forms.IntegerField(
        label=_("Provisional until"),
        help_text=_("Matches that somebody must have played before the rating is trusted."),
        required=False,
        min_value=0,
        max_value=MAX_PROVISIONAL,
    )
    seeds_events = forms.BooleanField(
        label=_("Use for seeds"),
        help_text=_(
            "When round 1 is paired, players without a rating get theirs. It seeds the round where the "
            "format does so, and chances are calculated with it. A rating that you type stays."
        ),
        required=False,
    )

    def clean(self):
        data = super().clean()
        if data.get("preset") == OWN:
            for name in ("start", "k", "provisional_matches"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, gettext("Enter a number."))
        return data

    def rating_settings(self) -> RatingSettings:
        """Return the settings of a valid form."""
        data = self.cleaned_data
        if data["preset"] != OWN:
            return PRESETS[data["preset"]].settings
        return RatingSettings(
            start=data["start"], k=data["k"], provisional_matches=data["provisional_matches"]
        )
