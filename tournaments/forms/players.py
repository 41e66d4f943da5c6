"""What may be typed in about players."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..rules.bounds import LARGEST
from . import fields


class AddForm(forms.Form):
    """A pasted list, a player a line."""

    names = forms.CharField(
        label=_("One name a line, or paste a list"),
        help_text=_("A club and a rating may follow, each after a semicolon or a tab."),
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocomplete": "off"}),
        max_length=5_000_000,
        strip=False,
    )


class PlayerForm(forms.Form):
    """One player's own facts."""

    name = fields.text_field(_("Name"))
    club = fields.text_field(_("Club"), required=False)
    rating = forms.FloatField(label=_("Rating"), required=False, min_value=0, max_value=LARGEST)
    seed = forms.FloatField(label=_("Seed"), required=False, min_value=0, max_value=LARGEST)

    def facts(self) -> dict:
        return {key: self.cleaned_data[key] for key in ("name", "club", "rating", "seed")}


class MergeForm(forms.Form):
    """Two entries of one person: the one that stays, the one that goes."""

    keep = forms.ChoiceField(label=_("Stays"))
    gone = forms.ChoiceField(label=_("Goes"))

    def __init__(self, *args, players=(), **named):
        super().__init__(*args, **named)
        for field in self.fields.values():
            field.choices = [("", _("Choose a player")), *players]
