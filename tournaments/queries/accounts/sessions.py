"""An account as its owner sees it: where it is signed in."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from qsessions.models import Session


@dataclass(frozen=True)
class Device:
    """Where an account is signed in: the browser in words, its address, when it was last seen (a moment, good
    to ten minutes), whether it is the one that asks. `name` names it without telling its secret."""

    name: str
    words: str
    address: str
    last_seen: datetime
    is_here: bool


def name_of(session_key: str) -> str:
    return hashlib.sha256(session_key.encode()).hexdigest()[:16]


def devices_of(user, key: str) -> list[Device]:
    """The one with this session key first, the others by when they were last seen."""
    sessions = Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-updated_at")
    devices = [
        Device(
            name_of(session.session_key),
            browser_of(session),
            session.ip or "",
            session.updated_at,
            session.session_key == key,
        )
        for session in sessions
    ]
    return sorted(devices, key=lambda device: not device.is_here)


def browser_of(session) -> str:
    """“Firefox on Linux”, as far as the browser says it."""
    device_info = session.device_info
    browser = device_info.user_agent.family if device_info and device_info.user_agent else ""
    system = device_info.os.family if device_info and device_info.os else ""
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("Unknown browser")
