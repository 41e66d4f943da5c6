"""What a browser sends about its subscription."""

from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..models.push import MAX_ENDPOINT_LENGTH
from .encryption import PhoneKeys, decode

ON, OFF = "on", "off"


class SubscriptionForm(forms.Form):
    """A subscription of this browser, turned on or off; `keys` are its PhoneKeys."""

    do = forms.ChoiceField(choices=[(ON, ON), (OFF, OFF)])
    endpoint = forms.CharField(max_length=MAX_ENDPOINT_LENGTH)
    public_key = forms.CharField(max_length=100, required=False)
    secret = forms.CharField(max_length=40, required=False)
    shows_names = forms.BooleanField(required=False)

    def clean_endpoint(self) -> str:
        """Refuse what is no address of a push service: they all use https."""
        endpoint = self.cleaned_data["endpoint"]
        schemes = ("https", "http") if settings.LOCAL_ADDRESSES else ("https",)
        try:
            is_address = endpoint.isprintable() and urlsplit(endpoint).scheme in schemes
        except ValueError:
            is_address = False
        if not is_address or not endpoint.isascii():
            raise ValidationError(_("This is not the address of a push service."))
        return endpoint

    def clean(self):
        """Read the keys, which a subscription needs."""
        data = super().clean()
        if data.get("do") != ON or self.errors:
            return data
        try:
            self.keys = PhoneKeys(decode(data["public_key"]), decode(data["secret"]))
        except ValueError:
            raise ValidationError(_("The browser sent keys that are no keys.")) from None
        return data
