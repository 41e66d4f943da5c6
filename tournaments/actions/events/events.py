"""Events: made, changed, imported, deleted; and the settings of their phases."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import wraps

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.utils.text import slugify

from ...models import Event, LogEntry, Staff
from ...queries.events.addresses import RANDOM_LENGTH, RANDOM_LETTERS
from ...rules import finals
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, NOTHING, PUBLIC, EventHistory, LogRecord, PhaseRecord
from ...rules.log import part_paths
from ...rules.players import roster_parser
from ...rules.settings import finals as finals_settings
from ...rules.settings import locking, on_site
from .. import side_effects
from ..change import NOBODY, By, changing
from ..rounds.next_seed import seal
from ..rows import parts as rows

# Addresses that an event may not take from the site's own pages.
TAKEN = ("new",)
# Where others make events at once, one of them is through after each try.
TRIES = 8
# What stays of a phase of finals when another system is chosen.
KEPT_WITH_FINALS = (*finals_settings.CHECKS, *on_site.CHECKS, "prizes")


def once_more(make):
    """`make`, which makes an event: begun again where another took its address, or stored the same request,
    in the same moment."""

    @wraps(make)
    def tried(*args, **named):
        for _try in range(TRIES - 1):
            with suppress(IntegrityError), transaction.atomic():
                return make(*args, **named)
        with transaction.atomic():
            return make(*args, **named)

    return tried


@once_more
def create_event(by: By, history: EventHistory) -> Event:
    """Make an event with its phases; who makes it runs it. The same request again gives the same event.

    Raises RuleViolation for settings that do not hold.
    """
    event, is_new = stored_once(by, history)
    if is_new:
        with changing(event, replace(by, key=""), "create_event"):
            pass
    return event


@once_more
def import_event(history: EventHistory, by: By = NOBODY) -> Event:
    """Make an event of an event file; the log stays the file's own.

    The same request again gives the same event.
    """
    event, is_new = stored_once(by, history)
    if is_new:
        side_effects.keep_versions(event, store_log(event, history.log), {})
        side_effects.store_standings(event, history.published)
    return event


def stored_once(by: By, history: EventHistory) -> tuple[Event, bool]:
    """(the event, whether it is new): one that this request has made before is given again."""
    key = f"{by.user.pk}:{by.key}" if by.user and by.key else None
    made = Event.objects.filter(request_key=key).first() if key else None
    if made:
        return made, False
    event = store(history, key)
    if by.user:
        Staff.objects.create(event=event, user=by.user, role=Staff.OWNER)
    return event, True


def store_log(event: Event, log: tuple[LogRecord, ...]) -> list[LogEntry]:
    entries = [
        LogEntry(
            event=event,
            version=0,
            at=datetime.fromisoformat(line.at),
            who=line.who,
            action=line.action,
            changes=line.changes,
            source=line.source,
        )
        for line in log
    ]
    LogEntry.objects.bulk_create(entries)
    undoing = [(entry, line.undoes) for entry, line in zip(entries, log, strict=True) if line.undoes]
    for entry, undoes in undoing:
        entry.undoes = entries[undoes - 1]
    LogEntry.objects.bulk_update([entry for entry, _undoes in undoing], ["undoes"])
    return entries


def store(history: EventHistory, key: str | None, slug: str = "") -> Event:
    """The rows of a whole history, log excepted, under this address or one of its own."""
    event = Event(slug=slug or free_slug(history.name, history.visibility), request_key=key)
    numbered = list(enumerate(history.phases, 1))
    rounds = {(number, r.number): r for number, phase in numbered for r in phase.rounds}
    parts = {
        "event": {(): history},
        "player": {(p.id,): replace(p, order=order) for order, p in enumerate(history.players)},
        "phase": {(number,): phase for number, phase in numbered},
        "round": rounds,
        "match": {
            part_paths.split(part_paths.match(*name, match))[1]: match
            for name, r in rounds.items()
            for match in r.matches
        },
    }
    rows.write_all(event, parts)
    seal(event)
    return event


def free_slug(name: str, visibility: str) -> str:
    """An address made of the name that no event has yet; with a random part where it is not public."""
    base = slugify(name)[:70] or "event"
    if visibility != PUBLIC:
        return f"{base}-{get_random_string(RANDOM_LENGTH, RANDOM_LETTERS)}"
    taken = {*TAKEN, *Event.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def change_event(event: Event, by: By, **facts):
    """Change the event's name, day, place, time zone, who sees it; its rulebook only before round 1."""
    with changing(event, by, "change_event") as change:
        before = change.history
        changed = replace(before, **facts)
        if not roster_parser.can_be_seen(changed.name):
            raise RuleViolation(_("An event needs a name."))
        roster_parser.check_text(changed.name)
        locking.check_rulebook(before, changed)
        change.put(part_paths.EVENT, replace(changed, players=(), phases=(), log=()))


def change_settings(event: Event, by: By, number: int, **settings):
    """Change settings of a phase (None: back to the rulebook's); refuses fewer rounds than are played."""
    with changing(event, by, "change_settings") as change:
        before = change.history
        phase = before.phase(number)
        merged = laid_over(phase.settings, settings)
        locking.check(before, number, merged)
        change.put(part_paths.phase(number), replace(phase, settings=merged, rounds=()))


def laid_over(own: dict, changed: dict) -> dict:
    """A phase's own settings with those changed; None takes one away. What a file itself says is null stays:
    no bets, no bands."""
    gone = {key for key, value in changed.items() if value is None}
    return {key: value for key, value in {**own, **changed}.items() if key not in gone}


def set_finals(event: Event, by: By, finals_key: str | dict | None, top: int | None):
    """Say which finals follow the Swiss rounds; None: no finals. Refuses once they have begun."""
    with changing(event, by, "set_finals") as change:
        before = change.history
        last = len(before.phases)
        has = before.phase(last).kind == BRACKET and last > 1
        if has and before.phase(last).rounds:
            raise RuleViolation(_("The finals have begun: their system and the cut stay."))
        number = last if has else last + 1
        if finals_key is None:
            if has:
                change.put(part_paths.phase(number), None)
            return
        options = before.phase(number).settings if has else on_site.shared(before.phases)
        kept = {key: value for key, value in options.items() if key in KEPT_WITH_FINALS}
        change.put(part_paths.phase(number), bracket_phase(finals_key, top, kept))


def bracket_phase(finals_key: str | dict, top: int, options: dict = NOTHING) -> PhaseRecord:
    """A phase of finals (a key, or a table of one's own) for the best `top`, with these other settings.

    RuleViolation where the system does not take that many, or has no match for third place.
    """
    table = finals.table(finals_key, top, options.get("third_place", False))
    return PhaseRecord(BRACKET, table.name, {**options, "cut": {"top": top}, "finals": finals_key})


def delete_event(event: Event, confirmed_name: str):
    """Delete an event and all that belongs to it; `confirmed_name` is its name, typed again."""
    if confirmed_name.strip() != event.name.strip():
        raise RuleViolation(_("Type the event's name, “{name}”, to delete it."), name=event.name)
    with transaction.atomic():
        # Whoever acts in it at this moment is done first; without that, each may wait for the other.
        Event.objects.select_for_update().get(pk=event.pk).delete()
