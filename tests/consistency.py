"""What holds of an event's rows whatever happened to it: nothing half, nothing twice, nothing missing."""

from tournaments.models import Event, Report, Seat, Snapshot
from tournaments.queries.history.cache import load_history, load_history_with_log
from tournaments.rules import event_file
from tournaments.rules.log import event_parts
from tournaments.rules.log.part_json import as_json, kind_of


def parts_of(event: Event) -> dict:
    """path → each part of the event as it is stored, in the log's words."""
    found = event_parts.parts_of(load_history(event))
    return {path: without_order(as_json(kind_of(path), part)) for path, part in found.items()}


def faults(event: Event, since: int, begun: dict) -> list[str]:
    """What is wrong with an event that was `begun` at the version `since`; nothing, as it should be."""
    entries = list(event.log.filter(version__gt=since).order_by("id"))
    versions = [entry.version for entry in entries]
    found = []
    if versions != list(range(since + 1, event.version + 1)):
        found.append(f"version {event.version}, and log lines of {versions}")
    found += replayed(entries, begun, parts_of(event))
    found += misfits(event)
    moments = {entry.at for entry in event.log.all()}
    reports = Report.objects.filter(match__round__phase__event=event)
    found += [f"a report of no action: {report}" for report in reports if report.at not in moments]
    kept = Snapshot.objects.filter(event=event, version__gte=event.version)
    found += [f"a restore point of no action: {point}" for point in kept]
    return found


def misfits(event: Event) -> list[str]:
    """Where its rows do not fit each other, or its file does not tell the same."""
    found = []
    text = event_file.text(load_history_with_log(event))
    if event_file.text(event_file.read_text(text)) != text:
        found.append("its file reads as another event")
    seats = list(Seat.objects.filter(match__round__phase__event=event).select_related("match", "player"))
    if any(seat.round_id != seat.match.round_id for seat in seats):
        found.append("a seat of another round")
    if any(seat.player.event_id != event.pk for seat in seats):
        found.append("a seat of another event's player")
    return found


def replayed(entries, begun: dict, stored: dict) -> list[str]:
    """Where the log, played back from the beginning, says something else than what is stored."""
    played, found = dict(begun), []
    for entry in entries:
        for path, said in entry.changes.items():
            before, after = map(without_order, said)
            if played.get(path) != before:
                found.append(f"{entry.version} {entry.action}: {path} was not as it says")
            played[path] = after
    told = {path: part for path, part in played.items() if part is not None}
    differing = [path for path in told.keys() | stored.keys() if told.get(path) != stored.get(path)]
    return found + [f"{path} is not as the log left it" for path in sorted(differing)]


def without_order(part: dict | None) -> dict | None:
    """Without the place on the list, which moves as others come and go."""
    return part and {name: said for name, said in part.items() if name != "order"}
