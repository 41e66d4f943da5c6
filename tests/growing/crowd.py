"""Fill PostgreSQL with years of a busy site within seconds, by copying the rows of a few events."""

from dataclasses import replace
from datetime import date

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection

from tests.benchmarks.sample_event import played
from tests.journeys.accessibility.places import CLUB
from tests.support.desk_events import actor_of
from tests.support.played_events import ME, pair, reload_event, report
from tournaments.events.actions.events import import_event
from tournaments.models import (
    AccountMail,
    AccountTrust,
    Club,
    CutChances,
    DeckCheck,
    ElsewhereResult,
    Event,
    Invitation,
    ListVersion,
    Mail,
    Message,
    Notice,
    Person,
    Pick,
    PlayerResult,
    Preview,
    PublishedStandings,
    PushSubscription,
    Registration,
    RestorePoint,
    SentMail,
    Series,
    SeriesEntry,
    SeriesMember,
    SimulationBatch,
    SimulationRun,
    SiteKey,
    WorkerHeartbeat,
)
from tournaments.rounds.actions.rounds import start_clock
from tournaments.rules.history import LogRecord
from tournaments.rules.log.event_parts import as_json, match_path

LARGE_COPIES, SMALL_COPIES, ACCOUNTS, PEOPLE = 66, 2000, 20_000, 100_000
TABLES = [
    table
    for table in apps.get_app_config("tournaments").get_models()
    # They belong to no event.
    if table
    not in (WorkerHeartbeat, SimulationRun, SimulationBatch, SentMail, AccountMail, AccountTrust, SiteKey)
]
# Values that must be unique.
UNIQUE_VALUES = {
    ("event", "slug"): "slug || '-' || copy",
    ("event", "request_key"): "NULL",
    ("club", "slug"): "slug || '-' || copy",
    ("person", "public_id"): "left(md5(public_id || '-' || copy), 16)",
    ("person", "token"): "left(md5(token || '-' || copy), 16)",
    ("personmail", "token"): "left(md5(token || '-' || copy), 16)",
    # The link joins a player with an entry.
    **{(table, "token"): "left(md5(token || '-' || copy), 16)" for table in ("player", "registration")},
    ("pick", "token"): "left(md5(id || '-' || copy), 16)",
    ("invitation", "token"): "left(md5(id || '-' || copy), 32)",
    # Each copy has another account as staff.
    ("staff", "user_id"): "(SELECT max(id) FROM auth_user) - copy",
    ("clubstaff", "user_id"): "(SELECT max(id) FROM auth_user) - copy",
}
# Accounts, where they are signed in, wrong passwords, simulations, and mails of the last day.
ACCOUNT_ROWS = (
    f"""
    INSERT INTO auth_user (username, password, first_name, last_name, email, is_superuser, is_staff,
                           is_active, date_joined)
    SELECT 'user-' || n, '', '', '', 'user-' || n || '@example.org', false, false, true, now()
    FROM generate_series(1, {ACCOUNTS}) n
    """,
    # Each account has a club of its own.
    f"""
    INSERT INTO tournaments_club (slug, name, is_published, place, timezone, about, contact, logo_hash,
                                  defaults, keep_months, version, created_at)
    SELECT 'club-' || n, '', false, '', '', '', '', '', '{{}}', 24, 1, now()
    FROM generate_series(1, {ACCOUNTS}) n
    """,
    f"""
    INSERT INTO tournaments_clubstaff (club_id, user_id, role)
    SELECT (SELECT max(id) FROM tournaments_club) - n % {ACCOUNTS},
           (SELECT max(id) FROM auth_user) - n % {ACCOUNTS}, 'owner'
    FROM generate_series(1, {ACCOUNTS}) n
    """,
    # People of other clubs, with other names and all that a club can store of them.
    f"""
    INSERT INTO tournaments_person (club_id, public_id, name, public_name, key, is_minor, is_hidden,
                                    address_hash, remembered_at, created_at)
    SELECT (SELECT max(id) FROM tournaments_club) - n % {ACCOUNTS}, left(md5('p' || n), 16), 'Person ' || n,
           'Person ' || n, 'person ' || n, false, false, md5(n::text), now(), now()
    FROM generate_series(1, {PEOPLE}) n
    """,
    f"""
    INSERT INTO tournaments_personname (person_id, kind, name, key)
    SELECT (SELECT max(id) FROM tournaments_person) - n % {PEOPLE}, 'alias', 'Player ' || n, 'player ' || n
    FROM generate_series(1, {PEOPLE} * 3) n
    """,
    f"""
    INSERT INTO tournaments_personidentifier (person_id, publisher, value)
    SELECT (SELECT max(id) FROM tournaments_person) - n, 'magic', n FROM generate_series(1, {PEOPLE} - 1) n
    """,
    f"""
    INSERT INTO tournaments_personrequest (person_id, kind, at, done_at)
    SELECT (SELECT max(id) FROM tournaments_person) - n, 'forget', now(), now()
    FROM generate_series(1, {PEOPLE} - 1) n
    """,
    f"""
    INSERT INTO tournaments_personmail (club_id, kind, address, address_hash, person_id, token, site_url,
                                        language, at, attempts, error, refused)
    SELECT (SELECT max(id) FROM tournaments_club) - n % {ACCOUNTS}, 'confirm', '', md5(n::text),
           (SELECT max(id) FROM tournaments_person) - n, left(md5('m' || n), 16), '', 'en', now(),
           0, '', false
    FROM generate_series(1, {ACCOUNTS}) n
    """,
    f"""
    INSERT INTO qsessions_session (session_key, session_data, expire_date, user_id, created_at, updated_at)
    SELECT md5(n::text), '', now(), (SELECT max(id) FROM auth_user) - n % {ACCOUNTS}, now(), now()
    FROM generate_series(1, 20000) n
    """,
    """
    INSERT INTO axes_accessattempt (user_agent, ip_address, username, http_accept, path_info, attempt_time,
                                    get_data, post_data, failures_since_start)
    SELECT '', '10.0.0.1', 'user-' || n, '', '', now(), '', '', 1 FROM generate_series(1, 20000) n
    """,
    f"""
    INSERT INTO tournaments_simulationrun (address, plan, events, seed, by_id, state, queued_at,
                                           events_played, kills, opened_at, seconds_played)
    SELECT left(md5(n::text), 16), '{{}}', 1000, n, (SELECT max(id) FROM auth_user) - n % {ACCOUNTS}, 'done',
           now(), 1000, 0, now(), 0
    FROM generate_series(1, 20000) n
    """,
    """
    INSERT INTO tournaments_sentmail (mail_pk, at, kind, address_hash, event_pk, account_pk)
    SELECT 1000000 + n, now(), 'registered', md5(n::text), 1000000 + n % 500, 1000000 + n % 500
    FROM generate_series(1, 20000) n
    """,
)


