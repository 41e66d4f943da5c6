"""The form of a staff role, and the choices of visibility."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import Staff
from ...rules.history import PRIVATE, PUBLIC, UNLISTED

BELOW_OWNER = [(role, label) for role, label in Staff.ROLES if role != Staff.OWNER]
VISIBILITIES = [
    (PUBLIC, _("Listed for everyone.")),
    (UNLISTED, _("Anyone with the link. Not listed, and hidden from search engines.")),
    (PRIVATE, _("Signed-in staff, and players on the device that opened their own page.")),
]


class RoleForm(forms.Form):
    """A role below the owner's."""

    role = forms.ChoiceField(label=_("Role"), choices=BELOW_OWNER, initial=Staff.JUDGE)
