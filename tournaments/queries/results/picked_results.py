"""Results of open rounds that picked names reported."""

from ...models import Event, Report
from ...rules.history import PICK, PUBLISHED


def get_picked_results(event: Event) -> set[tuple[int, int, int]]:
    """Return (phase, round, table) of each open round's tables whose last report came from a picked name.

    A table among them may have a report that is not a result yet.
    """
    columns = ("match__round__phase__number", "match__round__number", "match__table")
    reports = Report.objects.filter(match__round__phase__event=event, match__round__state=PUBLISHED)
    latest = {}
    for *place, source in reports.order_by("id").values_list(*columns, "source"):
        latest[tuple(place)] = source
    return {place for place, source in latest.items() if source == PICK}