def fill_site(user) -> dict[str, Event]:
    """Return the user's three events by name, among 200 events of 256 players and 2,000 small ones.

    The tables of accounts, sessions and wrong passwords have thousands of rows; all tables are analysed.
    """
    for sql in ACCOUNT_ROWS:
        run(sql)
    before = newest()
    events_by_name = {
        "running": store_event(user, played("Running", 256, 8, 9)),
        "ready": store_event(user, played("Ready", 256, 7, 8)),
        "finals": store_event(user, played("Finals", 256, 7, 7)),
    }
    for name in ("running", "finals"):
        pair(events_by_name[name])
        report(events_by_name[name], 1, "2-0")
    start_clock(reload_event(events_by_name["running"]), ME, 1, 9)
    copy(LARGE_COPIES, before)
    before = newest()
    store_event(user, played("Evening", 8, 3, 3))
    copy(SMALL_COPIES, before)
    # The club that the examples of pages show.
    Club.objects.filter(staff__user=user).update(slug=CLUB, name="The Lantern", is_published=True)
    # Statistics of all rows, not of a sample, so that the plans are the same in each run.
    run("SET default_statistics_target = 10000")
    fill_series()
    fill_ratings()
    run("ANALYZE")
    return {name: reload_event(event) for name, event in events_by_name.items()}


