"""The game of an event and its format: suggested, free text, kept by club and event file."""

import pytest

from tests.support.desk_events import actor_of, form, fresh, friday
from tests.support.own_pages import text_of
from tests.support.people import at
from tournaments.events.actions.events import change_event, import_event
from tournaments.events.pages.plan import suggest_games
from tournaments.history.cache import load_event_file
from tournaments.models import Event
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation

NEW = {"preset": "fnm", "name": "Friday", "timezone": "UTC"}


@pytest.mark.parametrize(
    ("fields", "game"),
    [
        ({}, "Magic"),
        ({"preset": "commander"}, "Commander"),
        ({"rulebook": "pokemon"}, "Pokémon"),
        ({"rulebook": "battlefy"}, ""),
        ({"game": "Altered", "game_format": "Constructed"}, "Altered"),
    ],
)
def test_a_new_event_has_the_game_of_its_rulebook_unless_another_is_typed(desk, fields, game):
    desk.post("/new/", NEW | fields)
    assert Event.objects.get().game == game
    assert Event.objects.get().game_format == fields.get("game_format", "")


def test_the_club_remembers_games_and_formats(organiser, desk):
    desk.post("/new/", NEW | {"game": "Altered", "game_format": "Constructed"})
    suggestions = suggest_games(Event.objects.get().club)
    assert suggestions.games[0] == "Altered" and "Magic" in suggestions.games
    assert suggestions.formats == ["Constructed"]


def test_pages_name_the_game_instead_of_the_rulebook(client, desk, organiser):
    event = friday(organiser)
    event = fresh(event)
    page = {
        "name": event.name,
        "timezone": "UTC",
        "visibility": "public",
        "game": "Magic",
        "game_format": "Modern",
    }
    assert desk.post(at(event, "desk_settings"), form(event, **page)).status_code == 302
    desk.logout()
    assert "Magic Modern" in text_of(client.get("/"))
    assert "Magic · Modern" in text_of(client.get(at(event, "event")))


def test_the_event_file_holds_the_game_and_reads_it_again(organiser):
    event = friday(organiser)
    assert '"game"' not in load_event_file(event, with_contact_data=False)
    change_event(event, actor_of(organiser), game="Magic", game_format="Modern")
    text = load_event_file(fresh(event), with_contact_data=False)
    again = import_event(event_file.read_text(text))
    assert (again.game, again.game_format) == ("Magic", "Modern")


@pytest.mark.parametrize("value", [3, None, "x" * 61, "a\u0000b"])
def test_other_games_in_a_file_are_refused_with_their_path(value):
    file = {"format": "topcut/1", "event": {"name": "A", "rulebook": "magic", "game": value}, "players": []}
    with pytest.raises(RuleViolation, match=r"^event\.game: "):
        event_file.read(file)
