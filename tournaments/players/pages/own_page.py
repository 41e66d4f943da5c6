"""A player’s own page."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from ...drafts.pages import list_draft_seats
from ...history.cache import load_history
from ...lists.pages import own_list_text
from ...models import Event, Message, Pick
from ...results.pages.entry import get_reporting_mode
from ...rounds.pages.pairings import TableNeighbours, bye_text
from ...rules.history import BRACKET, LOSS, EventHistory, MatchRecord, PlayerRecord, RoundRecord
from ...rules.registration import EARLY, OPEN, has_started
from ...rules.results import player_reports, scoring
from ...rules.results.notation import join_names
from ...rules.settings.fields import ANYONE
from ...rules.settings.settings import Settings
from ...series.pages.achievements import OwnAchievements, get_own_achievements
from ...web.status import extension_text, moment_text, round_name, time_at, time_text
from ...web.wording import departure_text, phase_name
from .own_outlook import (
    OwnChance,
    OwnEvent,
    get_outlook,
    get_own_chance,
    own_record_text,
)
from .own_report import ReportChoices, get_report_choices, own_result_text, own_score_text, parse_report

# A state of a table's result, beside those of rules.results.player_reports.
CONFIRMED = "confirmed"
WAITS_FOR_ROUND_1 = gettext_noop("Your table will appear here when round 1 is published.")


@dataclass(frozen=True)
class ReportVersion:
    """A reported result; `text` and `score` are from this player's side, `is_own` if they reported it.

    `players` are the ids of those who did.
    """

    result_text: str
    players: tuple[str, ...]
    who: str
    text: str
    score: str
    time: str
    is_own: bool


@dataclass(frozen=True)
class OwnTable:
    """The player's table in a round.

    `seat` (from 1) is set only in pods; `seats` are all players' ids, by which a report names the table.
    `result` is the stored result in words, `score` its score or the same words, both empty without one;
    `report_state` is a state of rules.results.player_reports. `choices` is None if nothing can be
    reported; `reporting_note` says how results are reported if players cannot. `confirmed_at` is when the
    one report is confirmed automatically; `judge_note` the state of a judge call. `can_dispute`: picked
    names reported the result, and this player can withdraw it. `achievements` is None unless the event
    counts for a series with some.
    """

    phase: int
    round: int
    number: int
    seat: int | None
    seats: tuple[str, ...]
    opponents: str
    extension: str
    neighbours: TableNeighbours | None
    result: str
    score: str
    report_state: str
    versions: tuple[ReportVersion, ...]
    choices: ReportChoices | None
    reporting_note: str
    can_drop: bool
    confirmed_at: str | None
    confirmed_time: str
    judge_note: str
    can_call_judge: bool
    can_dispute: bool
    achievements: OwnAchievements | None

    @property
    def other_versions(self):
        return tuple(version for version in self.versions if not version.is_own)

    @property
    def own_version(self):
        return next((version for version in self.versions if version.is_own), None)

    @property
    def shown_version(self):
        """Return the report that the page shows: the player’s own, or the one that others agree on."""
        agreed = self.versions[0] if self.report_state == player_reports.AGREED else None
        return self.own_version or agreed

    @property
    def result_state(self) -> str:
        """Return CONFIRMED, the state of the shown report, or "" while the player has to report or answer."""
        if self.result:
            return CONFIRMED
        return self.report_state if self.choices and self.shown_version else ""


def get_own_table(own: OwnEvent, player: PlayerRecord, round_: RoundRecord, match: MatchRecord) -> OwnTable:
    event, history = own.player.event, own.history
    phase, names, seat = history.current_phase, history.names, match.players.index(player.id)
    settings, reporting = phase.settings, get_reporting_mode(phase, round_)
    reporting_note = gettext(player_reports.REPORTING_NOTES.get(settings.reporting, ""))
    if own.pick and settings.reporting != ANYONE:
        reporting_note = gettext("This event needs your personal link to report. Ask at the desk.")
    versions = tuple(
        report_version(event, match, version, seat, names, reporting)
        for version in player_reports.reported_results(match)
    )
    own_report = next((version.result_text for version in versions if version.is_own), "")
    can_report = not (match.reported or reporting_note or round_.finished)
    confirmed_at = player_reports.confirmed_at(match, settings.report_minutes) if can_report else None
    here = (phase.number, round_.number, match.table)
    calls = (row for row in own.messages if row.kind == Message.JUDGE)
    call = next((row for row in calls if (row.phase, row.round, row.table) == here), None)
    is_last = phase.number == len(history.phases) and round_.number >= own.status.rounds
    return OwnTable(
        phase=phase.number,
        round=round_.number,
        number=match.table,
        seat=seat + 1 if match.is_pod else None,
        seats=match.players,
        opponents=join_names(tuple(names[key] for key in match.players if key != player.id), gettext),
        extension=extension_text(history, round_, match),
        neighbours=own.neighbours.get((phase.number, round_.number)),
        result=own_result_text(match, seat, names) if match.reported else "",
        score=own_score_text(match, seat, names) if match.reported else "",
        report_state=player_reports.report_state(match),
        versions=versions,
        choices=get_report_choices(match, seat, names, reporting, own_report) if can_report else None,
        reporting_note="" if match.reported else reporting_note,
        can_drop=can_report and not (own.pick or is_last) and phase.kind != BRACKET,
        confirmed_at=confirmed_at,
        confirmed_time=time_text(history.timezone, confirmed_at),
        judge_note=judge_call_text(event, call) if call else "",
        can_call_judge=not round_.finished and (call is None or call.done_at is not None),
        can_dispute=can_dispute(own, settings, round_, match),
        achievements=None
        if reporting_note
        else get_own_achievements(event, phase.number, round_.number, match, player.id, names),
    )


def can_dispute(own: OwnEvent, settings: Settings, round_: RoundRecord, match: MatchRecord) -> bool:
    """Return whether the player can withdraw the result: players.actions.picks does it."""
    history = own.history
    if own.pick or not match.reported or round_.finished or settings.reporting != ANYONE:
        return False
    return history.current_phase.kind != BRACKET and player_reports.is_result_picked(match)


def report_version(
    event, match, version: player_reports.ReportedResult, seat: int, names, reporting
) -> ReportVersion:
    others = tuple(names[match.players[other]] for other in version.seats if other != seat)
    is_own = seat in version.seats
    reported = parse_report(match, version.result_text, reporting)
    return ReportVersion(
        result_text=version.result_text,
        players=tuple(match.players[other] for other in version.seats),
        who=join_names((gettext("You"), *others) if is_own else others, gettext),
        text=own_result_text(reported, seat, names) if reported else version.result_text,
        score=own_score_text(reported, seat, names) if reported else version.result_text,
        time=time_text(event.timezone, version.since),
        is_own=is_own,
    )


def judge_call_text(event: Event, call: Message) -> str:
    if call.done_at:
        message = gettext("The desk has seen your call at {time}.")
    else:
        message = gettext("A judge was called to table {table} at {time}.")
    return message.format(table=call.table, time=time_at(event.timezone, call.done_at or call.at))


@dataclass(frozen=True)
class OwnPage:
    """A player's own page.

    `heading` and `text` explain a missing `table`; `note` stands above a table; `late_report` is the outcome
    of a late report. `drops`: the player drops after this round; `can_drop`: they can drop now,
    `can_check_in`: check in, `can_withdraw`: withdraw instead, because the event has not started.
    `pick_note` is for a picked name, `outlook` says whether the player is still in, where it is known;
    `chance` is the player's chance to make the cut in the last rounds.
    `list_text` is “Decklist: sent, 60 and 15”, empty if there is nothing to send or to see.
    """

    key: str
    name: str
    record: str
    round_text: str
    round: str
    round_name: str
    has_bye: bool
    heading: str
    text: str
    note: str
    drops: bool
    table: OwnTable | None
    late_report: str
    is_over: bool
    can_check_in: bool
    can_drop: bool
    can_withdraw: bool
    pick_note: str
    outlook: str
    chance: OwnChance | None
    list_text: str


def get_own_page(own: OwnEvent) -> OwnPage:
    """Return a player's page, from their own matches alone."""
    history, phase, status = own.history, own.history.current_phase, own.status
    player = history.player(own.player.public_id)
    round_, match = find_current_match(history)
    has_bye, is_over = match is not None and match.is_bye, status.state == "ended"
    table, heading, text, note, drops = None, "", "", "", False
    if own.check_in and not player.has_left:
        heading, text = check_in_texts(own, player)
    elif match is None or has_bye or is_over:
        heading, text = explain_missing_table(own, player, match)
    else:
        table = get_own_table(own, player, round_, match)
        event_round = phase.rounds_before + round_.number
        note = departure_note(history, player, event_round)
        drops = player.dropped_after == event_round
    chance = None if player.has_left else get_own_chance(own, match)
    has_left = player.disqualified or player.dropped_after is not None
    can_drop = not (own.pick or is_over or has_left or missed_cut(history, player.id))
    # A certain chance says the same, and counts the results of the running round, too; so may the text.
    outlook = "" if chance and chance.is_certain else get_outlook(own)
    if outlook and match and match.played and not round_.finished:
        # The sentence does not know the result that is shown above it.
        outlook = gettext("Before round {number}: {outlook}").format(number=round_.number, outlook=outlook)
    return OwnPage(
        key=player.id,
        name=player.name,
        record="" if status.is_hidden else own_record_text(history, player.id),
        round_text=status.round_text,
        round=f"{phase.number}.{status.round}" if status.round else "",
        round_name=round_name(phase, status.round) if status.round else "",
        has_bye=has_bye,
        heading=heading,
        text=text,
        note=note,
        drops=drops,
        table=table,
        late_report=late_report_text(own.player.event, history, own.messages),
        is_over=is_over,
        can_check_in=own.check_in == OPEN and can_drop and not player.checked_in_at,
        can_drop=can_drop,
        can_withdraw=can_drop and not has_started(load_history(own.player.event)),
        pick_note=pick_text(own.pick, player.name) if own.pick and not is_over else "",
        outlook="" if outlook in (heading, text) else outlook,
        chance=chance,
        list_text="" if own.pick else own_list_text(own.player, timezone.now()),
    )


