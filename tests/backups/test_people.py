"""People of clubs, and who the players are, in backups."""

import json
import re
from io import BytesIO

import pytest
from django.utils import timezone

from tests.backups.archives import backup_of, make_zip
from tests.support.desk_events import actor_of, draft_night, fresh, friday
from tournaments.log.actions import backups
from tournaments.models import (
    Club,
    Event,
    Person,
    PersonAnswer,
    PersonIdentifier,
    PersonName,
    PersonRequest,
    Player,
    Registration,
    SiteKey,
)
from tournaments.models.keys import hash_for_people
from tournaments.people.actions import people as actions
from tournaments.rules.errors import RuleViolation
from tournaments.rules.people.linking import BY_NAME, BY_STAFF, NEW

TOKEN = "secret-of-eva-d"


def person(name):
    return Person.objects.get(name=name)


def player(event, name):
    return Player.objects.get(event=event, name=name)


@pytest.fixture
def last_week(organiser):
    return friday(organiser, ["Michael Chen", "Eva Duarte", "Wen Ng"])


@pytest.fixture
def club(last_week):
    return last_week.club


@pytest.fixture
def event(organiser, last_week, club):
    """An event with a regular, somebody who is two people and one whom nobody knows yet."""
    event, actor = draft_night(organiser, ["Eva Duarte", "Mike Chen", "W. Ng"]), actor_of(organiser)
    actions.deny_people(club, actor, player(event, "Mike Chen").pk, [person("Michael Chen").pk])
    eva = person("Eva Duarte")
    actions.change_person(club, actor, eva.pk, name="Eva Lima", public_name="Eva L.", birth_year=1990)
    Person.objects.filter(pk=eva.pk).update(
        remembered_at=timezone.now(),
        address_hash=hash_for_people("eva@example.org"),
        token=TOKEN,
        has_profile=True,
        account=organiser,
    )
    PersonIdentifier.objects.create(person=eva, publisher="magic", value="w1")
    PersonRequest.objects.create(person=eva, kind=PersonRequest.FORGET, at=timezone.now())
    Person.objects.filter(pk=eva.pk).update(calendar_token="calendar-of-eva")
    own_page = {"event": event, "person": eva, "name": "Eva", "state": Registration.WAITING}
    Registration.objects.create(order=1, at=timezone.now(), **own_page)
    return fresh(event)


def merge(club, organiser):
    actions.merge_people(club, actor_of(organiser), person("Michael Chen").pk, person("Mike Chen").pk)


def backup(last_week, event) -> dict[str, str]:
    return backup_of(last_week.slug, event.slug)


def delete_everything():
    Event.objects.all().delete()
    Club.objects.all().delete()
    SiteKey.objects.all().delete()


COLUMNS = (
    "name",
    "public_name",
    "key",
    "birth_year",
    "is_minor",
    "token",
    "calendar_token",
    "has_profile",
    "is_hidden",
)


def rows_of_people() -> tuple:
    """Return everything about people by their ids, and the links of all players."""
    names = ("public_id", *COLUMNS, "remembered_at", "address_hash", "account", "merged_into__public_id")
    names = (*names, "created_at")
    return (
        list(Person.with_merged.order_by("public_id").values(*names)),
        sorted(PersonName.objects.values_list("person__public_id", "kind", "name", "key")),
        sorted(PersonIdentifier.objects.values_list("person__public_id", "publisher", "value")),
        sorted(PersonAnswer.objects.values_list("player__event__slug", "player__name", "person__public_id")),
        sorted(PersonRequest.objects.values_list("person__public_id", "kind", "at", "done_at")),
        sorted(Registration.objects.exclude(person=None).values_list("name", "person__public_id")),
        links(),
    )


def links(**filters) -> list[tuple]:
    columns = ("event__slug", "name", "person__name", "person_reason", "is_proposed")
    return sorted(Player.with_removed.filter(**filters).values_list(*columns), key=repr)


