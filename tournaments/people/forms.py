"""Forms of people."""

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..web.forms import name_field


class PersonForm(forms.Form):
    """What the staff know about a person."""

    name = name_field(_("Name"))
    public_name = name_field(_("Public name"))
    birth_year = forms.IntegerField(label=_("Year of birth"), required=False, min_value=1900)
    is_minor = forms.BooleanField(label=_("Under age"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["public_name"].help_text = _("On every public page, in past events too.")
        self.fields["birth_year"].help_text = _("For divisions. Only organisers see it.")
        self.fields["birth_year"].validators.append(MaxValueValidator(timezone.now().year))
