"""Prizes at the desk: a line each, refused beside their phase, set against the pot before they are stored."""

import pytest
from django.urls import reverse

from tests.views.desk_events import form, fresh, friday, played
from tests.views.events.test_public import text_of
from tournaments.queries.history.cache import load_history


@pytest.fixture
def event(organiser):
    return friday(organiser, rounds=3, finals=("single", 4))


def send(desk, event, headers=None, **said):
    return desk.post(reverse("desk_prizes", args=[event.slug]), form(event, **said), headers=headers)


def told(event):
    return load_history(fresh(event))


def test_the_settings_lead_there(desk, event):
    assert (
        reverse("desk_prizes", args=[event.slug])
        in desk.get(f"/e/{event.slug}/desk/settings/").content.decode()
    )


def test_lines_are_stored_and_come_back_as_they_read(desk, event):
    answer = send(
        desk,
        event,
        currency="€",
        fee="7,50",
        sum="100",
        prizes_1="x-2 or better: €20 each",
        prizes_2="1st: 50% + cup\n3 to 4: 12,50",
        share_2="on",
    )
    assert answer.status_code == 302
    assert told(event).pot == {"currency": "€", "fee": "7.50", "sum": 100}
    assert told(event).phase(1).settings["prizes"] == {"rows": [{"record": "x-2", "sum": 20}]}
    assert told(event).phase(2).settings["prizes"]["losers_share"] is True
    page = desk.get(answer.url).content.decode()
    assert "x-2: 20 each</textarea>" in page
    assert "1: 50% + cup\n3-4: 12.50</textarea>" in page
    assert 'name="share_2" checked' in page
    log = text_of(desk.get(f"/e/{event.slug}/desk/log/"))
    assert "x-2: 20 each; 1: 50% + cup; 3-4: 12.50" in log


def test_the_rulebook_line_of_the_settings_leaves_them_out(desk, event):
    send(desk, event, prizes_1="1: 5")
    assert "as the rulebook has it" not in text_of(desk.get(f"/e/{event.slug}/desk/settings/"))  # rounds: 3
    assert (
        "prizes" not in text_of(desk.get(f"/e/{event.slug}/desk/settings/")).split("Settings Magic")[1][:60]
    )


def test_blank_fields_take_the_prizes_away(desk, event):
    send(desk, event, sum="9", prizes_1="1: 5")
    send(desk, event)
    assert told(event).pot == {}
    assert "prizes" not in told(event).phase(1).settings


def test_what_is_typed_is_set_against_the_pot_and_not_stored(desk, event):
    answer = send(
        desk, event, look="1", currency="€", fee="10", prizes_1="x-1: 10 each", prizes_2="1: 60\n2: 30"
    )
    page = text_of(answer)
    assert "x–1 or better €10 each about 4 €40" in page
    assert "€130 in all Pot €80: €10 of each of 8 entries" in page
    assert "That is €50 more than the pot holds." in page
    assert told(event).pot == {}


@pytest.mark.parametrize(
    ("pot", "words"), [("100", "10 of the pot is left."), ("90", "That is the whole pot."), ("", "90 in all")]
)
def test_the_sum_stands_beside_the_pot(desk, event, pot, words):
    assert words in text_of(send(desk, event, look="1", sum=pot, prizes_2="1: 60\n2: 30"))


def test_once_a_round_is_over_it_says_what_the_standings_make_of_it(desk, organiser, event):
    played(event, organiser, 2)
    page = text_of(send(desk, event, look="1", sum="50", prizes_1="x-0: 10 each"))
    assert "As it stands now, 4 players get 40. 10 of the pot is left." in page


def test_while_typing_the_part_alone_answers_with_what_can_be_read(desk, event):
    answer = send(desk, event, {"HX-Request": "true"}, look="1", prizes_1="1: 5\n2: -5")
    assert answer.status_code == 200
    page = text_of(answer)
    assert "Line 2: a prize cannot be less than nothing." in page
    assert "5 in all" in page
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("look", [{}, {"look": "1"}])
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"prizes_1": "1: 5\n\n1-2: 3"}, "Line 3: place 1 has a prize already"),
        ({"prizes_1": "1: 150%", "sum": "5"}, "Line 1: a share of the pot is 100 % at most."),
        ({"prizes_1": "2: 5\n1: 15%"}, "Line 2: is a share of the pot: say what the pot is."),
        (
            {"prizes_1": "1-4: 20%", "prizes_2": "1: 30%", "sum": "5"},
            "Line 1: with this row, more than 100 %",
        ),
        ({"prizes_2": "\nx-0: 5"}, "Line 2: in finals, prizes go by place."),
        ({"prizes_1": "\n".join(f"{n}: 1" for n in range(1, 202))}, "200 rows at most"),
        ({"fee": "much"}, "Of each entry: must be a sum"),
        ({"sum": "-4"}, "Set sum: a prize cannot be less than nothing"),
        ({"smallest": "0"}, "must be more than nothing"),
        ({"currency": "c" * 13}, "at most 12"),
    ],
)
def test_what_does_not_hold_comes_back_beside_its_field(desk, event, said, words, look):
    answer = send(desk, event, **said, **look)
    assert answer.status_code == 422
    assert words in text_of(answer)
    for typed in said.values():
        assert typed.strip() in answer.content.decode()
    assert fresh(event).version == event.version


def test_prizes_of_the_finals_stay_when_their_system_changes(desk, event):
    send(desk, event, prizes_2="1: 5")
    desk.post(f"/e/{event.slug}/desk/settings/", form(event, form="finals", finals="single", top="8"))
    assert told(event).phase(2).settings["cut"] == {"top": 8}
    assert told(event).phase(2).settings["prizes"] == {"rows": [{"places": [1, 1], "sum": 5}]}
