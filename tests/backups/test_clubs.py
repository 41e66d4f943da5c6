"""Clubs in the backup of a site."""

import json
import zipfile
from fractions import Fraction
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from PIL import Image

from tests.support.achievements import count_for_achievements
from tests.support.desk_events import actor_of, fresh, friday
from tests.support.series import ACTOR
from tournaments.clubs import actions
from tournaments.clubs.pages import club_log
from tournaments.log.actions import backups
from tournaments.models import (
    AchievementTick,
    Club,
    ClubLogEntry,
    ClubStaff,
    Event,
    Series,
    SeriesMember,
    Staff,
)
from tournaments.players.actions.players import add_players
from tournaments.rules.errors import RuleViolation
from tournaments.series.actions.entries import adjust_points


@pytest.fixture
def event(organiser, django_user_model):
    event = friday(organiser)
    actions.publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    judge = django_user_model.objects.create_user("judge")
    ClubStaff.objects.create(club=event.club, user=judge, role=Staff.JUDGE)
    file = BytesIO()
    Image.new("RGB", (20, 10), "red").save(file, "PNG")
    actions.change_logo(event.club, actor_of(organiser), actions.draw_logo(ContentFile(file.getvalue())))
    return fresh(event)


def backup(event, for_organiser=False) -> BytesIO:
    return BytesIO(b"".join(backups.stream_backup([event.slug], for_organiser)))


def picture_of(club) -> tuple:
    return (
        *(
            getattr(club, name)
            for name in ("slug", "name", "is_published", "defaults", "version", "logo_hash")
        ),
        list(club.staff.order_by("pk").values_list("user__username", "role")),
        list(club.log.values_list("at", "who", "action", "changes", "user__username")),
    )


def delete_everything(django_user_model):
    Event.objects.all().delete()
    Club.objects.all().delete()
    django_user_model.objects.all().delete()


def test_a_restored_event_is_in_its_club_again(event, django_user_model):
    file, before = backup(event), picture_of(event.club)
    delete_everything(django_user_model)
    [restored] = backups.restore(file)
    assert restored.accounts == ("organiser", "judge")
    club = Event.objects.get().club
    assert Image.open(BytesIO(club.logo)).size == (20, 10)
    # The log names accounts that exist again, and the picture was drawn anew.
    assert picture_of(club)[:5] == before[:5] and picture_of(club)[6:] == before[6:]


def test_a_club_that_exists_takes_the_event_as_it_is(event, organiser):
    file = backup(event)
    event.delete()
    actions.change_club(event.club, actor_of(organiser), place="Porto")
    backups.restore(file)
    assert Event.objects.get().club.place == "Porto" and ClubStaff.objects.count() == 2


def test_achievements_of_a_series_are_in_the_backup(event, django_user_model):
    event = count_for_achievements(event)
    series, player = Series.objects.get(), event.players.get(name="Anna")
    columns = {"key": "blood", "phase": 1, "round": 1, "confirmed_at": event.created_at}
    AchievementTick.objects.create(series=series, player=player, **columns)
    file = backup(event)
    delete_everything(django_user_model)
    backups.restore(file)
    row = AchievementTick.objects.select_related("player", "series").get()
    assert (row.player.name, row.series.name) == ("Anna", "League")
    assert {name: getattr(row, name) for name in columns} == columns


