"""The worker, run in the process and the transaction of a test."""

from datetime import timedelta
from unittest.mock import patch

from django.core.management import call_command
from django_tasks_db.models import DBTaskResult, get_date_max

from tournaments.changes.tasks import CHANCES, MAIL


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
    """Run the tasks that are due in so many minutes."""
    for task in DBTaskResult.objects.filter(status="READY", run_after__lt=get_date_max()):
        task.run_after -= timedelta(minutes=minutes)
        task.save()
    run_worker()
