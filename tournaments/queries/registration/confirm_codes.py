"""Codes in the mails that confirm an email address."""

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from ...models import Registration


def confirm_code(row: Registration) -> str:
    """Return the code of this entry and the address to confirm: letters, digits, "-" and "_"."""
    return Signer(salt="confirm").signature(f"{row.token}:{row.address_to_confirm}")


def is_confirm_code(row: Registration, code: str) -> bool:
    """Return whether the code was sent to the address that the entry has to confirm now."""
    return bool(row.address_to_confirm) and constant_time_compare(code, confirm_code(row))
