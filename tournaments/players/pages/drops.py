"""What a drop changes, and who has not come."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...desk.pages.next_step import has_more_rounds, round_in_sentence
from ...history.cache import load_history
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
from ...rules.pairing.round_robin import is_under_way
from ...rules.players.departures import (
    can_replace_leaver,
    is_late_arrival,
    move_up_next_player,
    no_shows,
    return_refusal,
)
from ...rules.results.corrections import admit_player, excuse_player
from ...web.status import round_name
from ...web.wording import departure_text
from .entry_list import name_words

# The outcome for a player's table in the open round.
TABLE_TEXTS = {
    "draft": gettext_noop(
        "{round} is a draft that includes them. Adjust it or pair it again before you publish it."
    ),
    "scheduled": gettext_noop("{round} is a draft that includes them. Pair it again before you publish it."),
    "bye": gettext_noop("{round}: they keep the bye."),
    "missed": gettext_noop("{round}: they keep the loss."),
    "reported": gettext_noop("{round}: the result of table {table} counts as reported."),
    "drop": gettext_noop("{round}: play table {table} or report it as a no-show."),
    "disqualify": gettext_noop("{round}: {winner} wins table {table} immediately."),
    "pod": gettext_noop("{round}: table {table} continues without them. Report the result when it ends."),
}


@dataclass(frozen=True)
class RoundEntryLink:
    """A link that lets the player into the published round (`action` “in”) or takes them out of it."""

    action: str
    phase: int
    round: int
    name: str


@dataclass(frozen=True)
class DeparturePreview:
    """Sentences for each possible action: the current round, the next one, the standings.

    `entry_link` lets the player into the published round or out of it; `cannot_return` says why not; `state`
    is “dropped after round 3”, empty for an active player.
    """

    state: str = ""
    drop: tuple[str, ...] = ()
    disqualify: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    entry_link: RoundEntryLink | None = None
    cannot_return: str = ""


def preview_departure(event: Event, key: str) -> DeparturePreview:
    """Return the consequences for this player's table, pairings and place."""
    history = load_history(event)
    player = history.player(key)
    state = departure_text(history, player)
    if refusal := refusal_to_return(history, player):
        return DeparturePreview(state, cannot_return=gettext(refusal))
    if player.has_left:
        return DeparturePreview(
            state,
            back=non_empty(return_text(history, player), relisting_text(player)),
            entry_link=find_entry_link(history, key),
        )
    leaves_standings = gettext("They’re removed from the standings. Everyone below moves up one place.")
    if replacement := replacement_texts(history, player):
        return DeparturePreview(drop=replacement, disqualify=(*replacement, leaves_standings))
    next_round = next_round_text(history)
    return DeparturePreview(
        drop=non_empty(table_text(history, key, "drop"), next_round, results_text(history, key)),
        disqualify=non_empty(
            table_text(history, key, "disqualify"),
            next_round,
            leaves_standings,
            gettext("Earlier results still count for their opponents."),
        ),
        entry_link=find_entry_link(history, key),
    )


@dataclass(frozen=True)
class Departures:
    """The question before several players are dropped: their (id, name), and the consequences.

    `tables` are those of the open round at which some of them play; their matches still count.
    """

    players: tuple[tuple[str, str], ...]
    tables: tuple[int, ...]
    text: str


def get_departures(event: Event, keys: Iterable[str]) -> Departures:
    """Return what happens if the players with these ids who have not left are dropped."""
    history, wanted = load_history(event), set(keys)
    leavers = [player for player in history.players if player.id in wanted and not player.has_left]
    leavers.sort(key=lambda player: name_words(player.name))
    ids = {player.id for player in leavers}
    round_ = history.current_phase.current_round
    matches = () if round_ is None or round_.finished else round_.matches
    return Departures(
        tuple((player.id, player.name) for player in leavers),
        tuple(
            match.table
            for match in matches
            if match.table and not match.reported and ids.intersection(match.players)
        ),
        drop_text(history),
    )


