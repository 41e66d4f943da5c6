"""The contact data of one player."""

from django.utils.translation import gettext

from ...models import Player
from ...rules.registration.entries import PLAYER_ID
from ..history.cache import load_history


def get_contact(player: Player) -> list[tuple[str, str]]:
    """Return (label, text) of the email address and the answers of a player who registered."""
    row = player.entry
    if row is None:
        return []
    labels = {PLAYER_ID: gettext("Player ID")}
    labels |= {field.key: field.label for field in load_history(player.event).registration.fields}
    answers = [(label, row.answers.get(key, "")) for key, label in labels.items()]
    return [(label, text) for label, text in [(gettext("Email address"), row.email), *answers] if text]
