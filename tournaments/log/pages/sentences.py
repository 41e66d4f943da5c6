"""The sentences of the log, and the names in them."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from string import Formatter
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...changes.registry import SENTENCES
from ...models import LogEntry, ResultRevision, Staff
from ...results.pages.reports import format_report
from ...rules import event_file, finals
from ...rules.errors import RuleViolation
from ...rules.event_file import AFTER, BEFORE
from ...rules.history import BRACKET, EMPTY_MAPPING, EventHistory, MatchRecord
from ...rules.log.event_parts import EVENT, from_json, phase_path, player_path, seated_players, split
from ...rules.prizes.payout import line_of
from ...rules.prizes.table import table_of
from ...rules.results.notation import describe_result
from ...rules.rounds.progress import has_ended
from ...web.wording import briefly, changes_text, fact, last_round, phase_name, plainly, shorten


class Names(dict):
    """Names by player id; an unknown id stands for itself.

    `phases` are names by number of the phases whose rounds need them, `finals_rounds` the names of the
    rounds of finals by phase number; `zone` is the event's time zone.
    `drops` are (player id, `dropped_after`) of the players who have dropped, with the round that pages name.
    `last_round` is (phase, round) whose end was the end of the event; None while it runs.
    `public` are the names of those who count for people of a club and have other names too, and `publicly`
    returns free text with their public names.
    """

    def __init__(
        self,
        players,
        phases: dict[int, str],
        zone: ZoneInfo,
        drops=EMPTY_MAPPING,
        last_round=None,
        finals_rounds: dict[int, tuple[str, ...]] = EMPTY_MAPPING,
        public: dict[str, str] = EMPTY_MAPPING,
        publicly: Callable[[str], str] = str,
    ):
        super().__init__(players)
        self.phases, self.zone, self.drops, self.last_round = phases, zone, drops, last_round
        self.finals_rounds, self.public, self.publicly = finals_rounds, public, publicly

    def __missing__(self, key):
        return key

    def round(self, phase: int, number: int) -> str:
        """“Round 2”, “Round 2 of Group” or “Grand final”."""
        if name := self.finals_round(phase, number):
            return name
        if phase not in self.phases:
            return gettext("Round {number}").format(number=number)
        return gettext("Round {number} of {phase}").format(number=number, phase=self.phases[phase])

    def round_in_sentence(self, phase: int, number: int) -> str:
        """“round 2”, “round 2 of Group” or “the grand final”."""
        if name := self.finals_round(phase, number):
            return gettext("the {round}").format(round=name[:1].lower() + name[1:])
        if phase not in self.phases:
            return gettext("round {number}").format(number=number)
        return gettext("round {number} of {phase}").format(number=number, phase=self.phases[phase])

    def finals_round(self, phase: int, number: int) -> str:
        """Return the name of a round of finals; empty for any other round."""
        return dict(enumerate(self.finals_rounds.get(phase, ()), 1)).get(number, "")


def names_of(history: EventHistory) -> Names:
    """Return the names of the players, of finals, and of other phases if there are several."""
    history = history.with_public_names
    named = [phase for phase in history.all_phases if phase.kind == BRACKET]
    if len(history.phases) - len(named) > 1:
        named = history.all_phases
    drops = {
        (player.id, player.dropped_after): last_round(history, player)
        for player in history.players
        if player.dropped_after is not None
    }
    phase = history.current_phase
    last_round_key = (phase.number, phase.current_round.number) if has_ended(history) else None
    return Names(
        history.names,
        phases={phase.number: phase_name(phase) for phase in named},
        zone=ZoneInfo(history.timezone),
        drops=drops,
        last_round=last_round_key,
        finals_rounds=finals_rounds_of(history),
        public=history.public_names.public,
        publicly=history.with_public_names_in,
    )


def finals_rounds_of(history: EventHistory) -> dict[int, tuple[str, ...]]:
    """Return the names of the rounds of each phase of finals, by its number."""
    rounds = {}
    for phase in history.all_phases:
        if phase.kind == BRACKET:
            # An imported file may hold finals that cannot be drawn: their rounds have numbers only.
            with suppress(RuleViolation):
                names = finals.bracket_of(phase).table.round_names
                rounds[phase.number] = tuple(name.render(gettext) for name in names)
    return rounds


# Values of a player's report that say whether they play on.
DROPS = {
    "drops": gettext_noop("{name} drops after this round"),
    "plays_on": gettext_noop("{name} keeps playing"),
}

# Of the values of sentences: ids, and lists; any others are numbers.
IDS = {"name", "names", "keys", "a", "b", "keeper", "removed", "absent", *DROPS}
LISTS = {"names", "keys", "round"}


class ChangedPart(NamedTuple):
    """A part that an entry changed, as JSON before and after; None for a missing part."""

    kind: str
    name: tuple
    before: dict | None
    after: dict | None


class PlaceFormatter(Formatter):
    """Fills in values by the names of their places alone: it follows no attributes and indexes."""

    def get_field(self, field_name, args, kwargs):
        return kwargs[field_name], field_name


class Values:
    """The texts for the places of a sentence, each made when it is read; KeyError if it can't be."""

    def __init__(self, row: LogEntry, names: Names):
        self.row, self.names = row, names

    def __getitem__(self, place):
        return PLACES[place](self.row, self.names) if place in PLACES else value_of(self.row, place)


