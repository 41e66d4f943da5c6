"""Forms of rounds."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..web.forms import ChoiceOption


class PairForm(forms.Form):
    """A requested pairing of two players."""

    APART, WISHED = "apart", "wished"

    a = forms.ChoiceField(label=_("First player"))
    b = forms.ChoiceField(label=_("Second player"))
    kind = forms.ChoiceField(
        label=_("Type"),
        choices=[
            (APART, ChoiceOption(_("Keep apart"), _("never paired with each other"))),
            (
                WISHED,
                ChoiceOption(_("Pair up"), _("paired once, in the next round both play")),
            ),
        ],
        initial=APART,
    )

    def __init__(self, *args, players=(), **kwargs):
        super().__init__(*args, **kwargs)
        for name in "ab":
            self.fields[name].choices = [("", _("Choose a player")), *players]
