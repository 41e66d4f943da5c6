"""Django's admin: everything can be looked at, what is edited becomes an action, the history stays whole."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import friday, played
from tests.support.played_events import make
from tournaments.models import (
    AccountMail,
    AccountTrust,
    Club,
    DeckCheck,
    Event,
    ListVersion,
    LogEntry,
    Mail,
    Match,
    NextSeed,
    Person,
    PersonIdentifier,
    PersonName,
    Phase,
    Player,
    Registration,
    RestorePoint,
    ResultRevision,
    Seat,
    SimulationRun,
    Staff,
    WorkerHeartbeat,
)
from tournaments.models import Round as RoundRow

PEOPLE = (Person, PersonName, PersonIdentifier)
ENTRIES = (Registration, Mail, ListVersion, DeckCheck, SimulationRun, WorkerHeartbeat, AccountMail)
EVERY_MODEL = (
    *(Event, LogEntry, Match, Phase, Player, ResultRevision, RoundRow, Seat, RestorePoint, Staff),
    *ENTRIES,
    *PEOPLE,
)
ONLY_SEEN = (LogEntry, Match, ResultRevision, RoundRow, Seat, RestorePoint, *ENTRIES, *PEOPLE)


@pytest.fixture
def admin_desk(client, admin_user):
    """A browser of the superuser, and rows of the players' entries and of a person."""
    event, now = make(0), timezone.now()
    row = Registration.objects.create(event=event, state="waiting", order=1, at=now, name="Ada", answers={})
    Mail.objects.create(event=event, registration=row, kind=Mail.WAITING, at=now)
    player = Player.objects.create(event=event, public_id="p1", name="Ada")
    ListVersion.objects.create(event=event, player=player, at=now, text="4 Forest")
    DeckCheck.objects.create(event=event, player=player, at=now, who="Jo", passed=True)
    SimulationRun.objects.create(address="1f", plan={}, events=1, seed=1, by=admin_user, queued_at=now)
    WorkerHeartbeat.objects.create(worker="w1", at=now)
    AccountMail.objects.create(user=admin_user, kind=AccountMail.RESET, at=now)
    person = Person.objects.create(
        club=Club.objects.create(slug="lantern"),
        name="Ada Lima",
        public_name="Ada",
        token="secret-of-ada",
        remembered_at=now,
        address_hash="hash-of-an-address",
    )
    PersonName.objects.create(person=person, kind=PersonName.FORMER, name="Ada Reis")
    PersonIdentifier.objects.create(person=person, publisher="magic", value="w1")
    client.force_login(admin_user)
    return client


def address(model, what, *args):
    return reverse(f"admin:tournaments_{model._meta.model_name}_{what}", args=args)


def values_of(row, fields, **more):
    values = {field: getattr(row, field) for field in fields}
    return {key: "" if value is None else value for key, value in {**values, **more}.items()}


PLAYER = ("name", "club", "rating", "seed", "joined_round", "dropped_after", "soft_score")


@pytest.mark.parametrize("model", EVERY_MODEL, ids=lambda model: model.__name__)
def test_every_model_has_a_list_a_search_and_a_page(admin_desk, organiser, model):
    event = friday(organiser)
    played(event, organiser)
    listed = admin_desk.get(address(model, "changelist"), {"q": "friday"})
    assert listed.status_code == 200
    assert "delete_selected" not in listed.content.decode()
    row = model.objects.first()
    page = admin_desk.get(address(model, "change", row.pk))
    assert page.status_code == 200
    secrets = [*Player.objects.values_list("token", flat=True), Registration.objects.get().token]
    secrets += ["secret-of-ada", "hash-of-an-address"]
    assert not [secret for secret in secrets if secret in page.content.decode()]


@pytest.mark.parametrize("model", EVERY_MODEL, ids=lambda model: model.__name__)
def test_a_list_costs_the_same_for_few_rows_and_for_many(
    admin_desk, organiser, model, django_assert_max_num_queries
):
    played(friday(organiser), organiser)
    with django_assert_max_num_queries(12):
        admin_desk.get(address(model, "changelist"))


@pytest.mark.parametrize("model", ONLY_SEEN, ids=lambda model: model.__name__)
def test_what_is_history_is_only_looked_at(admin_desk, organiser, model):
    played(friday(organiser), organiser)
    row = model.objects.first()
    before = model.objects.count()
    assert admin_desk.get(address(model, "add")).status_code == 403
    assert admin_desk.post(address(model, "change", row.pk), {"table": 99}).status_code == 403
    assert admin_desk.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.count() == before