def missed_cut(history: EventHistory, player: str) -> bool:
    """Return whether a later phase plays without this player, who did not make its cut."""
    phase = history.current_phase
    return phase.number > 1 and phase.entrants is not None and player not in phase.entrants


def pick_text(pick: Pick, name: str) -> str:
    """Return what the owner of a phone must know that picked the name."""
    if pick.contested_at:
        text = gettext(
            "Another phone also says it is {name}. Please come to the desk: your reports wait until then."
        )
        return text.format(name=name)
    return gettext("This phone reports for {name}. If that isn’t you, tell the desk.").format(name=name)


def find_current_match(history: EventHistory) -> tuple[RoundRecord | None, MatchRecord | None]:
    """Return the player's current round and match from a history with only their matches.

    Prefers an open round and a match without a result; without an open round it is the last one.
    """
    rounds = history.current_phase.rounds
    candidates = [round_ for round_ in rounds if not round_.finished] or rounds[-1:]
    matches = ((round_, match) for round_ in candidates for match in round_.matches)
    return min(matches, key=lambda pair: pair[1].reported, default=(None, None))


def explain_missing_table(own: OwnEvent, player: PlayerRecord, bye: MatchRecord | None) -> tuple[str, str]:
    """Return (heading, text) for a player without a table."""
    history, status = own.history, own.status
    if status.state == "upcoming" and player.has_left:
        return gettext("You aren’t in the event"), gettext("Want to play? Tell the desk.")
    if status.state == "upcoming":
        when, text = moment_text(history.starts_at, history.timezone), gettext(WAITS_FOR_ROUND_1)
        facts = ", ".join(filter(None, (when, history.place)))
        return gettext("You’re registered"), f"{facts}. {text}" if facts else text
    if status.state == "ended":
        place = get_outlook(own)
        return place or gettext("Event finished"), gettext("See the standings for the final places.")
    if departure := departure_text(history, player):
        text = gettext("Want to play on? Tell the desk before the next round is paired.")
        return departure[:1].upper() + departure[1:], text
    # A late entry, or a player who was left out.
    if bye and scoring.outcomes(bye) == (LOSS,):
        text = gettext("This round counts as a loss. Your next table will appear here.")
        return gettext("You weren’t paired this round"), text
    if bye:
        points = bye_text(bye, history.current_phase.settings)
        text = gettext("You have no opponent this round: {points}. Your next table will appear here.")
        return gettext("Bye"), text.format(points=points)
    return explain_missing_match(own, player)


