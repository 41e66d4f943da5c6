"""The search of the help."""

from django import forms
from django.utils.translation import gettext_lazy as _

MAX_QUERY_LENGTH = 80


class HelpSearchForm(forms.Form):
    q = forms.CharField(label=_("Search help"), max_length=MAX_QUERY_LENGTH, required=False)
