"""Personal data of a player: export and erasure at the desk."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.support.desk_events import fresh
from tournaments.history.cache import load_history


def address(name, event, key="p1"):
    return reverse(name, args=[event.slug, key])


def test_the_desk_links_to_export_and_erasure(desk, published):
    page = desk.get(address("change_player", published)).content.decode()
    assert address("export_player", published) in page
    assert address("erase_player", published) in page


def test_the_export_has_the_players_data_and_no_secret(desk, published):
    history = load_history(fresh(published))
    (match,) = [m for m in history.phase(1).rounds[0].matches if "p1" in m.players]
    response = desk.get(address("export_player", published))
    data = json.loads(response.content)
    assert data["player"]["name"] == history.names["p1"]
    assert data["matches"][0].items() >= {"phase": 1, "round": 1, "table": match.table}.items()
    assert {line["action"] for line in data["log"]} >= {"report_result", "pair_next_round"}
    assert published.players.get(public_id="p1").secret not in response.content.decode()


def test_erasing_requires_the_typed_name(desk, published):
    name = published.players.get(public_id="p1").name
    page = desk.get(address("erase_player", published)).content.decode()
    assert "can’t undo this" in page and name in page
    refused = desk.post(address("erase_player", published), {"name": "somebody else", "key": "k"})
    assert refused.status_code == 422
    assert 'value="somebody else"' in refused.content.decode()
    assert fresh(published).players.get(public_id="p1").name == name


def test_the_name_is_erased_once(desk, published):
    name = published.players.get(public_id="p1").name
    for _tap in range(2):
        done = desk.post(address("erase_player", published), {"name": name, "key": "k"})
        assert done.status_code == 302
    assert fresh(published).players.get(public_id="p1").name == "Player 1"
    assert fresh(published).version == published.version + 1


def test_export_and_erasure_need_permission(client, published, django_user_model):
    for name in ("export_player", "erase_player"):
        assert "/login/" in client.get(address(name, published)).url
    client.force_login(django_user_model.objects.create_user("stranger"))
    for name in ("export_player", "erase_player"):
        assert client.get(address(name, published)).status_code == 403
    assert client.post(address("erase_player", published), {"name": "x"}).status_code == 403


def test_personal_data_of_an_unknown_player_is_not_found(desk, published):
    for name in ("export_player", "erase_player"):
        assert desk.get(address(name, published, "p99")).status_code == 404


def test_export_and_erasure_work_from_the_command_line(published, capsys):
    name = published.players.get(public_id="p2").name
    call_command("export_player", published.slug, name)
    assert json.loads(capsys.readouterr().out)["names"] == [name]
    call_command("erase_player", published.slug, name)
    assert capsys.readouterr().out == "Player 2\n"
    with pytest.raises(CommandError, match="no player"):
        call_command("erase_player", published.slug, name)