def test_a_renamed_player_is_an_action_with_a_new_version_and_a_log_line(admin_desk, organiser):
    event = friday(organiser)
    player = event.players.get(public_id="p1")
    answer = admin_desk.post(
        address(Player, "change", player.pk), values_of(player, PLAYER, name="Anna-Sofia")
    )
    assert answer.status_code == 302
    player.refresh_from_db()
    assert player.name == "Anna-Sofia"
    after = Event.objects.get(pk=event.pk)
    assert after.version == event.version + 1
    line = LogEntry.objects.get(event=event, version=after.version)
    assert (line.who, line.action) == ("admin", "change_player")
    assert line.changes["player:p1"][1]["name"] == "Anna-Sofia"


def test_a_player_who_is_checked_in_stays_so_when_renamed(admin_desk, organiser):
    player, at = friday(organiser).players.get(public_id="p1"), timezone.now().replace(microsecond=0)
    Player.objects.filter(pk=player.pk).update(checked_in_at=at)
    facts = values_of(player, PLAYER, name="Anna-Sofia")
    assert admin_desk.post(address(Player, "change", player.pk), facts).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.checked_in_at) == ("Anna-Sofia", at)


def test_a_name_that_another_player_has_is_refused_beside_the_form(admin_desk, organiser):
    event = friday(organiser)
    player = event.players.get(public_id="p1")
    answer = admin_desk.post(address(Player, "change", player.pk), values_of(player, PLAYER, name="Ben"))
    assert answer.status_code == 200
    assert "Another player is called" in answer.content.decode()
    assert Event.objects.get(pk=event.pk).version == event.version


def test_byes_that_a_player_asked_for_are_kept_by_round_or_refused_in_words(admin_desk, organiser):
    player = friday(organiser).players.get(public_id="p1")
    page = address(Player, "change", player.pk)
    facts = values_of(player, PLAYER, household="Mill", table=3)
    answer = admin_desk.post(page, facts | {"byes": '{"2": "win"}'})
    assert answer.status_code == 200
    assert "must be one of bye, draw, loss" in answer.content.decode()
    assert admin_desk.post(page, facts | {"byes": '{"2": "draw"}'}).status_code == 302
    player.refresh_from_db()
    assert (player.household, player.table, player.byes) == ("Mill", 3, {"2": "draw"})


def test_an_event_changes_its_place_as_an_action(admin_desk, organiser):
    event = friday(organiser)
    facts = {"name": event.name, "rulebook": "magic", "timezone": "UTC", "place": "Lantern Hall"}
    answer = admin_desk.post(
        address(Event, "change", event.pk), {**facts, "starts_at_0": "", "starts_at_1": ""}
    )
    assert answer.status_code == 302
    after = Event.objects.get(pk=event.pk)
    assert (after.place, after.version) == ("Lantern Hall", event.version + 1)


def test_the_rulebook_of_an_event_that_is_drawn_is_refused(admin_desk, organiser):
    event = friday(organiser)
    played(event, organiser)
    facts = {"name": event.name, "rulebook": "dreamhack", "timezone": "UTC", "place": ""}
    answer = admin_desk.post(
        address(Event, "change", event.pk), {**facts, "starts_at_0": "", "starts_at_1": ""}
    )
    assert answer.status_code == 200
    assert "so the rulebook can’t be changed" in answer.content.decode()
    assert Event.objects.get(pk=event.pk).rulebook == "magic"


def test_settings_that_no_rulebook_takes_are_refused(admin_desk, organiser):
    phase = friday(organiser).phases.get(number=1)
    answer = admin_desk.post(
        address(Phase, "change", phase.pk), {"name": "Swiss", "settings": '{"best_of": 4}'}
    )
    assert answer.status_code == 200
    assert "best_of" in answer.content.decode()
    phase.refresh_from_db()
    assert phase.settings == {"rounds": 3}


def test_a_player_who_was_paired_cannot_be_deleted_and_one_who_was_not_can(admin_desk, organiser):
    event = friday(organiser, names=["Anna", "Ben", "Cleo"])
    played(event, organiser)
    seated = event.players.get(public_id="p1")
    refused = admin_desk.post(address(Player, "delete", seated.pk), {"post": "yes"})
    assert event.players.filter(public_id="p1").exists()
    assert refused.status_code in (200, 302)
    fresh = friday(organiser)
    unpaired = fresh.players.get(public_id="p8")
    assert admin_desk.post(address(Player, "delete", unpaired.pk), {"post": "yes"}).status_code == 302
    assert not fresh.players.filter(public_id="p8").exists()
    assert LogEntry.objects.filter(event=fresh, action="remove_player", who="admin").exists()


