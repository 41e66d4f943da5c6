"""Hypothesis strategies for events, to be written as event files and read again."""

from dataclasses import replace
from datetime import datetime
from operator import attrgetter

from hypothesis import strategies as st

from tournaments.rules.event_file.reading import UNUSABLE_IDS
from tournaments.rules.finals.series import next_matches
from tournaments.rules.history import (
    BRACKET,
    BYES,
    DRAFT,
    DRAFT_PODS,
    FINISHED,
    PROOFS,
    PUBLISHED,
    SOURCES,
    SWISS,
    VISIBILITIES,
    Announcement,
    EventHistory,
    LogRecord,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    ProofRecord,
    RoundClock,
    RoundRecord,
    SeatRecord,
    SeatReport,
    StandingsRecord,
)
from tournaments.rules.history.players import (
    ASKED,
    LIST_VISIBILITIES,
    STATES,
    UNCONFIRMED,
    CheckInSettings,
    ListSettings,
    PersonReference,
    RegistrationField,
    RegistrationRecord,
    RegistrationSettings,
)
from tournaments.rules.log.event_parts import as_json, kind_of, split_event
from tournaments.rules.players.roster import has_visible_characters
from tournaments.rules.results.parsing import apply_result

words = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
counts = st.integers(0, 99)
lines = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=20)
names = lines.filter(has_visible_characters)
ids = lines.filter(lambda key: key not in UNUSABLE_IDS)
numbers = st.none() | st.integers(-100_000, 100_000) | st.floats(-100_000, 100_000)
moments = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31)).map(lambda at: at.isoformat() + "Z")
values_of_sentences = counts | lines | st.lists(counts | lines, max_size=9)
typed = st.sampled_from(
    ("2-0", "1-2", "2-1-1", "0-0", "1-1-1", "0-0-3", "draw", "no-show 1", "concede 2", "double-loss", "clear")
)
won = st.sampled_from(("2-0", "1-2", "2-1-1", "no-show 1", "concede 2"))


SETTINGS = (
    {},
    {"minutes": 35, "reporting": "slips", "report_minutes": 10},
    {"rounds": 5},
    {"points": {"win": 2, "draw": 1}, "best_of": 1},
    {"prizes": {"rows": [{"places": [1, 2], "sum": "12.50"}, {"record": "x-2", "share": 9, "thing": "mug"}]}},
)


@st.composite
def players(draw):
    keys = draw(st.lists(ids, max_size=12, unique=True))
    return tuple(
        PlayerRecord(
            id=key,
            name=draw(names),
            club=draw(words),
            rating=draw(numbers),
            seed=draw(numbers),
            joined_round=draw(st.integers(0, 3)),
            dropped_after=draw(st.none() | st.integers(0, 3)),
            disqualified=draw(st.booleans()),
            soft_score=draw(numbers),
            household=draw(words),
            table=draw(st.none() | st.integers(1, 100_000)),
            checked_in_at=draw(st.none() | moments),
            byes=draw(st.dictionaries(st.integers(1, 99_999), st.sampled_from(BYES), max_size=3)),
            order=order,
        )
        for order, key in enumerate(keys)
    )


