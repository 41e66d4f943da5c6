"""The worker, run in the process and the transaction of a test."""

from datetime import timedelta
from unittest.mock import patch

from django.core.management import call_command
from django.db.models import F
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max

from tournaments.changes.tasks import CHANCES, MAIL

# Tasks that must wait are moved out of the way by so much while others run.
PAUSE = timedelta(days=1)


def mail_tasks():
    """Return the tasks of the queue of mails; a new event also queues that of its picture."""
    return DBTaskResult.objects.filter(queue_name=MAIL)


def run_worker(*queues):
    """Run the tasks of these queues that are due: by default mail and chances.

    As the test client does, it keeps the connection, which is in the test's transaction.
    """
    with patch("django_tasks_db.management.commands.db_worker.close_old_connections"):
        for queue in queues or (MAIL, CHANCES):
            call_command("worker", queue=queue, batch=True)


def run_worker_after(minutes: float):
    """Run the tasks that are due in so many minutes.

    Time passes for them in these calls alone, so that a busy machine makes no task due.
    """
    waiting = []
    for task in DBTaskResult.objects.filter(status="READY", run_after__lt=get_date_max()):
        task.run_after -= timedelta(minutes=minutes)
        # A task that runs again was queued again just now.
        if task.run_after > (timezone.now() if task.worker_ids else task.enqueued_at):
            task.run_after += PAUSE
            waiting.append(task.pk)
        task.save()
    run_worker()
    DBTaskResult.objects.filter(pk__in=waiting).update(run_after=F("run_after") - PAUSE)
