"""Creating an event from a form and from a file; signing in and out."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.support.accounts import PASSWORD
from tests.support.desk_events import friday, played
from tests.support.own_pages import text_of
from tests.support.pages import send_event
from tournaments.events.pages.plan import FORMATS
from tournaments.events.pages.presets import GAME_CHOICES, NO_CUT, PRESETS
from tournaments.history.cache import load_history, load_history_with_log
from tournaments.models import Club, ClubStaff, Event, Staff
from tournaments.rules import event_file
from tournaments.rules.rounds.phases import round_count
from tournaments.rules.rulebooks import settings_of


def test_a_new_event_has_its_finals_and_its_creator_as_owner(desk, organiser):
    answer = send_event(desk)
    event = Event.objects.get()
    assert answer.url == reverse("desk_players", args=["harbour-open"])
    assert event.starts_at.isoformat() == "2026-07-14T09:00:00+00:00"
    phases = [(phase.kind, phase.settings) for phase in event.phases.all()]
    assert phases == [
        ("swiss", {"rounds": 7}),
        ("bracket", {"cut": {"top": 8}, "finals": "mcintyre8"}),
    ]
    assert Staff.objects.get(event=event).user == organiser


@pytest.mark.parametrize("kind", ["pods", ""])
def test_a_rulebook_of_pods_creates_pods(desk, kind):
    send_event(desk, rulebook="hareruya", kind=kind, rounds="", finals="pods10", top="", best_of="")
    event = Event.objects.get()
    assert [(phase.kind, phase.settings) for phase in event.phases.all()] == [
        ("pods", {}),
        ("bracket", {"cut": {"top": 10}, "finals": "pods10"}),
    ]


def test_a_rulebook_of_pods_with_another_kind_is_an_error_at_its_field(desk):
    answer = send_event(desk, rulebook="hareruya", kind="pools")
    assert answer.status_code == 422
    page = answer.content.decode()
    # In the list at the top, beside the field, and in the summary.
    assert page.count("Hareruya is played in pods: choose Pods here.") == 3
    assert 'href="#id_kind"' in page and 'id="id_kind"' in page


def test_friday_night_has_three_rounds_up_to_8_players_four_up_to_16_then_five(desk):
    for number, (players, rounds) in enumerate(((8, 3), (9, 4), (16, 4), (17, 5), (40, 5))):
        names = "\n".join(f"Player {n}" for n in range(players))
        send_event(
            desk, preset="fnm", rulebook="", rounds="", finals="", top="", names=names, key=f"night{number}"
        )
        event = Event.objects.latest("id")
        assert round_count(load_history(event).phase(1)) == rounds
        text = text_of(desk.get(reverse("settings_format", args=[event.slug])))
        assert "rounds: 3 up to 8 players, 4 up to 16 players, then 5" in text


def test_blank_rounds_are_those_of_the_rulebook(desk):
    send_event(desk, rounds="", finals="", top="", best_of="3", day="", start="")
    event = Event.objects.get()
    assert [(phase.kind, phase.settings) for phase in event.phases.all()] == [("swiss", {})]
    assert event.starts_at is None


@pytest.mark.parametrize(
    ("kind", "phases"),
    [
        (
            "two_days",
            [
                ("swiss", "Day 1", {"rounds": 7}),
                ("swiss", "Day 2", {"carry": True, "cut": {"losses": 2}}),
            ],
        ),
        ("pools", [("round_robin", "Pools", {"pools": 4, "rounds": 7})]),
    ],
)
def test_a_format_creates_its_phases_and_the_finals(desk, kind, phases):
    send_event(desk, kind=kind)
    stored = Event.objects.get().phases.all()
    assert [(phase.kind, phase.name, phase.settings) for phase in stored][:-1] == phases
    assert stored.last().kind == "bracket"
    send_event(desk, kind=kind, key="another", rounds="")
    assert "rounds" not in Event.objects.first().phases.first().settings


def test_the_same_form_sent_twice_creates_one_event(desk):
    assert send_event(desk).url == send_event(desk).url
    assert Event.objects.count() == 1


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_makes_an_event_from_its_name_alone(desk, key):
    answer = desk.post(
        reverse("new_event"), {"key": key, "name": "Tonight", "timezone": "UTC", "preset": key}
    )
    assert answer.status_code == 302, answer.content.decode()
    event, preset = Event.objects.get(), PRESETS[key]
    usual = preset.rulebook or "magic"
    assert (event.rulebook, event.phases.first().kind) == (usual, FORMATS[preset.format][0].kind)
    if preset.minutes is not None:
        assert settings_of(event.rulebook, event.phases.first().settings).minutes == preset.minutes
    assert event.phases.first().settings.get("rounds") == preset.rounds
    assert event.phases.last().settings.get("finals", NO_CUT) == preset.finals
    reporting = {settings_of(event.rulebook, phase.settings).reporting for phase in event.phases.all()}
    assert reporting == {preset.reporting}


def test_anyone_reports_at_shop_nights_and_only_there():
    shop_nights = {key for key, preset in PRESETS.items() if preset.reporting == "anyone"}
    assert shop_nights == {
        *("fnm", "commander", "draft", "league", "chess", "round_robin", "double_round_robin")
    }


@pytest.mark.parametrize("key", GAME_CHOICES)
def test_each_game_offers_three_presets_then_six_and_all_of_them_has_every_one(key):
    game = GAME_CHOICES[key]
    assert set(game.presets) <= PRESETS.keys() and len(set(game.presets)) == len(game.presets)
    assert len(game.first) == 3
    assert set(game.presets) == PRESETS.keys() if key == "all" else len(game.more) == 6


@pytest.mark.parametrize(
    ("game", "preset", "rulebook", "kinds"),
    [
        ("pokemon", "store", "pokemon", ["swiss", "bracket"]),
        ("chess", "double_round_robin", "chess", ["round_robin"]),
        ("wargames", "old_world", "old-world", ["swiss"]),
        ("magic", "commander", "pods-multiplayer", ["pods"]),
        # Without scripts the preset of another game may still be chosen: the game's first one counts.
        ("chess", "fnm", "chess", ["swiss"]),
    ],
)
def test_the_chosen_game_sets_the_rulebook(desk, game, preset, rulebook, kinds):
    send_event(desk, for_game=game, preset=preset, rulebook="", rounds="", finals="", top="", best_of="")
    event = Event.objects.get()
    assert (event.rulebook, [phase.kind for phase in event.phases.all()]) == (rulebook, kinds)


def test_a_chosen_rulebook_counts_more_than_that_of_the_game(desk):
    send_event(desk, for_game="pokemon", preset="store", rulebook="battlefy", rounds="", finals="", top="")
    assert Event.objects.get().rulebook == "battlefy"


def test_an_unknown_game_is_an_error_at_its_field(desk):
    answer = send_event(desk, for_game="chequers")
    assert answer.status_code == 422 and "chequers is not one of" in answer.content.decode()


def test_the_form_begins_with_the_game_of_the_preset_and_keeps_the_chosen_one(desk):
    page = desk.get(reverse("new_event"), {"preset": "wargame"}).content.decode()
    assert 'name="for_game" value="wargames" checked' in page and page.count('value="wargame" checked') == 1
    page = send_event(desk, for_game="chess", preset="chess_blitz", rulebook="", name="").content.decode()
    assert 'name="for_game" value="chess" checked' in page and 'id="id_preset"' in page


def test_the_answer_to_a_choice_says_beside_the_button_what_will_be_created(desk):
    chosen = {"part": "meaning", "for_game": "pokemon", "preset": "store", "players": "40"}
    text = desk.get(reverse("new_event"), chosen).content.decode()
    words = "6 rounds of Swiss, best of 3, 50 minutes, then the top 8: Single elimination"
    assert f'<span id="create-words" hx-swap-oob="true">{words}</span>' in text


def test_the_head_leads_to_events_to_repeat_once_there_is_one(desk, organiser):
    assert "Repeat an event" not in desk.get(reverse("new_event")).content.decode()
    friday(organiser)
    page = desk.get(reverse("new_event")).content.decode()
    assert f'href="{reverse("all_events")}">Repeat an event' in page
    assert "Repeat this event" in desk.get(reverse("all_events")).content.decode()


@pytest.mark.parametrize(
    ("visibility", "words"), [("unlisted", "Unlisted: only"), ("private", "Private: only"), ("public", "")]
)
def test_the_summary_says_who_sees_an_event_that_is_not_public(desk, visibility, words):
    address = f"{reverse('new_event')}?part=meaning&preset=store&visibility={visibility}"
    summary = desk.get(address).content.decode()
    assert "then the top 8" in summary
    assert words in summary if words else ": only" not in summary


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("two_days", "a second day"),
        ("pools", "four pools"),
        ("swiss_and_robin", "a round robin of the top 4"),
    ],
)
def test_the_summary_describes_the_phases(desk, kind, words):
    summary = desk.get(f"{reverse('new_event')}?part=meaning&kind={kind}&rounds=5&players=16")
    assert words in summary.content.decode()


def test_an_address_that_only_names_the_visibility_keeps_the_preset(desk):
    page = desk.get(f"{reverse('new_event')}?visibility=private").content.decode()
    assert 'value="fnm" checked' in page and '<option value="private" selected>' in page


def test_a_choice_replaces_what_the_preset_says(desk):
    send_event(desk, preset="store", rounds="4", minutes="40", finals="none", top="")
    assert [(phase.kind, phase.settings) for phase in Event.objects.get().phases.all()] == [
        ("swiss", {"rounds": 4, "minutes": 40})
    ]


def test_pasted_players_are_in_the_event_and_the_desk_comes_next(desk):
    answer = send_event(desk, preset="fnm", names="Ann\nBob\n\nCid")
    event = Event.objects.get()
    assert answer.url == reverse("desk", args=[event.slug])
    players = [(player.public_id, player.name) for player in event.players.all()]
    assert players == [("p1", "Ann"), ("p2", "Bob"), ("p3", "Cid")]


def test_a_pasted_table_makes_the_event_and_asks_for_its_columns(desk):
    answer = send_event(desk, preset="fnm", names="Lovelace, Ada\nHopper, Grace")
    event = Event.objects.get()
    assert answer.status_code == 200 and "Check the columns" in answer.content.decode()
    assert reverse("add_players", args=[event.slug]) in answer.content.decode()
    assert not event.players.exists()


def test_a_name_pasted_twice_makes_no_event_and_nothing_typed_is_lost(desk):
    answer = send_event(desk, names="Ann\nBob\nann")
    page = answer.content.decode()
    assert answer.status_code == 422 and "Line 3" in page and "Ann\nBob\nann" in page
    assert not Event.objects.exists()


def test_an_unlisted_event_has_an_address_that_cannot_be_guessed(desk):
    send_event(desk, visibility="unlisted")
    event = Event.objects.get()
    assert event.visibility == "unlisted" and len(event.slug) > len("harbour-open-")


def test_a_top_cut_for_two_does_not_follow_pods(desk):
    answer = send_event(desk, preset="commander", rulebook="", rounds="", finals="single")
    assert answer.status_code == 422 and "choose a top cut in pods, or none" in answer.content.decode()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "required"),
        ("name", "a\tb", "can’t be displayed"),
        ("rulebook", "chequers", "not one of the available choices"),
        ("rounds", "0", "greater than or equal to 1"),
        ("top", "6", "takes exactly 8 players"),
        ("top", "1", "greater than or equal to 2"),
        ("timezone", "Moon/Base", "not one of the available choices"),
        ("day", "0001-01-01", "greater than or equal to"),
    ],
)
def test_errors_are_shown_at_their_fields_and_input_is_kept(desk, field, value, words):
    answer = send_event(desk, **{"place": "Pier 9", field: value})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert 'value="Pier 9"' in answer.content.decode()
    assert not Event.objects.exists()


def test_finals_of_one_size_need_no_number(desk):
    send_event(desk, finals="pods4", top="")
    assert Event.objects.get().phases.last().settings["cut"] == {"top": 4}
    chosen = {"part": "meaning", "rulebook": "pods-multiplayer", "finals": "pods4"}
    assert "then the top 4: Top 4, one pod" in desk.get(reverse("new_event"), chosen).content.decode()


def test_the_choices_are_summarised(desk):
    chosen = {"part": "meaning", "rulebook": "magic", "players": "88", "finals": "mcintyre8", "top": "8"}
    text = desk.get(reverse("new_event"), chosen).content.decode()
    assert "7 rounds of Swiss, best of 3, 50 minutes, then the top 8: McIntyre final eight" in text
    assert "all x–1, about 2 of 14 x–2" in text
    assert "<html" not in text
    odd = {"part": "meaning", "rulebook": "luck", "players": "-1", "finals": "x", "top": "²"}
    assert desk.get(reverse("new_event"), odd).status_code == 200


def test_only_swiss_rounds_of_a_known_size_have_an_outlook(desk):
    usual = {"part": "meaning", "rulebook": "magic", "finals": "single", "top": "8"}
    for more in (
        {},
        {"players": "1"},
        {"players": "9", "kind": "round_robin"},
        {"players": "9", "rounds": "50"},
    ):
        assert "<svg" not in desk.get(reverse("new_event"), usual | more).content.decode()


def test_without_scripts_a_form_updates_the_summary(desk):
    page = desk.get(reverse("new_event"), {"players": "88", "rounds": "6", "top": "8", "rulebook": "magic"})
    text = page.content.decode()
    assert "<noscript><form" in text
    assert "6 rounds of Swiss, best of 3, 50 minutes, then the top 8: Single elimination" in text
    assert "all x–0, about 7 of 8 x–1" in text


def test_every_rulebook_and_finals_system_is_listed_with_its_summary(desk):
    text = desk.get(reverse("new_event")).content.decode()
    for words in ("Dreamhack Hearthstone", "McIntyre final eight", "Lose once and you’re out."):
        assert words in text


def test_creating_an_event_requires_sign_in(client, db):
    for name in ("new_event", "import_event"):
        answer = client.get(reverse(name))
        assert answer.url == f"{reverse('login')}?next={reverse(name)}"
    assert send_event(client).status_code == 302
    assert not Event.objects.exists()


def upload(desk, content, key="a key"):
    file = SimpleUploadedFile("event.json", content if isinstance(content, bytes) else content.encode())
    return desk.post(reverse("import_event"), {"key": key, "file": file})


def test_an_imported_event_belongs_to_the_user(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    text = event_file.text(load_history_with_log(event))
    answer = upload(desk, text)
    copy = Event.objects.exclude(pk=event.pk).get()
    assert answer.url == reverse("desk", args=[copy.slug])
    assert event_file.text(load_history_with_log(copy)) == text
    assert Staff.objects.get(event=copy).role == Staff.OWNER


def test_a_file_sent_twice_creates_one_event(desk):
    text = json.dumps({"format": "topcut/1", "event": {"name": "X", "rulebook": "magic"}, "players": []})
    assert upload(desk, text).url == upload(desk, text).url
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "isn’t JSON"),
        (b"\xff\xfe", "isn’t UTF-8"),
        ('{"format": "topcut/2", "event": {}, "players": []}', "format: must be"),
        (
            json.dumps(
                {
                    "format": "topcut/1",
                    "event": {"name": "X", "rulebook": "magic"},
                    "players": [{"id": "p1", "name": ""}],
                }
            ),
            "players[0].name",
        ),
        ("", "empty"),
    ],
)
def test_an_invalid_file_is_refused_with_the_path_of_the_error(desk, content, words):
    answer = upload(desk, content)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Event.objects.exists()


def test_a_file_that_is_too_large_is_refused(desk, monkeypatch):
    monkeypatch.setattr(event_file, "MAX_FILE_BYTES", 10)
    answer = upload(desk, " " * 11)
    assert answer.status_code == 422
    assert "larger than" in answer.content.decode()


def test_a_missing_file_is_an_error(desk):
    answer = desk.post(reverse("import_event"), {"key": "a key"})
    assert answer.status_code == 422
    assert "required" in answer.content.decode()


def test_sign_in_redirects_back_and_sign_out_to_the_home_page(client, organiser):
    wanted = reverse("new_event")
    credentials = {"username": "organiser", "password": PASSWORD, "next": wanted}
    assert client.post(reverse("login"), credentials).url == wanted
    assert client.post(reverse("logout")).url == reverse("home")


def test_a_wrong_password_is_an_error_and_the_name_is_kept(client, organiser):
    answer = client.post(reverse("login"), {"username": "organiser", "password": "no"})
    assert "Wrong username or password" in answer.content.decode()
    assert 'value="organiser"' in answer.content.decode()


def test_sign_in_does_not_redirect_to_other_sites(client, organiser):
    credentials = {"username": "organiser", "password": PASSWORD, "next": "https://example.org/"}
    assert client.post(reverse("login"), credentials).url == reverse("home")


def test_fixed_rounds_have_no_table_of_suggested_ones(desk):
    for preset, has_table in (("commander", False), ("fnm", True)):
        text = desk.get(reverse("new_event"), {"part": "meaning", "preset": preset}).content.decode()
        assert ("Rounds suggested" in text) is has_table


def test_pasted_names_are_counted(desk):
    chosen = {"part": "meaning", "preset": "fnm"}
    text = desk.get(reverse("new_event"), chosen).content.decode()
    assert "Swiss rounds by number of players, best of 3" in text
    text = desk.get(reverse("new_event"), chosen | {"listed": "23"}).content.decode()
    assert "5 rounds of Swiss for 23 players, best of 3" in text
    answer = send_event(desk, names="Anna\n\nBen\nCleo", players="", rounds="", name="")
    assert "3 rounds of Swiss for 3 players" in answer.content.decode()


def test_the_venue_is_that_of_the_chosen_club_and_clubs_without_a_name_are_told_apart(client, organiser):
    first = friday(organiser).club
    Club.objects.filter(pk=first.pk).update(place="Mill Lane 12")
    other = Club.objects.create(slug="other", place="Harbour Hall")
    ClubStaff.objects.create(club=other, user=organiser, role="owner")
    client.force_login(organiser)
    page = client.get(reverse("new_event")).content.decode()
    assert "Your club (Friday night)" in page and 'value="Mill Lane 12"' in page
    for place, stored in (("Mill Lane 12", "Harbour Hall"), ("At Ann’s", "At Ann’s")):
        name = f"At {stored}"
        data = {"name": name, "place": place, "club": "other", "timezone": "UTC", "key": name}
        client.post(reverse("new_event"), data | {"preset": "fnm"})
        event = Event.objects.get(name=name)
        assert (event.club, event.place) == (other, stored)


def test_the_time_zone_is_that_of_the_chosen_club_unless_the_organiser_has_chosen_one(client, organiser):
    first = friday(organiser).club
    Club.objects.filter(pk=first.pk).update(timezone="Europe/Berlin")
    other = Club.objects.create(slug="other", timezone="Asia/Tokyo")
    ClubStaff.objects.create(club=other, user=organiser, role="owner")
    client.force_login(organiser)
    for zone, stored, hour in (("Europe/Berlin", "Asia/Tokyo", 10), ("UTC", "UTC", 19)):
        name = f"In {stored}"
        data = {"name": name, "club": "other", "timezone": zone, "day": "2027-01-08", "start": "19:00"}
        client.post(reverse("new_event"), data | {"preset": "fnm", "key": name})
        event = Event.objects.get(name=name)
        assert (event.timezone, event.starts_at.hour) == (stored, hour)
