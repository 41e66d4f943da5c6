"""The settings of registration, check-in and lists."""

from dataclasses import replace

from ...models import Event
from ...rules import event_file
from ...rules.event_file.registration import settings_fragment
from ...rules.history.registration import CheckInSettings, ListSettings, RegistrationSettings
from ...rules.log import part_paths
from ..change import Actor, record_action


def set_registration(event: Event, actor: Actor, settings: RegistrationSettings):
    """Change how players register. Raises RuleViolation for invalid settings."""
    store_settings("set_registration", event, actor, registration=settings)


def set_check_in(event: Event, actor: Actor, settings: CheckInSettings):
    """Change when players check in. Raises RuleViolation for invalid settings."""
    store_settings("set_check_in", event, actor, check_in=settings)


def set_lists(event: Event, actor: Actor, settings: ListSettings):
    """Change which lists the event asks for. Raises RuleViolation for invalid settings."""
    store_settings("set_lists", event, actor, lists=settings)


READERS = {
    "registration": event_file.read_registration,
    "check_in": event_file.read_check_in,
    "lists": event_file.read_lists,
}


def store_settings(action: str, event: Event, actor: Actor, **settings):
    with record_action(event, actor, action) as change:
        read = {name: READERS[name](settings_fragment(value)) for name, value in settings.items()}
        history = replace(change.history, players=(), phases=(), log=(), **read)
        change.set_part(part_paths.EVENT, history)
