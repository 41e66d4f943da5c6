"""The roster at the desk, and picked names."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...desk.pages.next_step import get_next_step, round_in_sentence
from ...desk.pages.step import Step
from ...history.cache import load_history
from ...models import Event, Pick, Player, Registration
from ...models.player import SECRET
from ...rounds.pages.pairing_rules import LATE_ENTRIES
from ...rules.history import DRAWN_KINDS, PUBLISHED, EventHistory, MatchRecord, PlayerRecord
from ...rules.players.departures import join_refusal
from ...rules.players.participation import list_participants
from ...rules.results import player_reports
from ...rules.results.notation import describe_result
from ...rules.rounds.pairing_constraints import redundant_byes, requested_byes_of
from ...rules.rounds.phases import round_count
from ...rules.rounds.picks import may_anyone_report
from ...rules.rounds.progress import late_byes
from ...web.status import round_name, time_at
from ...web.wording import departure_text
from .drops import drop_text, refusal_to_return
from .entry_list import name_words


@dataclass(frozen=True)
class RosterEntry:
    """A player on the list; `note` says when they dropped or joined, and their fixed table.

    `desk_name` is the name that the staff know, empty if it is the public one.
    """

    key: str
    name: str
    desk_name: str
    club: str
    rating: str
    seed: str
    note: str
    has_left: bool
    cannot_return: bool


@dataclass(frozen=True)
class Roster:
    """The player list; `heading` counts them.

    `newcomers` says from which round on they play; `closed` why late entry is closed, if it is.
    `open_round` is the round that they can be let into by hand; `drop_text` the consequences of a drop now.
    `start` is the desk's next step if it begins the event, else None.
    `can_open_registration`: registration is closed, and the event has not started.
    """

    version: int
    entries: tuple[RosterEntry, ...]
    heading: str
    newcomers: str
    closed: str
    open_round: str
    drop_text: str
    start: Step | None
    can_open_registration: bool


def get_roster(event: Event) -> Roster:
    """Return the players in alphabetical order, without those on the waitlist."""
    history = load_history(event)
    version = history.version
    # Also an entry of the waitlist has a player, if it was in the event before or is checked in.
    on_waitlist = Registration.objects.waitlist(event)
    waiting = set(Player.objects.filter(registration__in=on_waitlist).values_list("public_id", flat=True))
    listed = [player for player in history.players if player.id not in waiting]
    players = sorted(listed, key=lambda player: name_words(player.name))
    entries = tuple(roster_entry(history, player) for player in players)
    refusal = join_refusal(history)
    return Roster(
        version,
        entries,
        heading=roster_heading(history, len(listed)),
        newcomers="" if refusal else newcomers_text(history),
        closed=gettext(refusal) if refusal else "",
        open_round=open_round_name(history),
        drop_text=drop_text(history),
        start=starting_step(history),
        can_open_registration=not (history.registration.open or history.phase(1).begun),
    )


def roster_heading(history: EventHistory, listed: int) -> str:
    """“17 players, 2 dropped”, and how many withdrew before round 1: they are listed but don't count."""
    participants = list_participants(history)
    dropped = sum(player.has_left for player in participants)
    withdrawn = listed - len(participants)
    parts = [gettext("1 player") if len(participants) == 1 else gettext("{count} players")]
    parts += [gettext("{dropped} dropped")] if dropped else []
    parts += [gettext("{withdrawn} withdrew before round 1")] if withdrawn else []
    return ", ".join(parts).format(count=len(participants), dropped=dropped, withdrawn=withdrawn)


def starting_step(history: EventHistory) -> Step | None:
    """Return the desk's next step while it is to draw the first round or the pods of a first draft."""
    if history.phase(1).begun:
        return None
    step = get_next_step(history)
    return step if step.starts else None


def roster_entry(history: EventHistory, player: PlayerRecord) -> RosterEntry:
    left_text = departure_text(history, player)
    return RosterEntry(
        player.id,
        player.name,
        history.public_names.desk.get(player.id, ""),
        player.club,
        number_text(player.rating),
        number_text(player.seed),
        left_text or entry_note(player),
        bool(left_text),
        bool(refusal_to_return(history, player)),
    )


def number_text(number) -> str:
    return "" if number is None else f"{number:.15g}"


def entry_note(player: PlayerRecord) -> str:
    """Return “since round 3, fixed table 2”."""
    facts = []
    if player.joined_round > 1:
        facts.append(gettext("since round {round}").format(round=player.joined_round))
    if player.table:
        facts.append(gettext("fixed table {table}").format(table=player.table))
    return ", ".join(facts)


def count_drawn_rounds(history: EventHistory) -> int:
    """Count the drawn rounds over the event."""
    phase = history.current_phase
    return phase.rounds_before + len(phase.rounds)


def newcomers_text(history: EventHistory) -> str:
    """“They’ll be paired from round 6 and get a loss for each missed round.”"""
    rounds_drawn = count_drawn_rounds(history)
    if not rounds_drawn:
        return gettext("They’ll be paired from round 1.")
    text = gettext("They’ll be paired from round {round}.")
    if late_byes(history):
        text = gettext("They’ll be paired from round {round} and get {late}.")
    late = gettext(LATE_ENTRIES[history.current_phase.settings.late_entry])
    return text.format(round=rounds_drawn + 1, late=late)


def open_round_name(history: EventHistory) -> str:
    """Return the round that is drawn and not finished; empty without one."""
    phase = history.current_phase
    round_ = phase.current_round
    if round_ is None or round_.finished or phase.kind not in DRAWN_KINDS:
        return ""
    return round_in_sentence(phase, round_.number)


