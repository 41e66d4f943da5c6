"""How rounds are paired, set at the desk."""

import pytest
from django.urls import reverse

from tests.support.desk_events import friday
from tests.support.pages import PAIRING, phase_settings, save, settings_address

SUBJECT = "settings_pairing"


def test_pairing_settings_are_stored_and_shown(desk, organiser):
    event = friday(organiser)
    save(desk, event, SUBJECT, PAIRING)
    assert phase_settings(event) == {"rounds": 3}
    fields = {"apart_club": "2", "apart_household": "always", "band": "3", "late_entry": "bye"}
    assert save(desk, event, SUBJECT, PAIRING, **fields).status_code == 302
    assert phase_settings(event) == {
        "rounds": 3,
        "apart": {"club": 2, "household": "always"},
        "band": 3,
        "late_entry": "bye",
    }
    body = desk.get(settings_address(event, SUBJECT)).content.decode()
    body = desk.get(settings_address(event, "settings_format")).content.decode()
    assert "kept apart: same team in the first 2 rounds; same household in every round" in body
    assert "score groups: 3 points wide" in body and "late entries get: a bye for each missed round" in body
    about = desk.get(reverse("about", args=[event.slug])).content.decode()
    assert "same team in the first 2 rounds" in about


@pytest.mark.parametrize(
    ("field", "value"),
    [("pairing", "luck"), ("apart_club", "many"), ("band", "0"), ("band", "nan"), ("bye_to", "p1")],
)
def test_invalid_pairing_settings_come_back_as_typed(desk, organiser, field, value):
    event = friday(organiser)
    answer = save(desk, event, SUBJECT, PAIRING, **{"last_round_pairing": "fold", field: value})
    assert answer.status_code == 422
    assert '<option value="fold" selected>' in answer.content.decode()
    assert phase_settings(event) == {"rounds": 3}
