"""Previews the consequences when a player drops, is disqualified or returns."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import (
    BRACKET,
    DRAFT,
    LOSS,
    PUBLISHED,
    EventHistory,
    MatchRecord,
    PlayerRecord,
    RoundRecord,
)
from ...rules.pairing import round_robin
from ...rules.players import departures, late_entry
from ...rules.results import corrections
from ...rules.rounds import progress
from ..desk.next_step import called, progress_left
from ..events.status import round_name
from ..history.cache import load_history

# What becomes of a player's table in the open round, by what it is and by who goes how.
TABLES = {
    "draft": gettext_noop(
        "{round} is a draft with them in it: adjust it or draw it again before it goes out."
    ),
    "laid down": gettext_noop("{round} is a draft with them in it: draw it again before it goes out."),
    "bye": gettext_noop("{round}: the bye stands."),
    "missed": gettext_noop("{round} stays a loss to them."),
    "reported": gettext_noop("{round}: table {table} stands as reported."),
    "drop": gettext_noop("{round}: table {table} is still played, or reported as a no-show."),
    "disqualify": gettext_noop("{round}: table {table} is lost at once, {winner} wins it."),
    "pod": gettext_noop("{round}: table {table} goes on without them; report how it ends."),
}


@dataclass(frozen=True)
class RoundEntryLink:
    """A link that lets the player into the published round (`what` is “in”) or takes them out of it."""

    what: str
    phase: int
    round: int
    name: str


@dataclass(frozen=True)
class DeparturePreview:
    """Sentences for each possible action: the current round, the next one, the standings.

    `entry_link` lets the player into the published round or out of it; `cannot_return` says why not.
    """

    drop: tuple[str, ...] = ()
    disqualify: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    entry_link: RoundEntryLink | None = None
    cannot_return: str = ""


def preview_departure(event: Event, key: str) -> DeparturePreview:
    """Return the consequences for this player's table, pairings and place."""
    history = load_history(event)
    player = next(player for player in history.players if player.id == key)
    if words := refusal_to_return(history, player):
        return DeparturePreview(cannot_return=gettext(words))
    if player.has_left:
        return DeparturePreview(
            back=non_empty(paired_again(history), listed_again(player)),
            entry_link=entry_link_of(history, key),
        )
    if change := replacement_text(history, player):
        listed = gettext("They leave the standings: everybody below moves up a place.")
        return DeparturePreview(drop=change, disqualify=(*change, listed))
    return DeparturePreview(
        drop=non_empty(table_words(history, key, "drop"), goes_without(history), stays_listed(history, key)),
        disqualify=non_empty(
            table_words(history, key, "disqualify"),
            goes_without(history),
            gettext("They leave the standings: everybody below moves up a place."),
            gettext("Earlier results stay for their opponents."),
        ),
        entry_link=entry_link_of(history, key),
    )


def replacement_text(history: EventHistory, player: PlayerRecord) -> tuple[str, ...]:
    """Name the player who replaces this one in the finals, and the changed tables; else empty."""
    without_player = corrections.with_player(history, replace(player, disqualified=True))
    after = departures.move_up_next_player(without_player, player.id)
    if after is None:
        return ()
    names, number = history.names, history.current
    entrants = after.phase(number).entrants
    words = gettext("{name}, next in the standings, comes in as seed {seed}; who was below moves up a seed.")
    sentences = [words.format(name=names[entrants[-1]], seed=len(entrants))]
    for was, now in zip(history.phase(number).rounds, after.phase(number).rounds, strict=True):
        for match in now.matches:
            if match not in was.matches:
                sides = gettext(" v ").join(names[one] for one in match.players)
                sentences.append(
                    gettext("Table {table} is {sides} now.").format(table=match.table, sides=sides)
                )
    return tuple(sentences)


def refusal_to_return(history: EventHistory, player: PlayerRecord) -> str:
    """Say why a departed player cannot return: a round robin or draft began without them. Else empty."""
    return late_entry.return_refusal(history, player.id) if player.has_left else ""


def entry_link_of(history: EventHistory, key: str) -> RoundEntryLink | None:
    """Return the link into or out of the published round; None if neither is possible."""
    number = history.current
    round_ = progress.open_round(history, number)
    if round_ is None or round_.state != PUBLISHED:
        return None
    for what, right in (("in", corrections.admit_player), ("out", corrections.excuse_player)):
        try:
            right(history, number, round_.number, key)
        except RuleViolation:
            continue
        return RoundEntryLink(what, number, round_.number, called(history, number, round_.number))
    return None


