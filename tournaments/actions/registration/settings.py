"""The settings of registration, check-in and lists."""

from dataclasses import replace

from ... import access
from ...queries.wording.values import changed_keys
from ...rules import event_file
from ...rules.errors import _
from ...rules.event_file.registration import settings_fragment
from ...rules.history.registration import CheckInSettings, ListSettings, RegistrationSettings
from ...rules.log import part_paths
from ..change import Change, action


@action(
    access.MANAGE,
    log={
        "set_registration": (_("Registration settings changed"), "{keys}"),
        "registration_opened": _("Registration opened"),
        "registration_closed": _("Registration closed"),
        "registration_saved": _("Registration settings saved"),
    },
)
def set_registration(change: Change, settings: RegistrationSettings):
    """Change how players register. Raises RuleViolation for invalid settings."""
    keys = store_settings(change, "registration", settings)
    others = [key for key in keys if key not in ("open", "opens_at", "closes_at")]
    if "open" in keys and not others:
        change.log("registration_opened" if settings.open else "registration_closed")
    elif keys:
        change.log(keys=others)
    else:
        change.log("registration_saved")


@action(
    access.MANAGE,
    log={
        "set_check_in": _("Times of check-in changed"),
        "check_in_opened": _("Check-in opened"),
        "check_in_closed": _("Check-in closed"),
    },
)
def set_check_in(change: Change, settings: CheckInSettings):
    """Change when players check in. Raises RuleViolation for invalid settings."""
    if "open" in store_settings(change, "check_in", settings):
        change.log("check_in_opened" if settings.open else "check_in_closed")


@action(access.MANAGE, log=_("Settings of lists changed"))
def set_lists(change: Change, settings: ListSettings):
    """Change which lists the event asks for. Raises RuleViolation for invalid settings."""
    store_settings(change, "lists", settings)


READERS = {
    "registration": event_file.read_registration,
    "check_in": event_file.read_check_in,
    "lists": event_file.read_lists,
}


def store_settings(change: Change, name: str, settings) -> list[str]:
    """Store the event's settings of this name, and return the keys that differ."""
    before, after = settings_fragment(getattr(change.history, name)), settings_fragment(settings)
    read = {name: READERS[name](after)}
    change.set_part(part_paths.EVENT, replace(change.history, players=(), phases=(), log=(), **read))
    return changed_keys(before, after)
