"""What may be typed in about a result."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

MOST = 100_000


class ReportForm(forms.Form):
    """A table of a round and its result: in words (`said`), or as games typed one by one."""

    phase = forms.IntegerField(min_value=1, max_value=MOST)
    round = forms.IntegerField(min_value=1, max_value=MOST)
    table = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        error_messages={"required": _("Type a table."), "invalid": _("Type a table.")},
    )
    first = forms.CharField(required=False, max_length=12)
    second = forms.CharField(required=False, max_length=12)
    drawn = forms.CharField(required=False, max_length=12)
    said = forms.CharField(required=False, max_length=60)
    sure = forms.CharField(required=False, max_length=60)

    def clean(self):
        said = super().clean()
        if said.get("said"):
            return said
        games = [said.get("first", ""), said.get("second", "")]
        if not all(games):
            raise ValidationError(gettext("Type the games of both players: 2 and 1."))
        said["said"] = "-".join([*games, said["drawn"]] if said.get("drawn") else games)
        return said
