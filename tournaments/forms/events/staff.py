"""Forms of staff roles and of visibility."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import Staff
from ...rules.history import PRIVATE, PUBLIC, UNLISTED

BELOW_OWNER = [(role, label) for role, label in Staff.ROLES if role != Staff.OWNER]
VISIBILITIES = [
    (PUBLIC, _("everybody: it is on the list of events")),
    (UNLISTED, _("whoever has its address: it is on no list, and search engines leave it out")),
    (PRIVATE, _("staff who are signed in, and players on the device that opened their own page")),
]


class RoleForm(forms.Form):
    """A role below the owner's."""

    role = forms.ChoiceField(label=_("Role"), choices=BELOW_OWNER, initial=Staff.JUDGE)


class VisibilityForm(forms.Form):
    """Who sees the event."""

    visibility = forms.ChoiceField(label=_("Who sees it"), choices=VISIBILITIES, widget=forms.RadioSelect)