def test_an_organisers_backup_holds_nothing_of_the_club(event, django_user_model):
    file = backup(event, for_organiser=True)
    assert "clubs.json" not in zipfile.ZipFile(file).namelist()
    delete_everything(django_user_model)
    backups.restore(file)
    assert Event.objects.get().club is None and not Club.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        {},
        [{}],
        [{"slug": 3}],
        [{"slug": "x" * 100}],
        [{"defaults": []}],
        [{"staff": [{"user": "", "role": "owner"}]}],
        [{"staff": [{"user": "organiser", "role": "emperor"}]}],
    ],
)
def test_damaged_clubs_restore_nothing(event, values):
    file = backup(event)
    event.delete()
    Club.objects.all().delete()
    ClubLogEntry.objects.all().delete()
    damaged = BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(damaged, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "clubs.json":
                changed = [json.loads(text)[0] | one if one else {} for one in values] or values
                text = json.dumps(changed)
            new.writestr(name, text)
    with pytest.raises(RuleViolation):
        backups.restore(damaged)
    assert not Event.objects.exists() and not Club.objects.exists()


def with_last_row(file, folder: str, **columns) -> BytesIO:
    """Return the backup with other columns of the newest row in a folder of its club; None leaves one out."""
    changed = BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == f"clubs/1/{folder}/1.json":
                rows = json.loads(text)
                rows[-1].update(columns)
                for column in [column for column, value in columns.items() if value is None]:
                    del rows[-1][column]
                text = json.dumps(rows)
            new.writestr(name, text)
    return changed


@pytest.mark.parametrize("points", ["1e99999999", "1/0", "9" * 12, "nan", ""])
def test_a_restored_adjustment_has_points_that_somebody_could_enter(event, django_user_model, points):
    event = count_for_achievements(event)
    series, person = Series.objects.get(), event.club.people.first()
    adjust_points(event.club, ACTOR, series.pk, person.pk, Fraction(-5, 2), "No decklist")
    file = backup(event)
    [row] = SeriesMember.objects.get().adjustments
    [member] = json.loads(zipfile.ZipFile(file).read("clubs/1/series/1.json"))[-1]["members"]
    members = [member | {"adjustments": [row | {"points": points}]}]
    damaged = with_last_row(file, "series", members=members)
    delete_everything(django_user_model)
    with pytest.raises(RuleViolation):
        backups.restore(damaged)
    backups.restore(file)
    assert SeriesMember.objects.get().adjustments == [row]


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        {"people": 5},
        {"people": ["Ada"]},
        {"people": [10**30]},
        {"people": [-1]},
        {"role": []},
        {"events": 1},
    ],
)
def test_a_damaged_log_of_a_club_restores_nothing(event, django_user_model, values):
    file = with_last_row(backup(event), "log", values=values)
    delete_everything(django_user_model)
    with pytest.raises(RuleViolation):
        backups.restore(file)
    assert not Event.objects.exists() and not Club.objects.exists()


@pytest.mark.parametrize(
    ("action", "sentence"),
    [("change_club_role", "Role changed: "), ("merge_people", None), ("{0} {x.y}", "{0} {x.y}")],
)
def test_the_page_of_a_restored_log_shows_entries_without_values_and_of_unknown_actions(
    event, organiser, django_user_model, action, sentence
):
    file = with_last_row(backup(event), "log", action=action, values={})
    delete_everything(django_user_model)
    backups.restore(file)
    [line, *_older] = club_log(Club.objects.get(), 1)
    assert line.entry.action == action and sentence in (None, line.sentence)


def test_a_restored_log_names_the_events_of_here(event, django_user_model):
    file = with_last_row(
        backup(event), "log", action="link_past_events", values={"events": [event.pk], "count": 1}
    )
    delete_everything(django_user_model)
    [restored] = backups.restore(file)
    assert ClubLogEntry.objects.last().values["events"] == [Event.objects.get(slug=restored.slug).pk]
    assert Event.objects.get().pk != event.pk


def test_a_restored_log_names_an_event_whose_players_are_nobody_any_more(event, organiser, django_user_model):
    add_players(event, actor_of(organiser), "Eva Duarte")
    event.club.people.all().delete()
    file = backup(event)
    delete_everything(django_user_model)
    backups.restore(file)
    assert "Players recognised in Friday night: 0, new: 1" in [
        line.sentence for line in club_log(Club.objects.get(), 1)
    ]


def test_the_backup_of_a_site_has_the_clubs_without_events(event, django_user_model):
    file = BytesIO(b"".join(backups.stream_backup([event.slug], of_site=True)))
    Club.objects.create(slug="empty", name="The Empty Table", is_published=True)
    with_empty = BytesIO(b"".join(backups.stream_backup([event.slug], of_site=True)))
    for backup_file, slugs in ((file, {"the-lantern"}), (with_empty, {"the-lantern", "empty"})):
        delete_everything(django_user_model)
        backups.restore(backup_file)
        assert set(Club.objects.values_list("slug", flat=True)) == slugs
    delete_everything(django_user_model)
    backups.restore(with_empty, only=event.slug)
    assert set(Club.objects.values_list("slug", flat=True)) == {"the-lantern"}