def replacement_texts(history: EventHistory, player: PlayerRecord) -> tuple[str, ...]:
    """Name the player who replaces this one in the finals, and the changed tables; else empty."""
    without_player = history.with_player(replace(player, disqualified=True))
    after = move_up_next_player(without_player, player.id)
    if after is None:
        return ()
    names, phase = history.names, history.current_phase
    entrants = after.entrants
    text = gettext(
        "{name}, the next player in the standings, enters as seed {seed}. Lower seeds move up by one."
    )
    texts = [text.format(name=names[entrants[-1]], seed=len(entrants))]
    for old, new in zip(phase.rounds, after.rounds, strict=True):
        for match in new.matches:
            if match not in old.matches:
                sides = gettext(" v ").join(names[key] for key in match.players)
                texts.append(gettext("Table {table} is now {sides}.").format(table=match.table, sides=sides))
    return tuple(texts)


def refusal_to_return(history: EventHistory, player: PlayerRecord) -> str:
    """Say why a departed player cannot return: a round robin or draft began without them. Else empty."""
    return return_refusal(history, player.id) if player.has_left else ""


def find_entry_link(history: EventHistory, key: str) -> RoundEntryLink | None:
    """Return the link into or out of the published round; None if neither is possible."""
    phase = history.current_phase
    round_ = phase.open_round
    if round_ is None or round_.state != PUBLISHED:
        return None
    for action, correction in (("in", admit_player), ("out", excuse_player)):
        try:
            correction(phase, round_.number, key)
        except RuleViolation:
            continue
        return RoundEntryLink(action, phase.number, round_.number, round_in_sentence(phase, round_.number))
    return None


def non_empty(*sentences: str) -> tuple[str, ...]:
    return tuple(filter(None, sentences))


def table_text(history: EventHistory, key: str, departure: str) -> str:
    """Describe the outcome for the player's table in the open round; empty without a table."""
    for round_ in history.current_phase.rounds:
        match = None if round_.finished else round_.find_match_of(key)
        if match:
            return gettext(TABLE_TEXTS[table_outcome(history, round_, match, departure)]).format(
                round=round_name(history.current_phase, round_.number),
                table=match.table,
                winner=next((history.names[player] for player in match.players if player != key), ""),
            )
    return ""


def table_outcome(history: EventHistory, round_: RoundRecord, match: MatchRecord, departure: str) -> str:
    """Return the key of TABLE_TEXTS for the table of a player who drops or is disqualified."""
    if round_.state == DRAFT:
        if match.slot:
            # The bracket decides who meets, so that a draft of finals is published unchanged.
            return "drop"
        return "scheduled" if is_under_way(history) else "draft"
    if match.is_bye:
        return "missed" if match.seats[0].result == LOSS else "bye"
    if match.reported:
        return "reported"
    return "pod" if match.is_pod and departure == "disqualify" else departure


def next_round_text(history: EventHistory) -> str:
    """Describe the next round without the player."""
    phase = history.current_phase
    if phase.rounds and phase.kind == BRACKET:
        return gettext("No one takes their place in the top cut. Their next opponent advances.")
    if not has_more_rounds(phase):
        return gettext("They can’t make the cut. The next player in the standings moves up.")
    text = gettext("If you drop them: not paired from {round}, and out of the cut.")
    if is_under_way(history):
        text = gettext("From {round}, their opponents get a bye. They can’t make the cut.")
    return text.format(round=next_round_name(history))


def next_round_name(history: EventHistory) -> str:
    """“round 4”: the next one to be drawn."""
    return round_in_sentence(history.current_phase, len(history.current_phase.rounds) + 1)


def results_text(history: EventHistory, key: str) -> str:
    """Describe the player's place in the standings after a drop."""
    rounds = (round_ for phase in history.phases for round_ in phase.rounds)
    if any(round_.state != DRAFT and round_.find_match_of(key) for round_ in rounds):
        return gettext("Their results count, for their own place and for their opponents.")
    return gettext("They haven’t played, so they don’t appear in the standings.")