@st.composite
def swiss_round(draw, entrants, number, state):
    """Some of the entrants at tables, some with byes, some absent; unreported only while it runs."""
    sitting = draw(st.permutations(entrants))[: draw(st.integers(0, len(entrants)))]
    pairs = draw(st.integers(0, len(sitting) // 2))
    tables = sorted(draw(st.sets(st.integers(1, 100_000), min_size=pairs, max_size=pairs)))
    matches = []
    for n, table in enumerate(tables):
        match = MatchRecord((SeatRecord(sitting[2 * n]), SeatRecord(sitting[2 * n + 1])), table)
        result_text = draw(typed)
        reported = apply_result(match, "2-1" if state == FINISHED and result_text == "clear" else result_text)
        player_report = draw(st.none() | st.builds(SeatReport, names, moments))
        first = replace(reported.seats[0], player_report=player_report)
        extra = draw(st.sampled_from((0, 5)))
        matches.append(replace(reported, seats=(first, *reported.seats[1:]), extra_minutes=extra))
    byes = sorted(sitting[2 * pairs :], key=entrants.index)
    matches += [
        MatchRecord((SeatRecord(player, result=draw(st.sampled_from(("bye", "draw", "loss")))),))
        for player in byes
    ]
    by, flags, apart = st.sampled_from(PROOFS), st.booleans(), st.none() | counts
    proof = draw(st.none() | st.builds(ProofRecord, counts, counts, counts, by, flags, apart, apart))
    clock = draw(st.none() | st.builds(RoundClock, ends_at=moments) | st.builds(RoundClock, left=counts))
    return RoundRecord(number, state, draw(words), tuple(matches), draw(words), proof, clock)


@st.composite
def swiss_phase(draw, entrants, over):
    count = draw(st.integers(0, 3))
    last = FINISHED if over else draw(st.sampled_from((DRAFT, PUBLISHED, FINISHED)))
    rounds = [
        draw(swiss_round(entrants, number, last if number == count else FINISHED))
        for number in range(1, count + 1)
    ]
    settings = draw(st.sampled_from(SETTINGS))
    return PhaseRecord(SWISS, draw(words), settings, None, tuple(rounds))


@st.composite
def draft_phase(draw, entrants, over):
    """A draft phase with pods of all players, drawn or seated by hand, with any rounds."""
    phase, order = draw(swiss_phase(entrants, over)), draw(st.permutations(entrants))
    at = draw(st.integers(0, len(order)))
    pods = tuple(tuple(pod) for pod in (order[:at], order[at:]) if pod)
    until = draw(st.none() | moments)
    settings = phase.overrides | draw(st.sampled_from(({}, {"draft_pods": "rating", "draft_minutes": 30})))
    has_pods = {"pods_seed": draw(words), "pods_sealed": draw(words), "build_until": until}
    return replace(phase, kind=DRAFT_PODS, overrides=settings, pods=pods, **has_pods)


@st.composite
def bracket_phase(draw, event):
    """A later phase that has not begun, or that is played some way towards its champion."""
    settings = {"cut": {"top": 8}, "finals": "mcintyre8"}
    ids = [player.id for player in event.players]
    if len(ids) < 8 or draw(st.booleans()):
        return PhaseRecord(BRACKET, draw(words), settings)
    phase = PhaseRecord(BRACKET, draw(words), settings, tuple(draw(st.permutations(ids))[:8]))
    event = EventHistory(event.name, event.rulebook, event.players, (*event.phases, phase))
    number = len(event.phases)
    for n in range(1, draw(st.integers(1, 4)) + 1):
        matches = sorted(next_matches(event.phase(number)), key=attrgetter("table"))
        matches = tuple(apply_result(match, draw(won)) for match in matches)
        rounds = (*event.phases[-1].rounds, RoundRecord(n, FINISHED, "", matches))
        event = event.phase(number).replace(rounds=rounds).history
    return event.phases[-1]


@st.composite
def log_lines(draw, event):
    """Lines that say anything about parts of the event."""
    parts = {path: as_json(kind_of(path), part) for path, part in split_event(event).items()}
    lines = []
    for position in range(draw(st.integers(0, 3))):
        undone = {line.undoes for line in lines}
        undoes = draw(st.sampled_from([None, *(n for n in range(1, position + 1) if n not in undone)]))
        changed = draw(st.lists(st.sampled_from(sorted(parts)), max_size=3, unique=True))
        changes = {
            path: [draw(st.sampled_from((None, parts[path]))) for _side in ("before", "after")]
            for path in changed
        }
        source = draw(st.sampled_from(("", *SOURCES)))
        values = draw(st.dictionaries(words, values_of_sentences, max_size=3))
        lines.append(LogRecord(draw(moments), draw(words), draw(words), changes, undoes, source, "x", values))
    return tuple(lines)


@st.composite
def pairs(draw, ids):
    """Pairs that never meet and pairs that are wished, none in both."""
    if len(ids) < 2:
        return {}
    two = st.lists(st.sampled_from(ids), min_size=2, max_size=2, unique=True).map(tuple)
    by_key = draw(st.lists(two, max_size=4, unique_by=frozenset))
    forbidden = draw(st.integers(0, len(by_key)))
    return {"forbidden": tuple(by_key[:forbidden]), "wished": tuple(by_key[forbidden:])}


@st.composite
def published_lists(draw, ids):
    """Standings as they were published, maybe of a round that is there no more."""
    columns = draw(st.sampled_from(((), ("points",), ("points", "omw", "buchholz"))))
    ranked = draw(st.lists(st.sampled_from(ids), max_size=3, unique=True)) if ids else []
    texts = st.text("0123456789.–", min_size=1, max_size=8)
    rows = tuple((at, key, *(draw(texts) for _ in ("record", *columns))) for at, key in enumerate(ranked, 1))
    return StandingsRecord(draw(st.integers(1, 3)), draw(st.integers(1, 9)), draw(moments), columns, rows)


keys_of_fields = st.sampled_from(("f1", "f2", "size"))


def registration_fields():
    choices = st.lists(lines, max_size=3, unique=True).map(tuple)
    fields = st.builds(RegistrationField, keys_of_fields, lines, st.booleans(), choices)
    unique_by = (lambda field: field.key, lambda field: field.label)
    return st.lists(fields, max_size=2, unique_by=unique_by).map(tuple)


def registration_settings():
    """Settings of registration, check-in and lists, with times or without."""
    asking, times = (
        st.sampled_from(("", *ASKED)),
        st.tuples(moments, moments).filter(lambda two: two[0] < two[1]),
    )
    times = (times | st.tuples(moments, st.none()) | st.just((None, None))).map(
        lambda two: {"opens_at": two[0], "closes_at": two[1]}
    )
    registration = st.builds(
        lambda times, **values: RegistrationSettings(**times, **values),
        times,
        open=st.booleans(),
        cap=st.none() | st.integers(1, 20_000),
        waitlist=st.booleans(),
        approval=st.booleans(),
        text=st.lists(words, max_size=3).map("\n".join),
        email=asking,
        club=asking,
        player_id=asking,
        fields=registration_fields(),
        address_limit=st.integers(1, 10_000),
    )
    check_in = st.builds(lambda times, is_open: CheckInSettings(is_open, **times), times, st.booleans())
    lists = st.builds(ListSettings, asking, st.none() | moments, st.sampled_from(LIST_VISIBILITIES))
    return st.fixed_dictionaries(
        {}, optional={"registration": registration, "check_in": check_in, "lists": lists}
    )


@st.composite
def people(draw, ids):
    """Return who some of the players are, each another person."""
    identifiers = st.dictionaries(names, names, max_size=2)
    known = draw(st.lists(st.sampled_from(ids), unique=True, max_size=3)) if ids else []
    return {key: PersonReference(f"person{at}", draw(identifiers)) for at, key in enumerate(known)}


@st.composite
def registrations(draw, ids):
    """Entries of players and of others, with contact data."""
    players = draw(st.lists(st.none() | st.sampled_from(ids), max_size=4)) if ids else [None]
    entries = []
    for player in players:
        if player is not None and player in {entry.player for entry in entries}:
            continue
        state = draw(st.sampled_from(STATES))
        entries.append(
            RegistrationRecord(
                state=state,
                at=draw(moments),
                name=draw(names),
                player=player,
                club=draw(words),
                email=draw(st.sampled_from(("", "ann@example.org", "ärger+1@example.org"))),
                email_confirmed_at=draw(st.none() | moments),
                held_until=draw(moments) if state == UNCONFIRMED else None,
                answers=draw(st.dictionaries(keys_of_fields, words, max_size=2)),
                language=draw(st.sampled_from(("", "de", "zh-hans"))),
            )
        )
    return tuple(entries)


def announcements():
    """Announcements that stay, end at a time, or end with a round that may not exist."""
    numbers = st.integers(1, 5)
    ends = st.fixed_dictionaries({}) | st.fixed_dictionaries({"ends_at": moments})
    ends |= st.fixed_dictionaries({"phase": numbers, "round": numbers})
    return st.builds(lambda text, at, end: Announcement(text, at, **end), names, moments, ends)


@st.composite
def events(draw):
    """Any event that Topcut could hold: a Swiss phase or a draft and perhaps a bracket."""
    present = draw(players())
    ids = [player.id for player in present]
    with_bracket = draw(st.booleans())
    first = draw(st.sampled_from((swiss_phase, draft_phase)))
    phases = (draw(first(ids, with_bracket)),)
    event = EventHistory(
        name=draw(names),
        rulebook=draw(st.sampled_from(("magic", "battlefy"))),
        players=present,
        phases=phases,
        starts_at=draw(st.none() | moments),
        timezone=draw(st.sampled_from(("UTC", "Europe/Paris"))),
        place=draw(words),
        pot=draw(st.sampled_from(({}, {"currency": "€", "fee": "7.50", "sum": 100, "smallest": "0.50"}))),
        announcement=draw(st.none() | announcements()),
        visibility=draw(st.sampled_from(VISIBILITIES)),
        published=tuple(draw(st.lists(published_lists(ids), max_size=2))),
        registrations=draw(registrations(ids)),
        people=draw(people(ids)),
        **draw(registration_settings()),
        **draw(pairs(ids)),
    )
    if with_bracket:
        event = replace(event, phases=(*phases, draw(bracket_phase(event))))
    return replace(event, log=draw(log_lines(event)))