def test_people_their_links_and_consent_come_back_with_the_events(last_week, event, club, organiser):
    merge(club, organiser)
    before, files = rows_of_people(), backup(last_week, event)
    delete_everything()
    backups.restore(make_zip(files))
    assert rows_of_people() == before
    assert (event.slug, "W. Ng", None, "", False) in links()
    assert person("Eva Lima").address_hash == hash_for_people("eva@example.org")


def test_a_merge_is_undone_after_moving_to_another_site(last_week, event, club, organiser):
    before = rows_of_people()
    merge(club, organiser)
    files = backup(last_week, event)
    delete_everything()
    backups.restore(make_zip(files))
    club = Event.objects.first().club
    entry = club.log.get(action="merge_people")
    actions.undo_club_entry(club, actor_of(organiser), entry.pk)
    assert rows_of_people() == before
    files = backup(last_week, event)
    delete_everything()
    backups.restore(make_zip(files))
    entry = Event.objects.first().club.log.get(action="merge_people")
    assert entry.undone_by.action == "undo_club_entry"


def test_what_an_entry_changed_in_a_missing_event_cannot_be_undone(last_week, event, club, organiser):
    merge(club, organiser)
    files = backup(last_week, event)
    delete_everything()
    backups.restore(make_zip(files), only=last_week.slug)
    club = Event.objects.first().club
    with pytest.raises(RuleViolation, match="does not exist any more"):
        actions.undo_club_entry(club, actor_of(organiser), club.log.get(action="merge_people").pk)


def test_an_event_from_before_a_merge_counts_for_the_person_who_was_kept(last_week, event, club, organiser):
    files = backup(last_week, event)
    merge(club, organiser)
    event.delete()
    backups.restore(make_zip(files), only=event.slug)
    assert (event.slug, "Mike Chen", "Michael Chen", NEW, False) in links()


def test_two_players_who_were_two_people_are_never_one_after_restoring(last_week, event, club, organiser):
    both = friday(organiser, ["Michael Chen", "Mike Chen"])
    assert {row[2] for row in links(event=both)} == {"Michael Chen", "Mike Chen"}
    files = backup_of(both.slug)
    both.delete()
    merge(club, organiser)
    backups.restore(make_zip(files))
    assert [row[1:4] for row in links(event__slug=both.slug)] == [
        ("Michael Chen", "Michael Chen", BY_NAME),
        # A doubt, which the organiser answers.
        ("Mike Chen", None, ""),
    ]


def test_somebody_who_was_forgotten_is_a_new_person(last_week, event):
    files, former = backup(last_week, event), person("Eva Lima").public_id
    last_week.delete()
    event.delete()
    person("Eva Lima").delete()
    backups.restore(make_zip(files))
    eva = person("Eva Duarte")
    assert eva.public_id != former and (eva.token, eva.remembered_at, eva.identifiers.count()) == (
        None,
        None,
        0,
    )


def test_a_copy_beside_the_original_counts_for_the_same_people(last_week, event):
    files, before = backup(last_week, event), links(event=event)
    backups.restore(make_zip(files), only=event.slug, as_="copy")
    assert [row[1:] for row in links(event__slug="copy")] == [row[1:] for row in before]


def test_a_club_with_another_address_is_found_by_its_people(last_week, event, club):
    files = backup(last_week, event)
    event.delete()
    Club.objects.filter(pk=club.pk).update(slug="renamed")
    backups.restore(make_zip(files), only=event.slug)
    assert Event.objects.get(slug=event.slug).club == club and Club.objects.count() == 1


def test_an_event_without_links_is_linked_by_the_rules(last_week, event, club):
    files = backup(last_week, event)
    del files[f"{event.slug}/people.json"]
    event.delete()
    PersonAnswer.objects.all().delete()
    backups.restore(make_zip(files), only=event.slug)
    assert (event.slug, "Eva Duarte", "Eva Lima", BY_NAME, False) in links()
    assert (event.slug, "W. Ng", None, "", False) in links()


def test_hashes_made_with_another_key_are_left_out(last_week, event):
    files = backup(last_week, event)
    delete_everything()
    hash_for_people("somebody@example.org")
    backups.restore(make_zip(files))
    eva = person("Eva Lima")
    assert eva.address_hash == "" and eva.remembered_at and eva.token == TOKEN


