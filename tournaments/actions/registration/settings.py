"""The settings of registration, check-in and lists."""

from dataclasses import replace

from ... import access
from ...rules import event_file
from ...rules.event_file.registration import settings_fragment
from ...rules.history.registration import CheckInSettings, ListSettings, RegistrationSettings
from ...rules.log import part_paths
from ..change import Change, action


@action(access.MANAGE)
def set_registration(change: Change, settings: RegistrationSettings):
    """Change how players register. Raises RuleViolation for invalid settings."""
    store_settings(change, registration=settings)


@action(access.MANAGE)
def set_check_in(change: Change, settings: CheckInSettings):
    """Change when players check in. Raises RuleViolation for invalid settings."""
    store_settings(change, check_in=settings)


@action(access.MANAGE)
def set_lists(change: Change, settings: ListSettings):
    """Change which lists the event asks for. Raises RuleViolation for invalid settings."""
    store_settings(change, lists=settings)


READERS = {
    "registration": event_file.read_registration,
    "check_in": event_file.read_check_in,
    "lists": event_file.read_lists,
}


def store_settings(change: Change, **settings):
    read = {name: READERS[name](settings_fragment(value)) for name, value in settings.items()}
    history = replace(change.history, players=(), phases=(), log=(), **read)
    change.set_part(part_paths.EVENT, history)