def run(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)


def fill_series(count=20_000):
    """Give another club so many series, each with an evening and a member, and all players achievements."""
    club = Club.objects.create(slug="other-series")
    person = Person.objects.create(club=club, name="Somebody", public_name="Somebody")
    series = Series.objects.bulk_create(
        (Series(club=club, slug=f"series-{n}", name="League") for n in range(count)), 1000
    )
    day = date(2026, 1, 1)
    SeriesEntry.objects.bulk_create(
        (SeriesEntry(series=one, name="Evening", date=day) for one in series), 1000
    )
    SeriesMember.objects.bulk_create((SeriesMember(series=one, person=person) for one in series), 1000)
    entries = SeriesEntry.objects.filter(series__club=club)
    ElsewhereResult.objects.bulk_create((ElsewhereResult(entry=one, place=1) for one in entries), 1000)
    run(f"""
        INSERT INTO tournaments_achievementtick (series_id, player_id, key, phase, round, reported_by)
        SELECT {series[0].pk}, id, n, 1, n, '' FROM tournaments_player, generate_series(1, 5) n
    """)


def fill_ratings(people=50):
    """Give each club a list of ratings, and each event some people of it with a rating."""
    run("""
        INSERT INTO tournaments_ratinglist (club_id, slug, game, game_key, is_on, settings, preset,
                                            seeds_events)
        SELECT id, 'magic', 'Magic', 'magic', true, '{}', 'shop', true FROM tournaments_club
    """)
    run("""
        INSERT INTO tournaments_ratedevent (rating_list_id, event_id, version, matches, erased, hash)
        SELECT (SELECT min(id) FROM tournaments_ratinglist) + row_number() OVER (), id, 1, '[]', '{}', ''
        FROM tournaments_event
    """)
    run(f"""
        INSERT INTO tournaments_personrating (rated_event_id, person_id, before, after, peak, matches, k,
                                              terms)
        SELECT event.id, (SELECT max(id) FROM tournaments_person) - n, 1600, 1616, 1616, 1, 32, '[]'
        FROM tournaments_ratedevent event, generate_series(1, {people}) n
    """)


