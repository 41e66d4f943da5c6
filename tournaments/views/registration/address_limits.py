"""Limits of the email addresses that one connection enters for an event: registering and changing one."""

from ...models import Event
from ...rules.history.registration import RegistrationSettings
from ..middleware.rate_limits import DAY, MINUTE, Limit, address, link, retry_after

# As many as eight hours at the limit of ten minutes.
PERIODS_PER_DAY = 48
# Of one registration.
CHANGES_PER_DAY = 5


def count_registration(request, event: Event, settings: RegistrationSettings) -> float:
    """Count a registration; return the seconds to wait, 0 if it is accepted."""
    limits = limits_of_connection(event, settings)
    return max(retry_after(limit, request, {}) for limit in limits)


def count_address_change(request, event: Event, settings: RegistrationSettings) -> float:
    """Count a changed address, as much as a registration; return the seconds to wait, 0 if it is accepted."""
    limits = (*limits_of_connection(event, settings), Limit(CHANGES_PER_DAY, DAY, link, "address"))
    return max(retry_after(limit, request, request.resolver_match.kwargs) for limit in limits)


def limits_of_connection(event: Event, settings: RegistrationSettings) -> tuple[Limit, Limit]:
    """Return the limits of one connection and event: those of the organiser, and of a day."""

    def connection(request, kwargs) -> str:
        return f"{event.pk} {address(request, kwargs)}"

    return (
        Limit(settings.address_limit, 10 * MINUTE, connection, "entry"),
        Limit(PERIODS_PER_DAY * settings.address_limit, DAY, connection, "entry"),
    )
