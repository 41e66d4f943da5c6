"""Cancelling an event with a sentence, and letting it take place after all."""

import pytest
from django.core import mail

from tests.support.desk_events import form, fresh, friday
from tests.support.own_pages import text_of
from tests.support.people import at
from tests.support.played_events import ME, reload_history
from tests.support.registrations import open_registration, register_online, register_with_email
from tests.support.worker import run_worker, run_worker_after
from tournaments.changes.change import DuplicateRequest
from tournaments.events.actions.cancelling import cancel_event, revive_event
from tournaments.history.cache import load_event_file
from tournaments.log.actions.undo import undo
from tournaments.models import Event, Registration
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation

SENTENCE = "The shop is flooded. See you next week."


@pytest.fixture
def event(organiser):
    return open_registration(friday(organiser, names=[]), organiser)


def subjects():
    return [message.subject.partition(":")[0] for message in mail.outbox]


def test_every_page_says_it_and_nobody_can_register(client, desk, event):
    answer = desk.post(at(event, "cancel_event"), form(event, sentence=SENTENCE))
    assert answer.url == at(event, "settings_danger")
    assert "Nothing left to do Event cancelled" in text_of(desk.get(at(event, "desk")))
    desk.logout()
    assert "Round 1 is paired once" not in text_of(client.get(at(event, "event")))
    for name in ("event", "standings", "players", "about", "screen", "register"):
        assert f"Cancelled {SENTENCE}" in text_of(client.get(at(event, name))), name
    assert "Cancelled" in text_of(client.get("/"))
    assert register_online(event, "Ann").status_code == 422 and not Registration.objects.exists()


def test_those_who_registered_get_one_mail_after_a_minute(event):
    register_with_email(event, "Ann", "ann@example.org")
    run_worker()
    mail.outbox.clear()
    cancel_event(fresh(event), ME, SENTENCE)
    cancel_event(fresh(event), ME, "The shop is under water.")
    run_worker()
    assert mail.outbox == []
    run_worker_after(1.1)
    assert subjects() == ["The event is cancelled"]
    assert "The shop is under water." in mail.outbox[0].body


def test_an_undo_within_the_minute_keeps_the_mails_back(event):
    register_with_email(event, "Ann", "ann@example.org")
    run_worker()
    mail.outbox.clear()
    cancel_event(fresh(event), ME, SENTENCE)
    undo(fresh(event), ME)
    assert not fresh(event).cancelled
    run_worker_after(1.1)
    assert mail.outbox == []


def test_only_those_who_were_told_are_told_that_it_takes_place(event):
    register_with_email(event, "Ann", "ann@example.org")
    cancel_event(fresh(event), ME, SENTENCE)
    run_worker_after(1.1)
    mail.outbox.clear()
    revive_event(fresh(event), ME)
    run_worker_after(1.1)
    assert subjects() == ["The event takes place after all"]
    assert not fresh(event).cancelled


@pytest.mark.parametrize("sentence", ["", "  ", "\u200b", "x" * 201, "a\x00b"])
def test_a_sentence_that_nobody_can_read_is_refused(event, sentence):
    with pytest.raises(RuleViolation):
        cancel_event(event, ME, sentence)
    assert not fresh(event).cancelled


def test_repeating_either_changes_nothing(event):
    with pytest.raises(DuplicateRequest):
        revive_event(event, ME)
    cancel_event(event, ME, SENTENCE)
    with pytest.raises(DuplicateRequest):
        cancel_event(fresh(event), ME, SENTENCE)


def test_the_event_file_says_it_and_a_repeated_event_does_not(desk, event):
    cancel_event(event, ME, SENTENCE)
    text = load_event_file(fresh(event), with_contact_data=False)
    assert event_file.read_text(text).cancelled == SENTENCE == reload_history(event).cancelled
    facts = {"name": "Next Friday", "timezone": "UTC", "key": "page.1"}
    assert desk.post(at(event, "repeat_event"), facts).status_code == 302
    assert Event.objects.get(name="Next Friday").cancelled == ""