def test_an_organisers_backup_holds_no_people_and_none_of_their_secrets(last_week, event, club, organiser):
    merge(club, organiser)
    with BytesIO() as file:
        file.writelines(backups.stream_backup([event.slug], for_organiser=True))
        files = backups.open_archive(file)
        with files as archive:
            assert f"{event.slug}/people.json" not in archive.entries
            text = "".join(archive.text(name) for name in archive.entries)
    secrets = [
        TOKEN,
        "calendar-of-eva",
        person("Eva Lima").address_hash,
        SiteKey.objects.get().value,
        "Lima",
        "Eva L.",
    ]
    secrets += Person.with_merged.values_list("public_id", flat=True)
    assert [secret for secret in secrets if secret in text] == []


def changed(files: dict, pattern: str, change) -> dict:
    """Return the backup with the values of the files of this pattern changed."""
    return {
        name: json.dumps(change(json.loads(text))) if re.fullmatch(pattern, name) else text
        for name, text in files.items()
    }


DAMAGES = [
    (r"keys\.json", lambda _values: []),
    (r"keys\.json", lambda _values: {"people": "x" * 100}),
    (r"clubs/1/people/1\.json", lambda _values: {}),
    *(
        (r"clubs/1/people/1\.json", lambda values, wrong=wrong: [values[0] | wrong, *values[1:]])
        for wrong in (
            {"public_id": "../x"},
            {"name": ""},
            {"name": None},
            {"token": "a b"},
            {"token": 3},
            {"merged_into": "nobody"},
            {"birth_year": "soon"},
            {"remembered_at": "yesterday"},
            {"address_hash": "x" * 100},
            {"names": [{"row": 1, "kind": "nick", "name": "Mike"}]},
            {"names": [{"kind": "alias", "name": "Mike"}]},
            {"identifiers": [{"row": 1}]},
            {"requests": [{"row": 1, "kind": "fly", "at": "2026-01-01T10:00Z", "done_at": None}]},
        )
    ),
    (r"clubs/1/people/1\.json", lambda values: [*values, values[0]]),
    (
        r"clubs/1/people/1\.json",
        lambda values: [one | {"merged_into": values[0]["public_id"]} for one in values],
    ),
    (r"clubs/1/log/1\.json", lambda values: [values[0] | {"undoes": 99}]),
    (r"clubs/1/log/1\.json", lambda values: [values[0] | {"changes": {"club": {}}}]),
    (r"draft-night/people\.json", lambda _values: []),
    (r"draft-night/people\.json", lambda values: values | {"players": [{"player": "nobody"}]}),
    *(
        (
            r"draft-night/people\.json",
            lambda values, wrong=wrong: values | {"players": [values["players"][0] | wrong]},
        )
        for wrong in ({"player": "nobody"}, {"reason": "rumour"}, {"is_proposed": None}, {"person": 3})
    ),
    (r"draft-night/people\.json", lambda values: {"players": values["players"], "answers": [{}]}),
]


def test_a_damaged_backup_of_people_restores_nothing(last_week, event):
    files = backup(last_week, event)
    delete_everything()
    for number, (pattern, change) in enumerate(DAMAGES):
        with pytest.raises(RuleViolation):
            backups.restore(make_zip(changed(files, pattern, change)))
        assert not (Event.objects.exists() or Person.with_merged.exists()), number


def test_a_log_that_somebody_else_wrote_restores_without_harm(last_week, event, organiser):
    files = backup(last_week, event)
    delete_everything()
    entry = {
        "action": "merge_people",
        "changes": {
            "person:x": [None, {"name": "A"}],
            "person:999": [{"name": "A", "account_id": 1, "club_id": 7}, None],
            "odd:1": [{}, {}],
        },
        "values": {"people": [999], "event": 7},
    }
    files = changed(files, r"clubs/1/log/1\.json", lambda values: [values[0] | entry])
    backups.restore(make_zip(files))
    club = Event.objects.first().club
    assert club.log.first().changes["person:-999"][1] == {"name": "A", "account_id": None, "club_id": club.pk}
    assert BY_STAFF not in {row[3] for row in links()}
