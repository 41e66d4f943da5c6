"""Email addresses: only those of the internet, wherever one is entered."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tournaments.accounts.forms import EmailForm, SignUpForm
from tournaments.registration.forms import EntryTableForm, LostLinkForm, RegistrationForm
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import RegistrationEntry, check_entry, is_email

ASKED = RegistrationSettings(email="optional")
LOCAL = [
    *("a@localhost", "a@[127.0.0.1]", "a@[IPv6:::1]", "a@127.0.0.1", "a@10.0.0.12", "a@mail"),
    *("a@LOCALHOST", "a@printer.local", "a@db.internal", "a@x.localhost", "a@example.org.", "a@-x.org"),
]


@pytest.mark.parametrize("email", LOCAL)
@pytest.mark.django_db
def test_an_address_inside_a_network_is_refused_wherever_it_is_entered(email):
    form = {"email": email, "name": "Ada"}
    assert "email" in RegistrationForm(form, settings=ASKED).errors
    assert "email" in LostLinkForm(form).errors
    assert "email" in SignUpForm({"username": "ada", **form}).errors
    assert "email" in EmailForm(AnonymousUser(), form | {"password": ""}).errors
    assert "table" in EntryTableForm({"table": f"Name,Email\nAda,{email}"}, settings=ASKED).errors
    with pytest.raises(RuleViolation, match="valid email address"):
        check_entry(ASKED, RegistrationEntry("Ada", email=email))


@pytest.mark.parametrize(
    "email", ["a@example.org", "A.B+c@mail.Example.co.uk", "a@bücher.example", "a@1and1.com", "a@x.xn--p1ai"]
)
def test_an_address_of_the_internet_is_accepted(email):
    assert is_email(email) and RegistrationForm({"email": email, "name": "Ada"}, settings=ASKED).is_valid()


def test_an_event_file_with_such_an_address_is_still_read():
    entry = {"state": "waiting", "at": "2026-11-24T10:00:00Z", "name": "Ada", "email": "a@localhost"}
    file = {"format": "topcut/1", "event": {"name": "Friday", "rulebook": "magic"}, "players": []}
    phases = [{"kind": "swiss", "rounds": []}]
    history = event_file.read(file | {"phases": phases, "registrations": [entry]})
    assert history.registrations[0].email == "a@localhost"