def describe_entry(row: LogEntry, names: Names) -> tuple[str, str]:
    """Return (sentence, detail); the action's name if the sentence is unknown or its values don't fit.

    An imported entry without a sentence has the action's own one, if that needs no values.
    """
    sentence, detail = SENTENCES.get(row.sentence or row.action, ("", ""))
    # The log tells no other name of people than that which they have now.
    if row.sentence == "player_renamed" and str(row.values.get("name")) in names.public:
        sentence, _detail = SENTENCES["player_edited"]
    # It may be decided later whether a round was the event's last one.
    if row.sentence == "round_finished" and row.values.get("round") == list(names.last_round or ()):
        sentence, _detail = SENTENCES["event_ended"]
    text = fill_in(sentence, row, names)
    return (text, fill_in(detail, row, names)) if text else (plainly(row.action), "")


def fill_in(text, row: LogEntry, names: Names) -> str:
    """Return a text with its values; empty if the entry lacks one, or an imported one doesn't fit."""
    try:
        text = gettext(text) if isinstance(text, str) else text % {"count": value_of(row, "count")}
        return PlaceFormatter().vformat(text, (), Values(row, names))
    except (KeyError, RuleViolation):
        return ""


def value_of(row: LogEntry, place: str):
    """Return an entry's value for a place of its sentence. KeyError without one of the right type."""
    value, kind = row.values[place], str if place in IDS else int
    values = value if isinstance(value, list | tuple) else [value]
    is_list, needs_list = values is value, place in LISTS
    if is_list != needs_list or not all(type(one) is kind for one in values):
        raise KeyError(place)
    return value


def part_of(row: LogEntry, path: str, side: int) -> dict:
    """Return a changed part BEFORE or AFTER an entry, as JSON. KeyError if it is missing."""
    part = change_of(row, path)[side]
    if part is None:
        raise KeyError(path)
    return part


def change_of(row: LogEntry, path: str) -> list[dict | None]:
    """Return a part before and after an entry, as JSON; None for a missing part. KeyError if unchanged.

    RuleViolation if it cannot be read: older releases imported logs without looking at them.
    """
    change = row.changes[path]
    for side in (BEFORE, AFTER):
        event_file.read_parts({path: change}, side)
    return change


def parts(row: LogEntry, *kinds: str) -> Iterator[ChangedPart]:
    """Yield the changed parts of these kinds, p9 before p10: backups and PostgreSQL keep other orders."""
    for path in sorted(row.changes, key=lambda path: (len(path), path)):
        if path.partition(":")[0] in kinds:
            before, after = change_of(row, path)
            yield ChangedPart(*split(path), before, after)


def suffix_of(row: LogEntry) -> str:
    """Return the text after the colon of an entry's action."""
    return row.action.partition(": ")[2]


def player_name(row, names, player: str) -> str:
    """Return the name that the player had before the entry if it changed the player, else the current one."""
    if player in names.public:
        return names.public[player]
    path = player_path(player)
    before, after = change_of(row, path) if path in row.changes else (None, None)
    return (before or after or {"name": names[player]})["name"]


