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

from tests.actions.conftest import ME, STATES, make, pair, reload_event, reload_history, report_all
from tests.journeys.everyone.hall import busy
from tournaments.actions.desk import announcements, messages
from tournaments.actions.log import restore_points, undo
from tournaments.actions.players import erasure, players, roster
from tournaments.actions.results import player_reports, results
from tournaments.actions.rounds import adjustments
from tournaments.models import Player
from tournaments.queries.history.cache import load_history_with_log
from tournaments.queries.log import log_page
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import DESK, PHONE
from tournaments.rules.standings.standings import standings

NAME = "Neirea of the Lake"


def everything(event) -> str:
    """Every row of every table of the app, the administrators' log, and the event file."""
    tables = [*apps.get_app_config("tournaments").get_models(), AdminEntry]
    rows = [list(table.objects.values()) for table in tables]
    # Restore points hold files, in which letters may be spelt by their numbers.
    files = event_file.text(load_history_with_log(reload_event(event)))
    return json.dumps(rows, ensure_ascii=False, default=str) + files


def numbers(event) -> tuple:
    """What was played, and what follows from it, without who is who."""
    event = reload_history(event)
    same = tuple(
        replace(one, name="", club="", rating=None, household="", division="") for one in event.players
    )
    tables = [standings(event, number) for number, phase in enumerate(event.phases, 1) if phase.rounds]
    ranks = [{row.player: (row.rank, row.points, row.values) for row in table.rows} for table in tables]
    return replace(event, players=same, announcement=None), ranks


def by_phone(event, key):
    return replace(ME, who=reload_history(event).names[key], source=PHONE)


@pytest.fixture
def hall(db):
    """A hall in which p1 has done everything that a player does, under two names."""
    event = make(8)
    players.change_player(event, ME, "p1", name="Neirae", club="Lantern", rating=1834.25, household="Mill")
    players.change_player(reload_event(event), ME, "p1", name=NAME, division="Open")
    pair(event)
    (match,) = [match for match in reload_history(event).phase(1).rounds[0].matches if "p1" in match.players]
    messages.call_judge(reload_event(event), by_phone(event, "p1"), "p1")
    for key in match.players:
        player_reports.submit_report(
            reload_event(event), by_phone(event, key), key, 1, 1, match.players, "2-0"
        )
    report_all(event, "2-0")
    pair(event)
    player_reports.submit_report(reload_event(event), by_phone(event, "p1"), "p1", 1, 1, match.players, "0-2")
    adjustments.adjust_round(reload_event(event), ME, 1, 2, "table", a="p1", table=9, reason=f"{NAME}, again")
    restore_points.create_restore_point(reload_event(event), ME, f"Before {NAME} complains")
    announcements.announce(
        reload_event(event), ME, f"{NAME} has lost a deck box: NEIREA OF THE LAKE, to the desk!"
    )
    return reload_event(event)


def test_the_name_is_nowhere_and_the_numbers_stand(hall):
    AdminEntry.objects.create(
        user=hall.staff.model._meta.get_field("user").related_model.objects.create_user("admin"),
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(hall.players.get(key="p1").pk),
        object_repr=NAME,
        action_flag=2,
    )
    before, token = numbers(hall), hall.players.get(key="p1").token
    text = everything(hall)
    assert all(words in text for words in (NAME, "Neirae", "Lantern", "Mill", token))
    new = erasure.erase_player(hall, ME, "p1", NAME)
    assert numbers(hall) == before
    text = everything(hall).casefold()
    assert [
        word for word in (NAME, "neir", "lantern", "mill", "1834.25", token) if word.casefold() in text
    ] == []
    assert new == "Player 1" == reload_history(hall).names["p1"]
    assert log_page.lines_of(reload_event(hall))[0].words == "A player’s name erased: now Player 1"


def test_no_undo_brings_the_name_back(hall):
    erasure.erase_player(hall, ME, "p1", NAME)
    taken_back = 0
    while undo.undoable(reload_event(hall)):
        undo.undo(reload_event(hall), ME)
        assert "neir" not in everything(hall).casefold()
        taken_back += 1
    assert taken_back > 5


def test_every_restore_point_is_still_an_event_file(hall):
    erasure.erase_player(hall, ME, "p1", NAME)
    files = [event_file.read_text(point.file) for point in hall.snapshots.all()]
    assert {file.names["p1"] for file in files} == {"Player 1"}
    assert all(
        event_file.text(file) == point.file for file, point in zip(files, hall.snapshots.all(), strict=True)
    )


def test_the_name_has_to_be_typed(hall):
    before = everything(hall)
    for typed in ("", "Neirea", "p1"):
        with pytest.raises(RuleViolation, match=NAME):
            erasure.erase_player(hall, ME, "p1", typed)
    assert everything(hall) == before


def test_who_was_taken_off_the_list_is_erased_from_the_log(running):
    players.add_players(running, ME, "Ada Lovelace; Analytical")
    roster.remove_player(reload_event(running), ME, "Ada Lovelace")
    erasure.erase_player(reload_event(running), ME, "Ada Lovelace", "Ada Lovelace")
    assert not re.search("Ada|Analytical", everything(running))


def test_two_entries_that_were_made_one_go_together(running):
    players.add_players(running, ME, "Ada Lovelace; Analytical")
    roster.merge_players(reload_event(running), ME, "Ada Lovelace", "p2")
    erasure.erase_player(reload_event(running), ME, "Ada Lovelace", "Ada Lovelace")
    assert not re.search("Ada|Analytical|Player 02", everything(running))


def test_an_organiser_of_the_same_name_keeps_theirs(hall):
    desk = replace(ME, who=NAME, source=DESK)
    results.report_result(reload_event(hall), desk, 1, 1, 1, "2-1")
    erasure.erase_player(reload_event(hall), ME, "p1", NAME)
    assert reload_event(hall).log.filter(who=NAME, source=DESK).count() == 1


def test_a_seed_by_rating_stays_without_the_rating(db):
    event = make(4, kind="round_robin")
    for number in range(1, 5):
        players.change_player(reload_event(event), ME, f"p{number}", rating=1000 + number)
    pair(event)
    report_all(event)
    before = numbers(event)
    reload_event(event).phases.update(entrants=None)
    erasure.erase_player(reload_event(event), ME, "p4", "Player 04")
    assert reload_history(event).phase(1).entrants == ("p4", "p3", "p2", "p1")
    assert numbers(event)[1] == before[1]


def test_an_event_in_which_everything_happens_forgets_each_of_its_players(db):
    event = busy()
    before = numbers(event)
    for player in reload_history(event).players:
        erasure.erase_player(reload_event(event), ME, player.id, player.name)
    assert numbers(event) == before
    assert not re.search(r"Player 0\d", everything(event))


# A name, and others of which it is a part or who look like it.
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
def test_no_name_of_which_theirs_is_a_part_is_touched(fresh, data):
    name, *others = data.draw(st.sampled_from(ALIKE) | names_alike())
    others = others[:6]
    with transaction.atomic():
        for number, called in enumerate((name, *others), 1):
            Player.objects.filter(event=fresh, key=f"p{number}").update(name=called)
            messages.call_judge(
                reload_event(fresh), by_phone(fresh, f"p{number}"), f"p{number}"
            ) if number < 3 else None
        announcements.announce(reload_event(fresh), ME, f"{'; '.join((*others, name))}: to the desk")
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
    name = draw(letters)
    return [name, *(f"{draw(letters)} {name}{draw(letters)}" for _ in range(2))]