def check_in_texts(own: OwnEvent, player: PlayerRecord) -> tuple[str, str]:
    """Return (heading, text) for an active player before the start of an event with check-in."""
    zone, settings = own.history.timezone, own.history.check_in
    if player.checked_in_at:
        heading = gettext("Checked in at {time}").format(time=time_text(zone, player.checked_in_at))
        return heading, gettext(WAITS_FOR_ROUND_1)
    if own.check_in == OPEN:
        if settings.closes_at:
            text = gettext("Check in by {time}: only players who are checked in play.")
            return gettext("Check-in is open"), text.format(time=moment_text(settings.closes_at, zone))
        return gettext("Check-in is open"), gettext("Only players who are checked in play.")
    if own.check_in == EARLY:
        text = gettext("Check-in opens on {time}. The button will appear here.")
        return gettext("You’re registered"), text.format(time=moment_text(settings.opens_at, zone))
    return gettext("You’re registered"), gettext("Check-in is closed. Please come to the desk to check in.")


def explain_missing_match(own: OwnEvent, player: PlayerRecord) -> tuple[str, str]:
    """Return (heading, text) for an active player without a match in the current phase."""
    phase = own.history.current_phase
    if missed_cut(own.history, player.id):
        name = gettext("the top cut") if phase.kind == BRACKET else phase_name(phase)
        heading = gettext("You didn’t make {phase}").format(phase=name)
        return heading, get_outlook(own) or gettext("See the standings for your place.")
    if phase.kind == BRACKET:
        return gettext("No match right now"), gettext("If you have another match, it will appear here.")
    if not phase.rounds:
        seat = dict(list_draft_seats(own.history, player.id)).get(phase.number, "")
        heading = seat[:1].upper() + seat[1:] or gettext("You’re registered")
        return heading, gettext(WAITS_FOR_ROUND_1)
    text = gettext("You’ll be paired from the next round. If that’s wrong, tell the desk.")
    return gettext("Not paired this round"), text


def departure_note(history: EventHistory, player: PlayerRecord, round_number: int) -> str:
    """Return the note above the table of a departed player; `round_number` is counted over the event."""
    note = departure_text(history, player)
    if note and not player.disqualified and player.dropped_after >= round_number:
        return gettext("You’ll be dropped after this round and keep your place in the standings.")
    return note


def late_report_text(event: Event, history: EventHistory, messages: tuple[Message, ...]) -> str:
    """Return the outcome of the last late report while it may still matter, else empty."""
    last = len(history.current_phase.rounds)
    late_reports = (row for row in messages if row.kind == Message.LATE_REPORT and row.round >= last - 1)
    row = next(late_reports, None)
    if row is None:
        return ""
    if row.done_at:
        text = gettext("The desk has seen your late report for round {round} ({result}) at {time}.")
    else:
        text = gettext(
            "Your report for round {round} ({result}) arrived too late to count automatically. The "
            "desk has received it."
        )
    time = time_at(event.timezone, row.done_at or row.at)
    result = history.with_public_names_in(row.text)
    return text.format(round=row.round, result=result, time=time)
