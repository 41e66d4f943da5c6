"""A database in which removed players had no rows, and their ids were given away."""

import pytest
from django.db import connections

from tests.backups.archives import backup_of
from tests.support.played_events import ME
from tests.upgrades.databases import NEW, contents
from tournaments.log.actions.undo import restore_to_before, undo
from tournaments.models import Event, ListVersion, Player, Registration
from tournaments.models.player import SECRET
from tournaments.players.actions import erasure
from tournaments.players.actions.players import add_players
from tournaments.rules.errors import RuleViolation

ZED, BO, ADA_L = "OxCHk3k1T-vI5cx1", "NcDXNM7LWAztTpNu", "yQJmwiRD399FNsyv"


@pytest.fixture
def event(upgraded_from):
    """Return the event in a database that has just been upgraded."""
    upgraded_from("removed_players", "0027_trust_by_settings")
    return Event.objects.get()


def reload(event):
    return Event.objects.get(pk=event.pk)


def entry(event, action):
    return event.log.get(action=action, changes__has_key="player:p3")


def test_removed_players_have_rows_with_their_links_and_ids_of_their_own(event):
    present = dict(event.players.values_list("name", "public_id"))
    assert present == {"Ada": "p1", "Yan": "p4", "Wim": "p3"}
    removed = Player.with_removed.exclude(removed_at=None)
    # The last removed player who had an id keeps it.
    assert dict(removed.values_list("name", "public_id")) == {"Ada L.": "p2", "Bo": "p5", "Zed": "p6"}
    assert dict(removed.values_list("name", SECRET)) == {"Zed": ZED, "Bo": BO, "Ada L.": ADA_L}
    assert removed.get(name="Zed").club == "Lantern"
    assert {key: [other for _end, other in others] for key, others in event.reused_ids.items()} == {
        "p2": ["p5"],
        "p3": ["p6"],
    }


def test_entries_belong_to_their_players_and_all_links_stay(event):
    entries = Registration.objects.values_list("name", "player__public_id", "player__token")
    assert set(entries) == {("Ada", "p1", None), ("Bo", "p5", None)}
    table = contents("removed_players")["rows"]["tournaments.Player"]
    name, token = (table["columns"].index(column) for column in ("name", "token"))
    assert dict(event.players.values_list("name", SECRET)) == {row[name]: row[token] for row in table["rows"]}


def test_a_removal_whose_id_somebody_else_has_is_not_undone_alone_but_by_restoring(event):
    removal = entry(event, "remove_player")
    with pytest.raises(RuleViolation, match="removed player whose id, p3, Wim has now"):
        undo(event, ME, removal.pk)
    restore_to_before(reload(event), ME, removal.pk)
    zed = Player.objects.get(name="Zed")
    assert (zed.public_id, zed.token) == ("p6", ZED)
    assert zed.list_versions.get().text == "60 Cards of Zed"
    assert sorted(event.players.values_list("name", flat=True)) == ["Ada", "Bo", "Yan", "Zed"]
    undo(reload(event), ME)
    assert sorted(event.players.values_list("name", flat=True)) == ["Ada", "Wim", "Yan"]


def test_the_next_player_gets_an_id_that_nobody_had(event):
    add_players(event, ME, "Una")
    assert event.players.get(name="Una").public_id == "p7"


def test_a_removed_player_is_erased_and_those_who_had_the_id_are_not(event):
    erasure.erase_player(event, ME, "Zed", "Zed")
    text = "".join(backup_of(event.slug).values())
    assert "Zed" not in text and "Lantern" not in text
    assert all(name in text for name in ("Wim", "Bo", "Yan"))
    assert ListVersion.objects.count() == 2


def test_nothing_is_left_of_the_former_table(event):
    assert "tournaments_removedlink" not in connections[NEW].introspection.table_names()
