"""Settings at the desk: name and date, play, columns, finals, deletion."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played
from tests.support.pages import FACTS, PAIRING, phase_settings, save, settings_address, text_of
from tournaments.events.actions.events import change_settings, create_event
from tournaments.models import Event, Player
from tournaments.rules.history import BRACKET, SWISS, EventHistory, PhaseRecord

PLAY = {
    "rounds": "3",
    "best_of": "3",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "bye": "3",
}


# How finals are played, as the form sends it if nothing was changed.
OPTIONS = {"best_of": "3", "minutes": "50", "places": "seed", "after_cut": "bye"}


def test_the_start_is_stored_in_the_time_zone_of_the_event(desk, organiser):
    event = friday(organiser)
    assert save(desk, event, "desk_settings", FACTS, name="Saturday").status_code == 302
    event = fresh(event)
    assert (event.name, event.place, event.timezone) == ("Saturday", "Lantern Hall", "Europe/Lisbon")
    assert event.starts_at.isoformat() == "2026-11-14T10:00:00+00:00"
    body = desk.get(settings_address(event)).content.decode()
    assert 'value="2026-11-14"' in body and 'value="10:00"' in body


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "a" * 201),
        ("name", "a\x1bb"),
        ("day", "soon"),
        ("day", "9999-01-01"),
        ("timezone", "Moon"),
    ],
)
def test_invalid_fields_keep_their_input(desk, organiser, field, value):
    event = friday(organiser)
    answer = save(desk, event, "desk_settings", FACTS, **{field: value, "place": "Pier 9"})
    assert answer.status_code == 422
    assert 'value="Pier 9"' in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert fresh(event).version == event.version


def use_rulebook(desk, event, key):
    return desk.post(reverse("change_rulebook", args=[event.slug]), form(event, rulebook=key), follow=True)


def test_the_rulebook_stands_first_on_format_and_changes_only_before_round_1(desk, organiser):
    event = friday(organiser)
    assert 'name="rulebook"' not in desk.get(settings_address(event)).content.decode()
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert body.index('name="rulebook"') < body.index('name="rounds"')
    answer = use_rulebook(desk, event, "battlefy")
    assert answer.redirect_chain == [(settings_address(event, "settings_format"), 302)]
    assert fresh(event).rulebook == "battlefy"
    event = paired(event, organiser)
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert "<b>Battlefy</b>" in body and "Round 1 is paired." in body and 'name="rulebook"' not in body
    assert "Round 1 is paired, so the rulebook" in use_rulebook(desk, event, "magic").content.decode()
    assert fresh(event).rulebook == "battlefy"


def test_an_unknown_rulebook_is_refused_with_a_message(desk, organiser):
    event = friday(organiser)
    assert "chequers" in use_rulebook(desk, event, "chequers").content.decode()
    assert fresh(event).version == event.version
    assert desk.get(settings_address(event, "settings_format"), {"rulebook": "chequers"}).status_code == 200


def test_format_says_what_another_rulebook_would_change_and_what_stays(desk, organiser):
    event = friday(organiser, rounds=3)
    change_settings(event, actor_of(organiser), 1, points={"win": 2})
    answer = desk.get(settings_address(event, "settings_format"), {"rulebook": "fair-hearthstone"})
    rows = re.findall(r'scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', answer.content.decode())
    changes = {label: (now, new) for label, now, new in rows}
    assert changes["Draws"] == ("allowed", "not allowed")
    assert changes["Match"] == ("best of 3", "best of 5")
    assert "Tiebreakers" in changes and "Rounds" not in changes
    settings_text = re.search(r"Stays as set for this event: (.*?)\.", text_of(answer))[1]
    # PostgreSQL keeps settings in another order.
    assert sorted(settings_text.split("; ")) == ["3 rounds", "points: win 2"]
    assert fresh(event).rulebook == "magic", "nothing is stored yet"


def test_an_event_of_finals_alone_has_its_rulebook_on_the_page_of_the_finals(desk, organiser):
    phases = (PhaseRecord(BRACKET, "Cup", {"finals": "single", "cut": {"top": 4}}),)
    event = create_event(actor_of(organiser), EventHistory("Cup", "magic", phases=phases))
    assert 'name="rulebook"' in desk.get(settings_address(event, "settings_finals")).content.decode()
    use_rulebook(desk, event, "fair-hearthstone")
    assert fresh(event).rulebook == "fair-hearthstone"


def test_only_differences_from_the_rulebook_are_stored_and_shown(desk, organiser):
    event = friday(organiser)
    save(desk, event, "settings_format", PLAY)
    assert phase_settings(event) == {"rounds": 3}
    save(desk, event, "settings_format", PLAY, rounds="", win="2", best_of="5")
    save(desk, event, "settings_pairing", PAIRING, last_round_pairing="by_standing")
    assert phase_settings(event) == {
        "points": {"win": 2},
        "best_of": 5,
        "last_round_pairing": "by_standing",
    }
    settings = {
        "percentages": {"floor": "1/3", "bye_in_own_mw": False},
        "tiebreakers": ["gw"],
        "soft_in_tp": True,
    }
    change_settings(event, actor_of(organiser), 1, **settings)
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert "points: win 2" in body and "best of: 5" in body and "tiebreakers: GW %" in body
    assert "Minimum percentage: 1/3" in body and "Soft scores count towards tournament points: Yes" in body
    assert "A bye counts as a win in own match wins: No" in body


def test_values_repeated_from_the_rulebook_are_not_differences(desk, organiser):
    settings = {"percentages": {"floor": "1/3", "own_gw_floored": True}, "tiebreakers": ["omw", "gw", "ogw"]}
    phases = (PhaseRecord(SWISS, "Swiss", settings),)
    event = create_event(actor_of(organiser), EventHistory("Harbour", "magic", phases=phases))
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert "Minimum percentage: 1/3" in body
    assert "The minimum also applies to own game wins:" not in body and "tiebreakers: " not in body


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rounds", "0"),
        ("rounds", "101"),
        ("win", "many"),
        ("win", "nan"),
        ("best_of", "4"),
    ],
)
def test_invalid_numbers_are_refused(desk, organiser, field, value):
    event = friday(organiser)
    answer = save(desk, event, "settings_format", PLAY, **{field: value})
    assert answer.status_code == 422
    assert fresh(event).version == event.version


def test_unknown_finals_are_refused(desk, organiser):
    answer = save(desk, friday(organiser), "settings_finals", OPTIONS, finals="luck", top="4")
    assert answer.status_code == 422
    assert "luck is not one of the available choices" in answer.content.decode()


def test_fewer_rounds_than_are_drawn_are_refused(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    answer = save(desk, event, "settings_format", PLAY, rounds="1")
    assert answer.status_code == 422
    assert "2 rounds are already paired" in answer.content.decode()


def test_points_by_games_are_kept_as_in_the_file(desk, organiser, event_from):
    points = {"2-0": 2, "2-1": 1, "1-2": 0, "0-2": -1, "bye": 2}
    event = event_from(
        {
            "format": "topcut/1",
            "event": {"name": "By games", "rulebook": "magic"},
            "players": [],
            "phases": [{"kind": "swiss", "settings": {"points": points}}],
        }
    )
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert '<label for="id_2-1">2–1</label>' in body
    typed = {
        "win": "2",
        "draw": "0",
        "loss": "-1",
        "bye": "2",
        "2-0": "2",
        "2-1": "1",
        "1-2": "0",
        "0-2": "-1",
    }
    save(desk, event, "settings_format", PLAY, rounds="4", **typed)
    assert phase_settings(event) == {"points": points, "rounds": 4}
    save(desk, event, "settings_format", PLAY, rounds="4", **typed | {"1-2": "0.5"})
    assert phase_settings(event)["points"]["1-2"] == 0.5


def test_finals_can_be_added_and_removed(desk, organiser):
    event = friday(organiser)
    save(desk, event, "settings_finals", OPTIONS, finals="mcintyre8", top="")
    assert event.phases.get(number=2).settings == {"finals": "mcintyre8", "cut": {"top": 8}}
    save(desk, event, "settings_finals", OPTIONS, finals="", top="")
    assert event.phases.count() == 1


def test_begun_finals_cannot_be_changed(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    body = desk.get(settings_address(event, "settings_finals")).content.decode()
    assert "Its format and the cut can’t be changed" in body and 'name="finals"' not in body
    assert "<dd>Single elimination</dd>" in body and "<dd>the top 4</dd>" in body
    save(desk, event, "settings_finals", OPTIONS, finals="mcintyre8", top="8", places="shared")
    assert event.phases.get(number=2).settings == {"finals": "single", "cut": {"top": 4}, "places": "shared"}


def test_deletion_shows_what_is_removed_and_requires_the_name(desk, organiser):
    event = played(friday(organiser), organiser)
    address = reverse("delete_event", args=[event.slug])
    body = desk.get(address).content.decode()
    assert "<dt>Players</dt><dd>8</dd>" in body and "<dt>Results</dt><dd>4</dd>" in body
    assert reverse("event_file", args=[event.slug]) in body
    refused = desk.post(address, form(event, name="friday"))
    assert refused.status_code == 422
    assert "to delete it" in refused.content.decode()
    assert 'value="friday"' in refused.content.decode()
    assert desk.post(address, form(event, name="Friday night")).url == reverse("home")
    assert not Event.objects.exists() and not Player.objects.exists()


def test_the_reporting_mode_applies_to_every_phase_and_is_public(desk, client, organiser):
    event = friday(organiser, finals=("single", 4))
    sent = {"reporting": "slips", "report_minutes": "5"}
    assert save(desk, event, "settings_reporting", sent).status_code == 302
    assert [phase.settings["reporting"] for phase in event.phases.all()] == ["slips", "slips"]
    assert "result slips" in client.get(f"/e/{event.slug}/about/").content.decode()
    wrong = save(desk, fresh(event), "settings_reporting", sent, report_minutes="700")
    assert wrong.status_code == 422 and "120" in wrong.content.decode()


def test_each_phase_has_its_own_round_length(desk, organiser):
    event = friday(organiser, finals=("single", 4))
    save(desk, event, "settings_format", PLAY, minutes="35")
    finals = OPTIONS | {"finals": "single", "top": "4", "best_of": "5", "minutes": "0"}
    save(desk, fresh(event), "settings_finals", finals)
    assert phase_settings(event) == {"rounds": 3, "minutes": 35}
    assert event.phases.get(number=2).settings == {
        "finals": "single",
        "cut": {"top": 4},
        "best_of": 5,
        "minutes": 0,
    }
    page_of_format = desk.get(settings_address(event, "settings_format")).content.decode()
    assert "round length: 35 minutes" in page_of_format
    save(desk, fresh(event), "settings_format", PLAY, minutes="")
    assert phase_settings(event) == {"rounds": 3}
    assert save(desk, fresh(event), "settings_format", PLAY, minutes="700").status_code == 422


def labels_of_subjects(desk, event):
    body = desk.get(settings_address(event)).content.decode()
    return re.findall(r">([^<]+)</a>", body.split('class="subjects"')[1].split("</nav>")[0])


def test_each_subject_is_one_click_from_every_other_and_has_one_save(desk, organiser):
    event = friday(organiser, finals=("single", 4))
    body = desk.get(settings_address(event)).content.decode()
    addresses = re.findall(r'href="([^"]+)"', body.split('class="subjects"')[1].split("</nav>")[0])
    assert len(addresses) == 11
    for address in addresses:
        body = desk.get(address).content.decode()
        assert all(f'href="{other}"' in body for other in addresses), address
        assert f'href="{address}" aria-current="page"' in body
        assert body.count('<button class="button strong"') == (
            0 if address.endswith(("/phases/", "/danger/")) else 1
        ), address


def test_a_subject_without_anything_to_set_is_not_listed(desk, organiser, event_from):
    robin = {"kind": "round_robin"}
    finals = {"kind": "bracket", "settings": {"finals": "single", "cut": {"top": 4}}}
    for phases, missing in (([robin], {"Pairing"}), ([finals], {"Format", "Pairing", "Standings"})):
        event = event_from(
            {
                "format": "topcut/1",
                "event": {"name": "Group", "rulebook": "magic"},
                "players": [],
                "phases": phases,
            }
        )
        labels = labels_of_subjects(desk, event)
        assert not missing & set(labels) and {"Event", "Reporting", "Top cut"} <= set(labels)
        assert desk.get(settings_address(event, "settings_pairing")).status_code == 404


def test_the_address_of_a_phase_in_the_old_settings_leads_to_its_format(desk, organiser):
    event = friday(organiser)
    answer = desk.get(settings_address(event), {"phase": "1"})
    assert answer.status_code == 302 and answer.url == f"{settings_address(event, 'settings_format')}?phase=1"


def test_a_refused_save_keeps_everything_typed_and_links_to_the_fields(desk, organiser):
    event = friday(organiser)
    answer = save(desk, event, "settings_format", PLAY, rounds="0", win="7", minutes="44")
    body = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="7"' in body and 'value="44"' in body
    assert '<a class="link" href="#id_rounds">Rounds</a>' in body and "data-changed" in body
    assert 'id="id_rounds"' in body and 'id="id_rounds_error"' in body


def test_what_can_no_longer_be_changed_is_text_with_the_reason(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(settings_address(event, "settings_pairing")).content.decode()
    assert 'name="first_round_pairing"' not in body and "Round 1 is paired." in body
    assert save(desk, event, "settings_pairing", PAIRING, first_round_pairing="fold").status_code == 302
    assert "first_round_pairing" not in phase_settings(event)
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert "1 round is already paired, so enter 1 or more." in body


def test_the_third_place_match_is_locked_once_the_final_is_paired(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    assert 'name="third_place"' in desk.get(settings_address(event, "settings_finals")).content.decode()
    event = paired(event, organiser)
    body = desk.get(settings_address(event, "settings_finals")).content.decode()
    assert 'name="third_place"' not in body and "The final is paired" in body
    save(desk, event, "settings_finals", OPTIONS, third_place="on")
    assert "third_place" not in event.phases.get(number=2).settings


def test_the_format_names_only_what_differs_from_the_rulebook(desk, organiser):
    event = friday(organiser, rounds=3)
    change_settings(event, actor_of(organiser), 1, reporting="anyone", rounds=None)
    text = text_of(desk.get(reverse("settings_format", args=[event.slug])))
    assert "Magic; results reported by players who scan the QR code and tap their name" in text
