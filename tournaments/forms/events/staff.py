"""The form of a staff role."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import Staff

BELOW_OWNER = [(role, label) for role, label in Staff.ROLES if role != Staff.OWNER]


class RoleForm(forms.Form):
    """A role below the owner's."""

    role = forms.ChoiceField(label=_("Role"), choices=BELOW_OWNER, initial=Staff.JUDGE)
