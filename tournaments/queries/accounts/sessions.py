"""The devices on which an account is signed in."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext
from qsessions.models import Session


@dataclass(frozen=True)
class Device:
    """A signed-in browser; `name` identifies its session without revealing the secret key.

    `last_seen` is exact to ten minutes; `is_current`: it sent this request.
    """

    name: str
    browser: str
    address: str
    last_seen: datetime
    is_current: bool


def session_name(session_key: str) -> str:
    return hashlib.sha256(session_key.encode()).hexdigest()[:16]


def devices_of(user, current_key: str) -> list[Device]:
    """Return the user's devices: the one with the current session key first, then the last used."""
    sessions = Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-updated_at")
    devices = [
        Device(
            name=session_name(session.session_key),
            browser=browser_text(session),
            address=session.ip or "",
            last_seen=session.updated_at,
            is_current=session.session_key == current_key,
        )
        for session in sessions
    ]
    return sorted(devices, key=lambda device: not device.is_current)


def browser_text(session) -> str:
    """Return “Firefox on Linux”, as far as the browser identifies itself."""
    device_info = session.device_info
    browser = device_info.user_agent.family if device_info and device_info.user_agent else ""
    system = device_info.os.family if device_info and device_info.os else ""
    if browser and system:
        return gettext("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or gettext("Unknown browser")