def non_empty(*sentences: str) -> tuple[str, ...]:
    return tuple(filter(None, sentences))


def table_words(history: EventHistory, key: str, departure: str) -> str:
    """Describe the outcome for the player's table in the open round; empty without a table."""
    for round_ in history.phase(history.current).rounds:
        for match in () if round_.finished else round_.matches:
            players = match.players
            if key not in players:
                continue
            names = history.names
            params = {
                "round": round_name(history, history.current, round_.number),
                "table": match.table,
                "winner": next((names[player] for player in players if player != key), ""),
            }
            departure = "pod" if match.is_pod and departure == "disqualify" else departure
            return gettext(TABLES[kind_of(history, round_, match) or departure]).format(**params)
    return ""


def kind_of(history: EventHistory, round_: RoundRecord, match: MatchRecord) -> str:
    if round_.state == DRAFT:
        # A draft of finals goes out as it is: the bracket says who meets.
        if match.slot:
            return "drop"
        return "laid down" if round_robin.is_under_way(history) else "draft"
    if match.is_bye:
        return "missed" if match.seats[0].result == LOSS else "bye"
    return "reported" if match.reported else ""


def goes_without(history: EventHistory) -> str:
    """Describe the next round without them."""
    number = history.current
    if history.phase(number).rounds and history.phase(number).kind == BRACKET:
        return gettext("In finals nobody takes their place: whoever would meet them next goes on at once.")
    if round_robin.is_under_way(history) and progress_left(history, number):
        words = gettext("From {round} on, whoever would meet them has a bye; they make no cut.")
        return words.format(round=next_up(history))
    if progress_left(history, number):
        return gettext("They are not paired from {round} on, and make no cut.").format(round=next_up(history))
    return gettext("They make no cut: the next in the standings moves up.")


def next_up(history: EventHistory) -> str:
    """“round 4”: the next one to be drawn."""
    return called(history, history.current, len(history.phase(history.current).rounds) + 1)


def stays_listed(history: EventHistory, key: str) -> str:
    visible = (round_ for phase in history.phases for round_ in phase.rounds if round_.state != DRAFT)
    if any(seat.player == key for round_ in visible for match in round_.matches for seat in match.seats):
        return gettext("Their results stay, for their own place and for their opponents.")
    return gettext("They have played nothing and stand in no standings.")


def paired_again(history: EventHistory) -> str:
    """Say when a returning player is paired again."""
    number = history.current
    if history.phase(number).kind == BRACKET or not progress_left(history, number):
        return ""
    return gettext("They are paired again from {round} on; rounds that they missed stay missed.").format(
        round=next_up(history)
    )


def listed_again(player: PlayerRecord) -> str:
    if not player.disqualified:
        return ""
    return gettext("They stand in the standings again; a table that they lost by it stays lost.")


def drop_words(history: EventHistory) -> str:
    """Describe in a sentence the consequences of any drop now."""
    rounds = history.phase(history.current).rounds
    if not rounds and history.current == 1:
        return gettext("Who drops now is not paired and stands in no standings.")
    if history.phase(history.current).kind == BRACKET:
        if departures.can_replace_leaver(history):
            return gettext("Who drops now leaves their place to the next in the standings.")
        return gettext(
            "Who drops from the finals keeps their place in them: a match under way is reported, and whoever "
            "would meet them after it goes on at once."
        )
    if rounds and rounds[-1].state == DRAFT:
        words = gettext("Who drops now has to leave the draft of {round} before it goes out. Results stay.")
        if round_robin.is_under_way(history):
            words = gettext(
                "Who drops now has to leave the draft of {round}: draw it again, and whoever would meet them "
                "has a bye. Results stay."
            )
        return words.format(round=called(history, history.current, rounds[-1].number))
    if not progress_left(history, history.current):
        return gettext("Who drops now makes no cut: the next in the standings moves up. Results stay.")
    if round_robin.is_under_way(history):
        words = gettext(
            "A table under way is played. Whoever would meet who drops now from {round} on has a bye. "
            "Results stay."
        )
        return words.format(round=next_up(history))
    if rounds and not all(match.reported for match in rounds[-1].matches):
        words = gettext(
            "Who drops now still has {now} to play and is not paired from {round} on. Results stay."
        )
        return words.format(now=called(history, history.current, rounds[-1].number), round=next_up(history))
    return gettext("Who drops now is not paired from {round} on. Results stay.").format(
        round=next_up(history)
    )
