"""Codes in the mails that confirm an email address."""

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from ...models import Registration


def confirm_code(row: Registration) -> str:
    """Return the code of this entry and its email address: letters, digits, "-" and "_"."""
    return Signer(salt="confirm").signature(f"{row.token}:{row.email}")


def is_confirm_code(row: Registration, code: str) -> bool:
    """Return whether the code was sent to the email address that the entry has now."""
    return bool(row.email) and constant_time_compare(code, confirm_code(row))
