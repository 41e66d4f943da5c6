"""Erasure of a player: the name is nowhere, results stay."""

import json
import re
from dataclasses import replace

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.journeys.accessibility.event_states import busy
from tests.support.database_states import cached_state
from tests.support.played_events import ME, STATES, make, pair, reload_event, reload_history, report_all
from tournaments.desk.actions import announce, call_judge
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import create_restore_point, undo, undoable
from tournaments.log.pages.log_lines import get_log_lines
from tournaments.models import Player
from tournaments.players.actions import erasure
from tournaments.players.actions.players import add_players, change_player, merge_players, remove_player
from tournaments.registration.actions.entry_desk import import_registrations, set_registration
from tournaments.results.actions.reports import submit_report
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import DESK, PHONE
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import RegistrationEntry
from tournaments.rules.standings.standings import standings

NAME = "Neirea of the Lake"


def everything(event) -> str:
    """Return all rows of the app and of the admin's log, and the event file, as text."""
    tables = [*apps.get_app_config("tournaments").get_models(), AdminEntry]
    rows = [list(table.objects.values()) for table in tables]
    # Restore points hold files, in which letters may be spelt by their numbers.
    files = event_file.text(load_history_with_log(reload_event(event)))
    return json.dumps(rows, ensure_ascii=False, default=str) + files


def numbers(event) -> tuple:
    """Return the history without names, and the standings calculated from it."""
    event = reload_history(event)
    same = tuple(
        replace(player, name="", club="", rating=None, household="", division="") for player in event.players
    )
    tables = [standings(phase) for phase in event.all_phases if phase.rounds]
    ranks = [{row.player: (row.rank, row.points, row.values) for row in table.rows} for table in tables]
    return replace(event, players=same, announcement=None), ranks


def by_phone(event, key):
    return replace(ME, who=reload_history(event).names[key], source=PHONE)


@pytest.fixture
@cached_state
def busy_event(db):
    """An event in which p1 has done everything that a player can do, under two names."""
    event = make(8)
    change_player(event, ME, "p1", name="Neirae", club="Lantern", rating=1834.25, household="Mill")
    change_player(reload_event(event), ME, "p1", name=NAME, division="Open")
    pair(event)
    (match,) = [match for match in reload_history(event).phase(1).rounds[0].matches if "p1" in match.players]
    call_judge(reload_event(event), by_phone(event, "p1"), "p1")
    for key in match.players:
        submit_report(reload_event(event), by_phone(event, key), key, 1, 1, match.players, "2-0")
    report_all(event, "2-0")
    pair(event)
    submit_report(reload_event(event), by_phone(event, "p1"), "p1", 1, 1, match.players, "0-2")
    adjust_round(reload_event(event), ME, 1, 2, "table", a="p1", table=9, reason=f"{NAME}, again")
    create_restore_point(reload_event(event), ME, f"Before {NAME} complains")
    announce(reload_event(event), ME, f"{NAME} has lost a deck box: NEIREA OF THE LAKE, to the desk!")
    return reload_event(event)


def test_the_name_is_erased_everywhere_and_results_stay(busy_event):
    AdminEntry.objects.create(
        user=busy_event.staff.model._meta.get_field("user").related_model.objects.create_user("admin"),
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(busy_event.players.get(public_id="p1").pk),
        object_repr=NAME,
        action_flag=2,
    )
    before, token = numbers(busy_event), busy_event.players.get(public_id="p1").secret
    text = everything(busy_event)
    assert all(word in text for word in (NAME, "Neirae", "Lantern", "Mill", token))
    new = erasure.erase_player(busy_event, ME, "p1", NAME)
    assert numbers(busy_event) == before
    text = everything(busy_event).casefold()
    assert [
        word for word in (NAME, "neir", "lantern", "mill", "1834.25", token) if word.casefold() in text
    ] == []
    assert new == "Player 1" == reload_history(busy_event).names["p1"]
    assert get_log_lines(reload_event(busy_event))[0].text == "Player anonymised: now Player 1"


def test_undo_does_not_bring_the_name_back(busy_event):
    erasure.erase_player(busy_event, ME, "p1", NAME)
    undone = 0
    while undoable(reload_event(busy_event)):
        undo(reload_event(busy_event), ME)
        assert "neir" not in everything(busy_event).casefold()
        undone += 1
    assert undone > 5


def test_restore_points_stay_valid_event_files(busy_event):
    erasure.erase_player(busy_event, ME, "p1", NAME)
    points = list(busy_event.restore_points.all())
    files = [event_file.read_text(point.file) for point in points]
    assert {file.names["p1"] for file in files} == {"Player 1"}
    assert [event_file.text(file) for file in files] == [point.file for point in points]


