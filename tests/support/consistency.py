"""Consistency of an event's rows, log and file: nothing half stored, nothing twice, nothing missing."""

from tournaments.history.cache import load_history, load_history_with_log
from tournaments.models import Event, RestorePoint, ResultRevision, Seat
from tournaments.rules import event_file
from tournaments.rules.log.event_parts import as_json, kind_of, split_event


def parts_of(event: Event) -> dict:
    """Return each stored part of the event by path, as JSON like in the log."""
    parts = split_event(load_history(event))
    return {path: without_order(as_json(kind_of(path), part)) for path, part in parts.items()}


def faults(event: Event, since: int, begun: dict) -> list[str]:
    """Return the faults of an event that had the parts `begun` at the version `since`."""
    entries = list(event.log.filter(version__gt=since).order_by("id"))
    versions = [entry.version for entry in entries]
    problems = []
    if versions != list(range(since + 1, event.version + 1)):
        problems.append(f"version {event.version}, and log lines of {versions}")
    problems += replay_faults(entries, begun, parts_of(event))
    problems += misfits(event)
    times = {entry.at for entry in event.log.all()}
    reports = ResultRevision.objects.filter(match__round__phase__event=event)
    problems += [f"a report of no action: {report}" for report in reports if report.at not in times]
    points = RestorePoint.objects.filter(event=event, version__gte=event.version)
    return problems + [f"a restore point of no action: {point}" for point in points]


def misfits(event: Event) -> list[str]:
    """Return where the event's rows contradict each other or its file."""
    problems = []
    text = event_file.text(load_history_with_log(event))
    if event_file.text(event_file.read_text(text)) != text:
        problems.append("its file reads as another event")
    seats = list(Seat.objects.filter(match__round__phase__event=event).select_related("match", "player"))
    if any(seat.round_id != seat.match.round_id for seat in seats):
        problems.append("a seat of another round")
    if any(seat.player.event_id != event.pk for seat in seats):
        problems.append("a seat of another event's player")
    return problems


def replay_faults(entries, begun: dict, stored: dict) -> list[str]:
    """Return where the log, replayed from the beginning, differs from the stored parts."""
    replayed, problems = dict(begun), []
    for entry in entries:
        for path, change in entry.changes.items():
            before, after = map(without_order, change)
            if replayed.get(path) != before:
                problems.append(f"{entry.version} {entry.action}: {path} was not as it says")
            replayed[path] = after
    final = {path: part for path, part in replayed.items() if part is not None}
    differing = [path for path in final.keys() | stored.keys() if final.get(path) != stored.get(path)]
    return problems + [f"{path} is not as the log left it" for path in sorted(differing)]


def without_order(part: dict | None) -> dict | None:
    """Return the part without its place on the list, which changes when others are added or removed."""
    return part and {name: value for name, value in part.items() if name != "order"}
