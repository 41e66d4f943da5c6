"""Prizes at the desk: a line each, refused beside their phase, set against the pot before they are stored."""

import pytest
from django.urls import reverse

from tests.support.desk_events import form, fresh, friday, played
from tests.support.pages import text_of
from tournaments.history.cache import load_history


@pytest.fixture
def event(organiser):
    return friday(organiser, rounds=3, finals=("single", 4))


def send(desk, event, headers=None, **fields):
    return desk.post(reverse("desk_prizes", args=[event.slug]), form(event, **fields), headers=headers)


def history_of(event):
    return load_history(fresh(event))


def test_the_settings_link_to_the_prizes(desk, event):
    assert (
        reverse("desk_prizes", args=[event.slug])
        in desk.get(f"/e/{event.slug}/desk/settings/").content.decode()
    )


def test_prize_lines_are_stored_and_shown_again(desk, event):
    response = send(
        desk,
        event,
        currency="€",
        fee="7,50",
        sum="100",
        prizes_1="x-2 or better: €20 each",
        prizes_2="1st: 50% + cup\n3 to 4: 12,50",
        share_2="on",
    )
    assert response.status_code == 302
    assert history_of(event).pot == {"currency": "€", "fee": "7.50", "sum": 100}
    assert history_of(event).phase(1).overrides["prizes"] == {"rows": [{"record": "x-2", "sum": 20}]}
    assert history_of(event).phase(2).overrides["prizes"]["losers_share"] is True
    page = desk.get(response.url).content.decode()
    assert "x-2: 20 each</textarea>" in page
    assert "1: 50% + cup\n3-4: 12.50</textarea>" in page
    assert 'name="share_2" checked' in page
    log = text_of(desk.get(f"/e/{event.slug}/desk/log/"))
    assert "x-2: 20 each; 1: 50% + cup; 3-4: 12.50" in log


def test_the_rulebook_line_of_the_settings_leaves_them_out(desk, event):
    send(desk, event, prizes_1="1: 5")
    text = text_of(desk.get(f"/e/{event.slug}/desk/settings/format/"))
    assert "Magic; 3 rounds" in text and "prizes" not in text.split("Magic; 3")[1][:60]


def test_blank_fields_remove_the_prizes(desk, event):
    send(desk, event, sum="9", prizes_1="1: 5")
    send(desk, event)
    assert history_of(event).pot == {}
    assert "prizes" not in history_of(event).phase(1).overrides


def test_the_preview_compares_with_the_pot_and_stores_nothing(desk, event):
    response = send(
        desk, event, preview="1", currency="€", fee="10", prizes_1="x-1: 10 each", prizes_2="1: 60\n2: 30"
    )
    page = text_of(response)
    assert "x–1 or better €10 each about 4 €40" in page
    assert "Total: €130 Pot €80: €10 × 8 entries" in page
    assert "This is €50 more than the pot." in page
    assert history_of(event).pot == {}


@pytest.mark.parametrize(
    ("pot", "text"), [("100", "10 of the pot is left."), ("90", "This is the whole pot."), ("", "Total: 90")]
)
def test_the_sum_is_shown_with_the_pot(desk, event, pot, text):
    assert text in text_of(send(desk, event, preview="1", sum=pot, prizes_2="1: 60\n2: 30"))


def test_after_a_round_the_plan_has_the_current_sum(desk, organiser, event):
    played(event, organiser, 2)
    page = text_of(send(desk, event, preview="1", sum="50", prizes_1="x-0: 10 each"))
    assert "If the event ended now, 4 players would get 40. 10 of the pot is left." in page


def test_typing_updates_only_the_fragment(desk, event):
    response = send(desk, event, {"HX-Request": "true"}, preview="1", prizes_1="1: 5\n2: -5")
    assert response.status_code == 200
    page = text_of(response)
    assert "Line 2: a prize can’t be negative." in page
    assert "Total: 5" in page
    assert "<html" not in response.content.decode()


@pytest.mark.parametrize("preview", [{}, {"preview": "1"}])
@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"prizes_1": "1: 5\n\n1-2: 3"}, "Line 3: place 1 already has a prize"),
        ({"prizes_1": "1: 150%", "sum": "5"}, "Line 1: a share of the pot can’t be more than 100 %."),
        ({"prizes_1": "2: 5\n1: 15%"}, "Line 2: is a share of the pot, so the event needs a pot."),
        (
            {"prizes_1": "1-4: 20%", "prizes_2": "1: 30%", "sum": "5"},
            "Line 1: with this row, the prizes add up to more than 100 %",
        ),
        ({"prizes_2": "\nx-0: 5"}, "Line 2: in finals, prizes are awarded by place."),
        ({"prizes_1": "\n".join(f"{n}: 1" for n in range(1, 202))}, "200 rows at most"),
        ({"fee": "much"}, "Per entry: must be an amount"),
        ({"sum": "-4"}, "Fixed amount: a prize can’t be negative"),
        ({"smallest": "0"}, "must be more than 0"),
        ({"currency": "c" * 13}, "at most 12"),
    ],
)
def test_invalid_prizes_are_refused_at_their_field(desk, event, fields, error, preview):
    response = send(desk, event, **fields, **preview)
    assert response.status_code == 422
    assert error in text_of(response)
    for typed in fields.values():
        assert typed.strip() in response.content.decode()
    assert fresh(event).version == event.version


def test_prizes_of_the_finals_stay_when_their_system_changes(desk, event):
    send(desk, event, prizes_2="1: 5")
    sent = {"finals": "single", "top": "8", "places": "seed", "after_cut": "bye"}
    desk.post(f"/e/{event.slug}/desk/settings/finals/", form(event, **sent))
    assert history_of(event).phase(2).overrides["cut"] == {"top": 8}
    assert history_of(event).phase(2).overrides["prizes"] == {"rows": [{"places": [1, 1], "sum": 5}]}
