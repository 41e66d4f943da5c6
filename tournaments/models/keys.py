"""Secret keys of the site that outlive a new SECRET_KEY."""

import hmac
import secrets
from hashlib import sha256

from django.db import models
from django.utils.translation import gettext_lazy as _


def new_key() -> str:
    return secrets.token_urlsafe(32)


class SiteKey(models.Model):
    """A secret key, part of copies of the database. A new SECRET_KEY does not change it."""

    # Hashes of the addresses of people, and the key that names the site to push services.
    PEOPLE, PUSH = "people", "push"

    name = models.CharField(_("name"), max_length=20, unique=True)
    value = models.CharField(max_length=64, default=new_key, editable=False)

    class Meta:
        verbose_name = _("key of the site")
        verbose_name_plural = _("keys of the site")

    def __str__(self):
        return self.name


def site_key(name: str) -> str:
    """Return the key with this name, made if it is missing: 32 bytes as base64url without padding."""
    key, _created = SiteKey.objects.get_or_create(name=name)
    return key.value


def hash_for_people(email: str) -> str:
    """Hash an email address so that a club recognises it and nobody else can: 64 hexadecimal digits."""
    key = site_key(SiteKey.PEOPLE).encode()
    return hmac.new(key, email.strip().casefold().encode(), sha256).hexdigest()