def rounds_ahead(event: Event) -> range:
    """Return the rounds that are still to be drawn before the finals, counted over the event."""
    history = load_history(event)
    phase = history.current_phase
    if phase.kind not in DRAWN_KINDS or len(history.players) < 2:
        return range(0)
    last = phase.rounds_before + round_count(phase)
    return range(count_drawn_rounds(history) + 1, last + 1)


def find_player_row(event: Event, key: str) -> Player | None:
    # PostgreSQL refuses to look for a NUL character.
    return None if "\0" in key else Player.objects.filter(event=event, public_id=key).first()


def names_and_tokens(event: Event) -> list[tuple[str, str]]:
    """Return (name, secret of the own page) of all players, alphabetical."""
    names = load_history(event).names
    secrets = Player.objects.filter(event=event, public_id__in=names).values_list("public_id", SECRET)
    return sorted(((names[key], secret) for key, secret in secrets), key=lambda row: name_words(row[0]))


def was_paired(player: Player) -> bool:
    """Return whether the player has played or had a bye that they had not requested."""
    history = load_history(player.event)
    requested = requested_byes_of(history, player.public_id)
    return bool(history.matches_of(player.public_id).keys() - requested.keys())


def player_choices(event: Event) -> list[tuple[str, str]]:
    """Return (id, name) of all players, alphabetical; equal names get their id appended."""
    pairs = sorted(load_history(event).names.items(), key=lambda pair: name_words(pair[1]))
    names = [name.casefold() for _, name in pairs]
    return [(key, f"{name} ({key})" if names.count(name.casefold()) > 1 else name) for key, name in pairs]


def get_merge_preview(event: Event, keep: str, remove: str) -> dict | None:
    """Return a preview of merging `remove` into `keep`; None if one of them does not exist.

    `moves` has a line for each match that moves; `clash` is a round that both played.
    """
    keeper, duplicate = find_player_row(event, keep), find_player_row(event, remove)
    if keeper is None or duplicate is None or keeper == duplicate:
        return None
    history = load_history(event)
    redundant = redundant_byes(history, keeper.public_id, duplicate.public_id)
    matches = history.matches_of(duplicate.public_id)
    moved = {place: match for place, match in matches.items() if match not in redundant.values()}
    clashes = moved.keys() & (history.matches_of(keeper.public_id).keys() - redundant.keys())
    moves = tuple(
        gettext("{round}: {against}").format(
            round=round_name(history.phase(phase), number),
            against=against_text(match, duplicate.public_id, history.names),
        )
        for (phase, number), match in moved.items()
    )
    clash = next((place for place in moved if place in clashes), None)
    clash_name = round_name(history.phase(clash[0]), clash[1]) if clash else ""
    names = {"keep_name": history.names[keep], "removed_name": history.names[remove]}
    return {"keep": keep, "removed": remove, "moves": moves, "clash": clash_name, **names}


def against_text(match: MatchRecord, key: str, names: dict) -> str:
    if match.is_bye:
        return gettext("bye")
    others = ", ".join(names[seat.player] for seat in match.seats if seat.player != key)
    return gettext("against {name}").format(name=others)


@dataclass(frozen=True)
class PickedName:
    """A phone that picked a player's name; `contested_time` is set while another phone contests it."""

    pk: int
    player: str
    name: str
    time: str
    contested_time: str
    is_confirmed: bool


@dataclass(frozen=True)
class Picks:
    """The picked names, contested ones first, and the `results` that they reported.

    `marked` are the names that one phone may have picked, by its address and browser, hashed.
    """

    names: tuple[PickedName, ...]
    marked: dict[str, list[str]]
    results: list[tuple[int, int, int, str]]

    @property
    def contested(self):
        return tuple(name for name in self.names if name.contested_time)


def can_contest(event: Event, key: str) -> bool:
    """Return whether a phone has picked the name of the player with this id and another can contest it."""
    pick = Pick.objects.filter(player__event=event, player__public_id=key).first()
    return pick is not None and pick.can_be_contested


def get_picks(event: Event) -> Picks | None:
    """Return the picks of an event, in at most one query; None if names are not picked."""
    history = load_history(event)
    if not may_anyone_report(history):
        return None
    rows = list(Pick.objects.filter(event=event, by_link=False).select_related("player").order_by("id"))
    names = [
        PickedName(
            row.pk,
            row.player.public_id,
            history.names.get(row.player.public_id, row.player.name),
            time_at(event.timezone, row.at),
            time_at(event.timezone, row.contested_at) if row.contested_at else "",
            row.is_confirmed,
        )
        for row in rows
    ]
    return Picks(
        tuple(sorted(names, key=lambda name: not name.contested_time)),
        group_marked(rows, history.names),
        get_picked_results(history),
    )


def group_marked(picks: list[Pick], names_by_id: dict[str, str]) -> dict[str, list[str]]:
    """Return the names of the marked picks by origin, in order of their first pick."""
    names = {}
    for pick in picks:
        if pick.is_marked:
            name = names_by_id.get(pick.player.public_id, pick.player.name)
            names.setdefault(pick.origin, []).append(name)
    return names


def get_picked_results(history: EventHistory) -> list[tuple[int, int, int, str]]:
    """Return (phase, round, table, result) of results of open rounds that picked names reported.

    Those that the desk has corrected do not count.
    """
    return [
        (number, round_.number, match.table, describe_result(match, history.names))
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if player_reports.is_result_picked(match)
    ]