def store_event(user, history) -> Event:
    """Store the event with a log entry, and so a report, for each result."""
    lines = [
        LogRecord(
            "2026-01-01T10:00:00Z",
            "organiser",
            "report_result",
            {match_path(1, round_.number, match): [None, as_json("match", match)]},
        )
        for round_ in history.phases[0].rounds
        for match in round_.matches
    ]
    event = import_event(replace(history, log=tuple(lines)), actor_of(user))
    event.log.update(version=1)
    at = event.created_at
    number = range(len(history.players) // 8)
    rows = (
        RestorePoint(event=event, version=1, at=at, reason="before a round", file="{}"),
        Message(event=event, at=at, kind=Message.LATE_REPORT, who="a player", phase=1, round=1),
        PublishedStandings(event=event, phase=1, round=1, version=1, at=at, columns=[], rows=[]),
        Invitation(event=event, role="judge", made_at=at, expires_at=at),
    )
    for row in rows:
        type(row).objects.bulk_create(replaced(row, f"{event.pk}-{n}") for n in number)
    chances = {player: {"chance": 0.5} for player in event.players.values_list("public_id", flat=True)}
    CutChances.objects.create(
        event=event, version=1, next_at=at, values={"phase": 1, "round": 0, "players": chances}
    )
    Preview.objects.create(event=event, version=1, hash="a picture")
    event.chances_at = at
    event.save()
    rows = [
        Registration(event=event, player=player, state="registered", order=order, at=at, name="a player")
        for order, player in enumerate(event.players.all(), 1)
    ]
    Registration.objects.create_entries(event, rows)
    Mail.objects.bulk_create(Mail(event=event, registration=row, at=at) for row in event.registrations.all())
    for table, values in (
        (ListVersion, {"text": "60 Mountain", "deck": "Mono-Red"}),
        (DeckCheck, {"passed": True}),
    ):
        players = event.players.all()
        table.objects.bulk_create(table(event=event, player=player, at=at, **values) for player in players)
    PlayerResult.objects.bulk_create(
        PlayerResult(
            event=event,
            player=player,
            place=1,
            place_shared_by=1,
            swiss_place=1,
            swiss_place_shared_by=1,
            placed_players=len(history.players),
        )
        for player in event.players.all()
    )
    Pick.objects.bulk_create(Pick(event=event, player=player, at=at) for player in event.players.all()[::2])
    PushSubscription.objects.bulk_create(
        PushSubscription(endpoint=f"https://push.example/{player.pk}", player=player, made_at=at)
        for player in event.players.all()
    )
    Notice.objects.bulk_create(
        Notice(event=event, kind=Notice.ROUND, phase=1, round=1, due_at=at, sent_at=at) for _ in number
    )
    return event


def replaced(row, token):
    """Return the same row with its own token."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**fields | ({"token": token} if "token" in fields else {}))


def newest() -> dict:
    return {table: table.objects.order_by("pk").values_list("pk", flat=True).last() or 0 for table in TABLES}


def copy(times, after):
    """Copy all rows newer than `after`, `times` times; references point to the copies."""
    step = max(newest().values())
    # References of the copies are valid, so foreign keys need not be checked.
    run("SET session_replication_role = replica")
    for table in TABLES:
        columns = [field.column for field in table._meta.concrete_fields]
        values = ", ".join(copied(table, field, step) for field in table._meta.concrete_fields)
        named = ", ".join(f'"{column}"' for column in columns)
        run(
            f"INSERT INTO {table._meta.db_table} ({named}) SELECT {values} FROM {table._meta.db_table}, "
            f"generate_series(1, {times}) copy WHERE id > {after[table]}"
        )
    run("SET session_replication_role = DEFAULT")
    reset_sequences()


def copied(table, field, step) -> str:
    """Return the SQL for a column's value in a copy."""
    own = UNIQUE_VALUES.get((table._meta.model_name, field.column))
    refers = field.primary_key or (field.remote_field and field.remote_field.model in TABLES)
    return own or f'"{field.column}"' + (f" + copy * {step}::bigint" if refers else "")


def reset_sequences():
    for sql in connection.ops.sequence_reset_sql(no_style(), TABLES):
        run(sql)


# The lookup from a table to its event; `event` for all others.
EVENT_LOOKUPS = {
    "event": "pk",
    "club": "events",
    "clubstaff": "club__events",
    "clublogentry": "club__events",
    "person": "club__events",
    "personname": "person__club__events",
    "personidentifier": "person__club__events",
    "personanswer": "player__event",
    "personrequest": "person__club__events",
    "personmail": "club__events",
    "series": "club__events",
    "seriesentry": "series__club__events",
    "elsewhereresult": "entry__series__club__events",
    "seriesmember": "series__club__events",
    "achievementtick": "player__event",
    "pushsubscription": "player__event",
    "ratinglist": "club__events",
    "personrating": "rated_event__event",
    "round": "phase__event",
    "match": "round__phase__event",
    "seat": "round__phase__event",
    "resultrevision": "match__round__phase__event",
}


def sizes(event) -> dict[str, int]:
    """Return the number of rows of the event in each table."""
    lookups = {table: EVENT_LOOKUPS.get(table._meta.model_name, "event") for table in TABLES}
    return {
        table._meta.db_table: table.objects.filter(**{lookup: event.pk}).count()
        for table, lookup in lookups.items()
    }
