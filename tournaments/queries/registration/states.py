"""The state of a registration, which follows from its player once there is one."""

from ...models import Event, Player, Registration
from ...rules.history import EventHistory, PlayerRecord

# States of entries that are still open.
OPEN_STATES = (Registration.UNCONFIRMED, Registration.PENDING, Registration.WAITING, Registration.REGISTERED)

# Of these, the states of entries without a player.
WAITING_STATES = (Registration.UNCONFIRMED, Registration.PENDING, Registration.WAITING)

# States of entries that have ended.
CLOSED_STATES = (Registration.WITHDRAWN, Registration.DECLINED)


def player_key(event: Event, token: str) -> str:
    """Return the id of the player with this link; empty without one."""
    return Player.objects.filter(event=event, token=token).values_list("public_id", flat=True).first() or ""


def find_player(history: EventHistory, event: Event, token: str) -> PlayerRecord | None:
    """Return the player with this link."""
    key = player_key(event, token)
    return history.find_player(key) if key else None


def state_of(row: Registration, player: PlayerRecord | None) -> str:
    """Return the state, one of Registration.STATES, of an entry and the event's player with its token.

    A player who has left may be on the waitlist again. A registered player who is no longer in the event was
    removed by the staff.
    """
    if player and not player.has_left:
        return Registration.REGISTERED
    if player and player.disqualified:
        return Registration.WITHDRAWN
    if row.state == Registration.REGISTERED:
        return Registration.WITHDRAWN if player else Registration.DECLINED
    return row.state
