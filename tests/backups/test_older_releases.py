"""Backups of older releases, in which removed players had no rows, and their ids were given away."""

import json
from pathlib import Path

import pytest

from tests.backups.archives import backup_of, make_zip
from tests.support.database_states import cached_state
from tests.support.played_events import ME, reload_event
from tournaments.log.actions import backups
from tournaments.log.actions.undo import restore_to_before, undo
from tournaments.models import DeckCheck, Event, ListVersion, Player, Registration
from tournaments.models.player import SECRET
from tournaments.rules.errors import RuleViolation

# Made by commit a4f9fa05: Ada and Bo have registered; Zed, then Bo were removed, and their ids given to Wim
# and to Ada L., who was merged with Ada. Ada, Bo and Zed had sent lists.
FILES = json.loads(Path(__file__).with_name("format_1.json").read_text(encoding="utf-8"))
EXTRAS = json.loads(FILES["friday-night/beside.json"])
ZED, BO, ADA_L = (row["token"] for row in EXTRAS["removed_links"])


@pytest.fixture
@cached_state
def event(db):
    backups.restore(make_zip(FILES))
    return Event.objects.get()


def text_of_list(name):
    return ListVersion.objects.get(player__name=name).text


def test_its_players_have_their_links_and_lists_and_the_removed_ones_ids_of_their_own(event):
    assert dict(event.players.values_list("public_id", SECRET)) == EXTRAS["tokens"]
    removed = Player.with_removed.exclude(removed_at=None)
    assert set(removed.values_list("name", "public_id", SECRET)) == {
        *(("Ada L.", "p2", ADA_L), ("Bo", "p5", BO), ("Zed", "p6", ZED)),
    }
    assert [text_of_list(name) for name in ("Ada", "Bo", "Zed")] == [
        *("60 Cards of Ada", "60 Cards of Bo", "60 Cards of Zed"),
    ]
    assert DeckCheck.objects.get().player.token == ZED
    assert {row.name: row.state for row in Registration.objects.all()} == {
        "Ada": "registered",
        "Bo": "declined",
    }


def test_a_removal_is_undone_by_restoring_if_somebody_else_has_the_id(event):
    removal = event.log.filter(action="remove_player").first()
    with pytest.raises(RuleViolation, match="removed player whose id, p3, Wim has now"):
        undo(event, ME, removal.pk)
    restore_to_before(reload_event(event), ME, removal.pk)
    assert Player.objects.get(name="Zed").secret == ZED


def test_beside_the_original_its_removed_players_have_new_links(event):
    backups.restore(make_zip(FILES), as_="the-copy")
    copy = Event.objects.get(slug="the-copy")
    tokens = [set(Player.with_removed.filter(event=e).values_list(SECRET, flat=True)) for e in (event, copy)]
    assert not tokens[0] & tokens[1] and len(tokens[1]) == 6
    assert copy.list_versions.get(player__name="Zed").text == "60 Cards of Zed"


def test_a_newer_backup_of_it_is_complete(event):
    files = backup_of(event.slug)
    event.delete()
    backups.restore(make_zip(files))
    assert backup_of("friday-night") == files
    undone = Event.objects.get().log.filter(action="remove_player").first()
    with pytest.raises(RuleViolation, match="Wim has now"):
        undo(Event.objects.get(), ME, undone.pk)
