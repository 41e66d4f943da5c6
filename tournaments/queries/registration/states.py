"""The state of a registration, which follows from its player once there is one."""

from ...models import Registration
from ...rules.history import EventHistory, PlayerRecord

# States of entries that are still open.
OPEN_STATES = (Registration.UNCONFIRMED, Registration.PENDING, Registration.WAITING, Registration.REGISTERED)

# Of these, the states of entries without a player.
WAITING_STATES = (Registration.UNCONFIRMED, Registration.PENDING, Registration.WAITING)

# States of entries that have ended.
CLOSED_STATES = (Registration.WITHDRAWN, Registration.DECLINED)


def find_player(history: EventHistory, row: Registration) -> PlayerRecord | None:
    """Return the player of an entry; None without one, or if the player was removed."""
    return history.find_player(row.player.public_id) if row.player else None


def state_of(row: Registration, player: PlayerRecord | None) -> str:
    """Return the state, one of Registration.STATES, of an entry and its player in the event.

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