def of_player(place):
    return lambda row, names: player_name(row, names, value_of(row, place))


def player_names(row, names) -> str:
    return shorten([player_name(row, names, player) for player in value_of(row, "names")], ", ")


def sender_of(row: LogEntry | ResultRevision, names: Names) -> str:
    """Return who did something: an account, or a player by the public name."""
    return row.who if row.user_id else names.publicly(row.who)


def drop_text(row, names) -> str:
    """“Ada drops after this round”; empty without a change of it."""
    for value, text in DROPS.items():
        if value in row.values:
            return gettext(text).format(name=player_name(row, names, value_of(row, value)))
    return ""


def departure_text(row, names) -> str:
    """Return when a player dropped, as the player list says; KeyError once the player is back."""
    last = names.drops[value_of(row, "name"), value_of(row, "dropped_after")]
    return gettext("after round {round}").format(round=last) if last else gettext("before round 1")


def round_of(row) -> list[int]:
    """Return the phase and number of the round that the sentence is about."""
    round_ = value_of(row, "round")
    if len(round_) != 2:
        raise KeyError("round")
    return round_


def changed_phase(row, side: int) -> dict:
    """Return the phase that the sentence is about, BEFORE or AFTER the entry."""
    return part_of(row, phase_path(value_of(row, "phase")), side)


def stored_phase_name(phase: dict) -> str:
    return gettext(phase.get("name", "")) or plainly(phase["kind"])


def advancing_names(row, names) -> str:
    return ", ".join(names[key] for key in changed_phase(row, AFTER)["entrants"][:16])


def pod_sizes(row, names) -> str:
    return " + ".join(str(len(pod)) for pod in changed_phase(row, AFTER)["pods"])


def changed_settings(row, names) -> str:
    return changes_text(*(changed_phase(row, side).get("settings", {}) for side in (BEFORE, AFTER)), briefly)


def changed_event(row, names) -> str:
    before, after = (part_of(row, EVENT, side) for side in (BEFORE, AFTER))
    return changes_text(before, after, lambda value: "" if value is None else str(value))


def changed_player(row, side: int) -> dict:
    """Return the player that the sentence is about, BEFORE or AFTER the entry."""
    return part_of(row, player_path(value_of(row, "name")), side)


def changed_facts(row, names) -> str:
    name = names.public.get(value_of(row, "name"))
    before, after = (changed_player(row, side) | ({"name": name} if name else {}) for side in (BEFORE, AFTER))
    return changes_text(before, after, fact, ", ")


def prize_lines(row, names) -> str:
    """List the first prizes as they are typed."""
    phases = [(part.after or {}).get("settings", {}).get("prizes", {}) for part in parts(row, "phase")]
    return shorten([line_of(prize) for settings in phases for prize in table_of(settings, "prizes").rows])


def match_after(row) -> MatchRecord:
    """Return the match of the entry's table after it."""
    path = ":".join(map(str, ("match", *round_of(row), value_of(row, "table"))))
    return from_json("match", part_of(row, path, AFTER), path)


def result_text(row, names) -> str:
    match = match_after(row)
    if not match.reported:
        return gettext("result cleared")
    return describe_result(match, names, gettext)


def report_text(row, names) -> str:
    """Return the result that a player reports."""
    match = match_after(row)
    report = {seat.player: seat.player_report for seat in match.seats}[value_of(row, "name")]
    return format_report(match, report.result_text, names) if report else ""


def all_results(row, names) -> str:
    """“table 12: Ada 2–1 Bo” of each match."""
    matches = (from_json("match", part.after, "match") for part in parts(row, "match") if part.after)
    text = gettext("table {table}: {result}")
    return "; ".join(
        text.format(table=match.table, result=describe_result(match, names, gettext)) for match in matches
    )


def tables_of(choose_rounds):
    """Return the text for the tables of some of the rounds that the entry changed, in their order.

    `choose_rounds` returns them for (all changed rounds, the round that the sentence is about).
    """

    def tables(row, names) -> str:
        changed = sorted({part.name[1] for part in parts(row, "match", "bye")})
        rounds = choose_rounds(changed, round_of(row)[1])
        text = "; ".join(tables_after(row, names, number) for number in rounds)
        # The draw details have the seed.
        if not text or " seed " not in row.action.partition(": ")[0]:
            return text
        return gettext("{tables}; paired again").format(tables=text)

    return tables