def test_the_name_must_be_typed_to_confirm(busy_event):
    before = everything(busy_event)
    for typed in ("", "Neirea", "p1"):
        with pytest.raises(RuleViolation, match=NAME):
            erasure.erase_player(busy_event, ME, "p1", typed)
    assert everything(busy_event) == before


def test_a_removed_player_is_erased_from_the_log(running):
    add_players(running, ME, "Ada Lovelace; Analytical")
    remove_player(reload_event(running), ME, "Ada Lovelace")
    erasure.erase_player(reload_event(running), ME, "Ada Lovelace", "Ada Lovelace")
    assert not re.search("Ada|Analytical", everything(running))


def test_merged_entries_are_erased_together(running):
    add_players(running, ME, "Ada Lovelace; Analytical")
    merge_players(reload_event(running), ME, "Ada Lovelace", "p2")
    erasure.erase_player(reload_event(running), ME, "Ada Lovelace", "Ada Lovelace")
    assert not re.search("Ada|Analytical|Player 02", everything(running))


def test_an_organiser_of_the_same_name_keeps_it(busy_event):
    desk = replace(ME, who=NAME, source=DESK)
    report_result(reload_event(busy_event), desk, 1, 1, 1, "2-1")
    erasure.erase_player(reload_event(busy_event), ME, "p1", NAME)
    assert reload_event(busy_event).log.filter(who=NAME, source=DESK).count() == 1


def test_seeds_by_rating_stay_without_the_rating(db):
    event = make(4, kind="round_robin")
    for number in range(1, 5):
        change_player(reload_event(event), ME, f"p{number}", rating=1000 + number)
    pair(event)
    report_all(event)
    before = numbers(event)
    reload_event(event).phases.update(entrants=None)
    erasure.erase_player(reload_event(event), ME, "p4", "Player 04")
    assert reload_history(event).phase(1).entrants == ("p4", "p3", "p2", "p1")
    assert numbers(event)[1] == before[1]


def test_every_player_of_an_event_with_all_features_can_be_erased(db):
    event = busy()
    before = numbers(event)
    for player in reload_history(event).players:
        erasure.erase_player(reload_event(event), ME, player.id, player.name)
    assert numbers(event) == before
    assert not re.search(r"Player 0\d", everything(event))


# A name, and others that contain it or look like it.
ALIKE = (
    ("Ann", "Ann Smith", "Joann", "Ann-Marie", "Anna", "ann2", "Mary Ann"),
    ("Bo", "Bo", "bo bo", "Bob", "Bo.", "Jumbo"),
    ("Zoë", "Zoe", "Zoël", "(Zoë)", "Zoë Ann"),
    ("a.b*c(", "a.b*c((", "aXb*c("),
    ("林", "林檎", "小林"),
    ("Player 1", "Player 10", "Player 11", "Player"),
    ("win", "winner", "2-0", "draw"),
)


@pytest.fixture(scope="module")
def fresh(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield STATES["running"]()
        transaction.set_rollback(True)


@pytest.mark.django_db
@given(st.data())
def test_similar_names_of_others_are_not_changed(fresh, data):
    name, *others = data.draw(st.sampled_from(ALIKE) | names_alike())
    others = others[:6]
    with transaction.atomic():
        for number, called in enumerate((name, *others), 1):
            Player.objects.filter(event=fresh, public_id=f"p{number}").update(name=called)
            if number < 3:
                call_judge(reload_event(fresh), by_phone(fresh, f"p{number}"), f"p{number}")
        announce(reload_event(fresh), ME, f"{'; '.join((*others, name))}: to the desk")
        erasure.erase_player(reload_event(fresh), ME, "p1", name)
        history = reload_history(fresh)
        assert [history.names[f"p{number}"] for number in range(2, len(others) + 2)] == others
        announcement = history.announcement.text
        mine = {called for called in others if called.casefold() == name.casefold()}
        assert all(called in announcement for called in others if called not in mine)
        assert announcement.endswith(f"{history.names['p1']}: to the desk")
        transaction.set_rollback(True)


@st.composite
def names_alike(draw):
    letters = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=8)
    # A name that the announcement's own words contain is erased in them, too.
    name = draw(letters.filter(lambda name: name not in "; : to the desk"))
    return [name, *(f"{draw(letters)} {name}{draw(letters)}" for _ in range(2))]


def test_others_of_the_same_imported_table_stay_in_restore_points(db):
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True))
    names = ("Ada", "Bo", "Cleo")
    import_registrations(reload_event(event), ME, list(enumerate(map(RegistrationEntry, names), 2)))
    assert event.registrations.values("at").distinct().count() == 1
    create_restore_point(reload_event(event), ME, "imported")
    erasure.erase_player(reload_event(event), ME, "Ada", "Ada")
    point = json.loads(event.restore_points.get(reason="imported").file)
    assert [row["name"] for row in point["registrations"]] == ["Bo", "Cleo"]