def return_text(history: EventHistory, player: PlayerRecord) -> str:
    """Say when a returning player is paired again; empty if no round is left to pair."""
    if history.current_phase.kind == BRACKET or not has_more_rounds(history.current_phase):
        return ""
    text = gettext("They’ll be paired again from {round}. Rounds they missed still count as missed.")
    if is_late_arrival(history, player):
        text = gettext(
            "They’ll be paired from {round}. The setting “Late entries” says how missed rounds count."
        )
    return text.format(round=next_round_name(history))


def relisting_text(player: PlayerRecord) -> str:
    text = gettext("They return to the standings. A match lost by the disqualification remains a loss.")
    return text if player.disqualified else ""


def drop_text(history: EventHistory) -> str:
    """Describe in a sentence the consequences of any drop now."""
    phase = history.current_phase
    last, is_round_robin = phase.rounds[-1] if phase.rounds else None, is_under_way(history)
    if last is None and phase.number == 1:
        return gettext("Players dropped before round 1 don’t appear in the standings.")
    if phase.kind == BRACKET:
        if can_replace_leaver(history):
            return gettext("If a player drops now, the next player in the standings takes their place.")
        return gettext(
            "No one takes the place of a player who drops from the top cut. Report their current "
            "match; their next opponent advances."
        )
    if last and last.state == DRAFT:
        text = gettext("{round} is in draft: re-pair it after dropping someone.")
        if is_round_robin:
            text = gettext(
                "{round} is in draft: re-pair it after dropping someone. The opponents of a dropped player "
                "get a bye."
            )
        return text.format(round=round_name(phase, last.number))
    if not has_more_rounds(phase):
        return gettext(
            "A player dropped now can’t make the cut, and the next player in the standings moves up. "
            "Their results count."
        )
    text = gettext("A player dropped now isn’t paired from {round}. Their results count.")
    if is_round_robin:
        text = gettext(
            "A player dropped now finishes their current match. From {round}, their opponents get a "
            "bye. Their results count."
        )
    elif last and not all(match.reported for match in last.matches):
        text = gettext(
            "A player dropped now still plays {now} and isn’t paired from {round}. Their results count."
        )
    now = round_in_sentence(phase, last.number) if last else ""
    return text.format(now=now, round=next_round_name(history))


@dataclass(frozen=True)
class DropQuestion:
    """A match in progress of a player who drops.

    `play_on` and `concede` say what happens to the table; `concede` is empty if only the first is possible:
    at a pod, which continues, and where the next player in the standings takes over the match.
    """

    name: str
    match: str
    play_on: str
    concede: str


def get_drop_question(event: Event, key: str) -> DropQuestion | None:
    """Return the question; None if no match of the player is in progress."""
    history = load_history(event)
    player, phase = history.player(key), history.current_phase
    rounds = [round_ for round_ in phase.rounds if round_.state == PUBLISHED]
    matches = ((round_, round_.find_match_of(key)) for round_ in rounds)
    in_progress = [(r, match) for r, match in matches if match and not match.is_bye and not match.reported]
    if player.has_left or not in_progress:
        return None
    round_, match = in_progress[0]
    names = [history.names[other] for other in match.players if other != key]
    text = gettext("{name} is playing {opponents} at table {table} in {round}.").format(
        name=player.name,
        opponents=", ".join(names),
        table=match.table,
        round=round_in_sentence(phase, round_.number),
    )
    if replacement := replacement_texts(history, player):
        return DropQuestion(player.name, text, " ".join(replacement), "")
    if match.is_pod:
        play_on = gettext("The table continues without {name}. Report the result when it ends.")
        play_on = play_on.format(name=player.name)
        return DropQuestion(player.name, text, play_on, "")
    return DropQuestion(
        player.name,
        text,
        gettext("{name} finishes the match, or you report the result of table {table} later.").format(
            name=player.name, table=match.table
        ),
        gettext("{name} leaves now and concedes: {opponent} wins.").format(
            name=player.name, opponent=names[0]
        ),
    )


def get_no_shows(event: Event) -> list[tuple[str, str, int | None]]:
    """Return (id, name, table) of the no-shows of round 1."""
    history = load_history(event)
    players = sorted(no_shows(history), key=lambda player: name_words(player.name))
    rounds = history.phase(1).rounds
    return [(player.id, player.name, rounds[0].find_match_of(player.id).table) for player in players]
