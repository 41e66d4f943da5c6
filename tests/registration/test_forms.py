"""The form that players register with, made from the event's settings."""

from dataclasses import replace

import pytest

from tournaments.registration.forms import RegistrationForm
from tournaments.rules.history.players import OPTIONAL, REQUIRED, RegistrationField, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

ARMY = RegistrationField("f1", "Army", required=True, choices=("Elves", "Dwarves"))
NOTE = RegistrationField("f2", "Anything else")
ASKS_ALL = RegistrationSettings(
    email=REQUIRED, club=OPTIONAL, player_id=REQUIRED, division=OPTIONAL, fields=(ARMY, NOTE)
)
FILLED = {"name": " Ada ", "email": "ada@example.org", "player_id": "77", "field_f1": "Elves"}


def form_of(settings, entry=None, **data):
    return RegistrationForm(data, settings=settings, entry=entry)


def test_the_form_asks_only_what_the_event_asks():
    names = [field.name for field in RegistrationForm(settings=RegistrationSettings(email="")).asked_fields()]
    assert names == ["name"]
    labels = [field.label for field in RegistrationForm(settings=ASKS_ALL).asked_fields()]
    assert labels == [
        "Name",
        "Email address",
        "Team (optional)",
        "Player ID",
        "Division (optional)",
        "Army",
        "Anything else (optional)",
    ]


def test_the_entry_has_the_answers_that_were_given():
    form = form_of(ASKS_ALL, **FILLED, field_f2="Vegan")
    assert form.is_valid()
    answers = {"player_id": "77", "f1": "Elves", "f2": "Vegan"}
    assert form.entry() == RegistrationEntry("Ada", email="ada@example.org", answers=answers)
    assert form_of(ASKS_ALL, **FILLED).is_valid()


@pytest.mark.parametrize(
    "name, value",
    [
        ("name", ""),
        ("name", "\u200b"),
        ("name", "A" * 201),
        ("name", "A\x07"),
        ("email", "ada"),
        ("email", ""),
        ("club", "C" * 201),
        ("player_id", ""),
        ("field_f1", ""),
        ("field_f1", "Orcs"),
        ("field_f2", "N" * 201),
    ],
)
def test_each_invalid_value_is_refused_at_its_field(name, value):
    form = form_of(ASKS_ALL, **FILLED | {name: value})
    assert not form.is_valid()
    assert list(form.errors) == [name]


def test_what_the_event_does_not_ask_any_more_stays_as_it_was():
    before = RegistrationEntry("Ada", club="Lions", email="ada@example.org", answers={"player_id": "77"})
    form = form_of(RegistrationSettings(email=""), before, name="Ada L.")
    assert form.is_valid() and form.entry() == replace(before, name="Ada L.")


def test_a_filled_hidden_field_shows_a_bot():
    assert form_of(ASKS_ALL, **FILLED, homepage="https://example.org").is_trapped
    assert not form_of(ASKS_ALL, **FILLED).is_trapped