def tables_after(row, names, number) -> str:
    """“table 2: Ada v Bo; bye: Chidi” of the matches of a round that the entry made."""
    texts = []
    for part in parts(row, "match", "bye"):
        _phase, round_, last = part.name
        if part.after is None or round_ != number:
            continue
        seats = part.after["seats"] if part.kind == "match" else []
        if seats:
            players = gettext(" v ").join(names[seat["player"]] for seat in seats)
            texts.append(gettext("table {table}: {names}").format(table=last, names=players))
        else:
            sits_out = "points" in part.after
            message = gettext("not paired: {name}") if sits_out else gettext("bye: {name}")
            texts.append(message.format(name=names[last]))
    return shorten(texts)


def meetings(row, names, without: str = "") -> list[str]:
    """Return the matches that the entry created, each as “Ada v Bo”, without those of one player."""
    new = (seated_players(part.after) for part in parts(row, "match") if part.before is None)
    text = gettext("{a} v {b}")
    return [
        text.format(a=names[pair[0]], b=names[pair[1]])
        for pair in new
        if len(pair) > 1 and without not in pair
    ]


def at(row, names) -> datetime:
    """Return the time that the event was restored to. KeyError if the entry has none."""
    try:
        return timezone.localtime(datetime.fromisoformat(suffix_of(row)), names.zone)
    except ValueError as error:
        raise KeyError("time") from error


def original(row: LogEntry) -> LogEntry:
    """Return the entry that an undo or redo is about."""
    while row.undoes is not None:
        row = row.undoes
    return row


def original_text(row, names) -> str:
    return describe_entry(original(row), names)[0] if row.undoes else gettext("an action")


def original_detail(row, names) -> str:
    return describe_entry(original(row), names)[1] if row.undoes else ""


def role_name(row, names) -> str:
    role = suffix_of(row).rpartition(", ")[2]
    return str(dict(Staff.ROLES).get(role, role))


# Place of a sentence → its text; any other place is a number.
PLACES = {
    **{place: of_player(place) for place in ("name", "a", "b", "keeper", "removed", "absent")},
    "old_name": lambda row, names: changed_player(row, BEFORE)["name"],
    "new_name": lambda row, names: changed_player(row, AFTER)["name"],
    "names": player_names,
    "departure": departure_text,
    "drop": drop_text,
    "facts": changed_facts,
    "round": lambda row, names: names.round(*round_of(row)),
    "the_round": lambda row, names: names.round_in_sentence(*round_of(row)),
    "phase": lambda row, names: stored_phase_name(changed_phase(row, AFTER)),
    "removed_phase": lambda row, names: stored_phase_name(changed_phase(row, BEFORE)),
    "advancing": advancing_names,
    "pod_sizes": pod_sizes,
    "settings": changed_settings,
    "keys": lambda row, names: ", ".join(plainly(key).lower() for key in value_of(row, "keys")),
    "event": changed_event,
    "prizes": prize_lines,
    "announcement": lambda row, names: names.publicly(part_of(row, EVENT, AFTER)["announcement"]["text"]),
    "result": result_text,
    "results": all_results,
    "report": report_text,
    "tables": tables_of(lambda changed, number: [number]),
    "all_tables": tables_of(lambda changed, number: changed),
    "later_tables": tables_of(lambda changed, number: [n for n in changed[-1:] if n > number]),
    "matches": lambda row, names: "; ".join(meetings(row, names)),
    "other_matches": lambda row, names: "; ".join(meetings(row, names, value_of(row, "b"))),
    "who": lambda row, names: sender_of(row, names),
    "text": lambda row, names: names.publicly(suffix_of(row)),
    "member": lambda row, names: suffix_of(row).rpartition(", ")[0],
    "role": role_name,
    "time": lambda row, names: date_format(at(row, names), "H:i:s"),
    "day": lambda row, names: date_format(at(row, names), "j M"),
    "action": original_text,
    "detail": original_detail,
}