def test_a_helper_is_added_as_an_action_and_the_last_owner_stays(admin_desk, organiser, django_user_model):
    event = friday(organiser)
    helper = django_user_model.objects.create_user("helper")
    answer = admin_desk.post(
        address(Staff, "add"), {"event": event.pk, "user": helper.pk, "role": "organiser"}
    )
    assert answer.status_code == 302
    assert Staff.objects.filter(event=event, user=helper).count() == 1
    assert Event.objects.get(pk=event.pk).version == event.version + 1
    owner = Staff.objects.get(event=event, user=organiser)
    admin_desk.post(address(Staff, "delete", owner.pk), {"post": "yes"})
    assert Staff.objects.filter(pk=owner.pk).exists()


def test_an_event_is_deleted_on_its_own_page_not_here(admin_desk, organiser):
    event = friday(organiser)
    assert admin_desk.post(address(Event, "delete", event.pk), {"post": "yes"}).status_code == 403
    assert (
        reverse("delete_event", args=[event.slug])
        in admin_desk.get(address(Event, "change", event.pk)).content.decode()
    )


def add_events(name, number, player_count) -> list[Event]:
    events = Event.objects.bulk_create(
        Event(name=f"{name} {index}", slug=f"{name}-{index}", rulebook="magic", starts_at=timezone.now())
        for index in range(number)
    )
    Player.objects.bulk_create(
        Player(event=event, public_id=f"p{index}", name=f"Player {index}", token=f"{event.slug}-{index}")
        for event in events
        for index in range(player_count)
    )
    return events


def test_the_list_of_events_counts_the_players_of_its_page_alone(admin_desk):
    add_events("Old", 5, 3)
    newest = add_events("Game", 50, 2)
    Event.objects.create(name="Some day", slug="some-day", rulebook="magic")
    with CaptureQueriesContext(connection) as queries:
        page = admin_desk.get(address(Event, "changelist")).content.decode()
    assert page.count('<td class="field-player_count">2</td>') == 50
    (counting,) = [query["sql"] for query in queries if "tournaments_player" in query["sql"]]
    counted = re.search(r" IN \(([^)]*)\)", counting)[1].split(", ")
    assert {int(pk) for pk in counted} == {event.pk for event in newest}


def test_an_administrator_trusts_an_account_and_limits_its_mails(admin_desk, organiser):
    values = {"user": organiser.pk, "is_trusted": "", "mails_per_hour": "5", "mails_per_day": ""}
    assert admin_desk.post(address(AccountTrust, "add"), values).status_code == 302
    trust = AccountTrust.objects.get(user=organiser)
    assert (trust.is_trusted, trust.mails_per_hour, trust.mails_per_day) == (None, 5, None)
    assert admin_desk.get(address(AccountTrust, "changelist"), {"q": "organiser"}).status_code == 200
    for choice, is_trusted in (("True", True), ("False", False)):
        admin_desk.post(address(AccountTrust, "change", trust.pk), values | {"is_trusted": choice})
        trust.refresh_from_db()
        assert trust.is_trusted is is_trusted


# --- Lookups in the address of a list ---


def admin_lists():
    """Return (model, its admin) of all lists."""
    return [(model, model_admin) for model, model_admin in admin.site._registry.items()]


def is_secret(field) -> bool:
    return field.name in ("token", "password", "address_hash") or (
        field.model is NextSeed and field.name == "seed"
    )


def secret_lookups():
    """Yield (model, lookup) for each secret that a list reaches directly or through up to two relations."""
    for model, _model_admin in admin_lists():
        for path, field in paths_from(model, depth=2):
            if is_secret(field):
                yield model, f"{path}__startswith"


def paths_from(model, depth):
    for field in model._meta.get_fields():
        if not field.is_relation:
            yield field.name, field
        elif depth and field.related_model:
            for path, last in paths_from(field.related_model, depth - 1):
                yield f"{field.name}__{path}", last


