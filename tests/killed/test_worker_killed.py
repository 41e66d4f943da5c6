"""A worker that is killed while it sends a mail: another one sends it."""

import signal
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.support.played_events import ME, make, reload_event
from tests.support.services import wait_until
from tests.support.smtp_server import smtp_server
from tests.support.worker import mail_tasks, run_worker
from tournaments.changes.change import Actor
from tournaments.models import Mail, WorkerHeartbeat
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="its database is a file"),
]


@pytest.fixture
def event(transactional_db):
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True))
    return reload_event(event)


def register(event, name):
    entry = RegistrationEntry(name, email=f"{name.lower()}@example.org")
    entries.register(reload_event(event), Actor(name, source=PHONE), entry)


def test_a_mail_of_a_killed_worker_is_sent_by_another(event, start_worker, settings):
    with smtp_server() as inbox:
        inbox.go_on = threading.Event()
        register(event, "Ada")
        worker = start_worker(EMAIL_URL=f"smtp://127.0.0.1:{inbox.port}")
        wait_until(lambda: inbox.is_receiving, worker, start_worker.log)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert mail_tasks().get().status == "RUNNING" and Mail.objects.get().sent_at is None
        inbox.go_on.set()
    WorkerHeartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with smtp_server() as inbox:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", inbox.port
        run_worker()
    assert inbox.recipients == ["ada@example.org"] and Mail.objects.get().sent_at


def test_a_worker_that_is_told_to_stop_finishes_its_mail_first(event, start_worker):
    with smtp_server() as inbox:
        inbox.go_on = threading.Event()
        for name in ("Ada", "Bo"):
            register(event, name)
        worker = start_worker(EMAIL_URL=f"smtp://127.0.0.1:{inbox.port}")
        wait_until(lambda: inbox.is_receiving, worker, start_worker.log)
        worker.terminate()
        inbox.go_on.set()
        assert worker.wait(20) == 0, start_worker.log.read_text()
    assert inbox.recipients == ["ada@example.org"]
    assert [mail.sent_at is not None for mail in Mail.objects.order_by("id")] == [True, False]
    assert not WorkerHeartbeat.objects.exists() and not DBTaskResult.objects.running().exists()
    assert start_worker.log.read_text() == ""