def test_no_list_can_be_filtered_by_a_secret(admin_desk, rf, admin_user):
    request = rf.get("/")
    request.user = admin_user
    lookups = list(secret_lookups())
    reached = {model.__name__ for model, lookup in lookups if lookup == "token__startswith"}
    assert reached == {"Person", "Player", "Registration"}
    for model, lookup in lookups:
        assert not admin.site._registry[model].lookup_allowed(lookup, "a", request), (model, lookup)
    own, of_player = "token__startswith", "player__token__startswith"
    pairs = (
        *((model, own) for model in (Player, Registration, Person)),
        *((model, of_player) for model in (ListVersion, DeckCheck)),
        (Player, "person__token__startswith"),
        (Person, "address_hash__startswith"),
    )
    for model, lookup in pairs:
        assert admin_desk.get(address(model, "changelist"), {lookup: "a"}).status_code == 400


def test_lists_can_be_filtered_by_what_they_show(admin_desk, organiser):
    event = friday(organiser)
    for model, lookup in (
        (Player, {"event": event.pk}),
        (Player, {"name__startswith": "A", "event__rulebook": "magic"}),
        (Player, {"dropped_after__isempty": "1"}),
        (Registration, {"state__exact": "waiting", "at__year": timezone.now().year}),
        (WorkerHeartbeat, {"worker": "w1"}),
        (User, {"is_staff__exact": "1"}),
    ):
        assert admin_desk.get(address_of_list(model), lookup).status_code == 200, (model, lookup)


def address_of_list(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def get_list(client, model, query):
    """Get a list in a savepoint: on PostgreSQL a refused value would end the transaction of the test."""
    with transaction.atomic():
        response = client.get(address_of_list(model), query)
        transaction.set_rollback(True)
    return response


ODD_VALUES = ("99999", "0", "-1", "x", "9" * 30, "\x00", "2026-02-31", "0001-01-01", "9999-12-31")
ODD_LOOKUPS = ("year", "day", "gte", "date", "in")


def odd_queries(model, model_admin):
    """Yield queries with values that no row can have."""
    names = [model_admin.date_hierarchy, *(field.name for field in model._meta.fields)]
    for name in filter(None, dict.fromkeys(names)):
        yield from ({f"{name}__{lookup}": "99999"} for lookup in ODD_LOOKUPS)
        yield from ({name: value} for value in ("9" * 30, "\x00", "x"))
    if name := model_admin.date_hierarchy:
        yield from ({f"{name}__year": value} for value in ODD_VALUES)
        yield {f"{name}__year": "2026", f"{name}__month": "2", f"{name}__day": "31"}
        yield {f"{name}__year": "2026", f"{name}__month": "13"}
        yield from ({f"{name}__gte": value} for value in ODD_VALUES)
    yield from ({key: value} for key in ("p", "o", "q", "all", "e", "_facets") for value in ODD_VALUES)


@pytest.mark.parametrize(
    ("model", "name"), [(WorkerHeartbeat, "at"), (Event, "starts_at"), (User, "date_joined")]
)
def test_odd_values_in_the_address_of_a_list_are_no_error(admin_desk, model, name):
    queries = ({f"{name}__{lookup}": "99999"} for lookup in ODD_LOOKUPS)
    for query in (*queries, {name: "\x00"}, {f"{name}__year": "-1"}, {"p": "9" * 30}, {"o": "x"}):
        assert get_list(admin_desk, model, query).status_code in (200, 302, 400), query


@pytest.mark.slow
@pytest.mark.parametrize(
    "model", [model for model, _admin in admin_lists()], ids=lambda model: model.__name__
)
def test_odd_values_in_the_address_of_any_list_are_no_error(admin_desk, model):
    for query in odd_queries(model, admin.site._registry[model]):
        assert get_list(admin_desk, model, query).status_code in (200, 302, 400), query


def test_a_year_that_does_not_exist_shows_the_list_with_a_message(admin_desk):
    redirect = get_list(admin_desk, WorkerHeartbeat, {"at__year": "99999"})
    answer = admin_desk.get(redirect["Location"])
    assert answer.status_code == 200 and "No row can have this value" in answer.content.decode()


def test_a_fault_of_the_list_or_of_an_action_is_no_odd_value(admin_desk, monkeypatch):
    def fail(*_args):
        raise ValueError("a fault")

    list_address = address(WorkerHeartbeat, "changelist")
    monkeypatch.setattr(admin.site._registry[WorkerHeartbeat], "get_queryset", fail)
    with pytest.raises(ValueError, match="a fault"):
        admin_desk.get(list_address)
    for query in ("", "?at__year=2026"):
        with pytest.raises(ValueError, match="a fault"):
            admin_desk.post(f"{list_address}{query}", {"action": "any"})
