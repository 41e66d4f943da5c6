"""manage.py worker: run tasks, such as sending mail, until it is stopped."""

import logging
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from threading import Event, Thread

from django.db import Error, close_old_connections, connection
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS, TaskResultStatus
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from ...changes.tasks import (
    ALSO_TAKEN,
    CHANCES,
    HEARTBEAT_SECONDS,
    MAIL,
    QUEUES,
    SIMULATIONS,
    end_heartbeat,
    is_stopping,
    note_heartbeat,
    run_again_later,
)
from ...lab.actions import queue_lost_runs
from ...previews.actions import queue_lost_previews
from ...ratings.actions.calculation import queue_lost_ratings
from ...results.actions.player_results import queue_lost_results
from ..shell import ShellCommand

logger = logging.getLogger("tournaments.worker")

POLL_SECONDS = 1
# Errors of the database that mean its connection, not the task: also of one that the server has closed.
CONNECTION_ERRORS = ("django.db.utils.OperationalError", "django.db.utils.InterfaceError")


class Command(ShellCommand):
    help = "Run tasks, such as sending mail, until it is stopped. Several workers may run at the same time."

    def add_arguments(self, parser):
        parser.add_argument(
            "--queue",
            choices=QUEUES,
            default=MAIL,
            help="mail and other short tasks (the default), chances and pictures, or simulations",
        )
        parser.add_argument("--batch", action="store_true", help="run the tasks that are due, then end")

    def handle(self, queue, batch, **options):
        worker = TaskWorker(queue)
        stopped, thread = Event(), Thread(target=lambda: send_heartbeats(worker.worker_id, stopped))
        try:
            note_heartbeat(worker.worker_id, timezone.now())
            if queue == SIMULATIONS:
                queue_lost_runs()
            if queue == CHANCES:
                queue_lost_previews()
                queue_lost_results()
                queue_lost_ratings()
            if batch:
                worker.run()
            else:
                worker.configure_signals()
                thread.start()
                worker.run_until_stopped()
        finally:
            stopped.set()
            if thread.is_alive():
                thread.join()
            # Without a database, other workers see that the heartbeats have ended.
            with suppress(Error):
                end_heartbeat(worker.worker_id, timezone.now())


class TaskWorker(Worker):
    """The worker of django-tasks-db for one queue, which waits for tasks without locking the database."""

    def __init__(self, queue: str):
        super().__init__(
            queue_names=[queue, *ALSO_TAKEN.get(queue, ())],
            interval=POLL_SECONDS,
            # `run` ends when no task is due.
            batch=True,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=f"{queue}-{socket.gethostname()[:30]}-{os.getpid()}-{get_random_string(8)}",
            excluded_queue_names=[],
        )

    def run_until_stopped(self):
        while self.running:
            # `run` locks an SQLite database to look for tasks; this query does not.
            if self.has_due_tasks():
                self.run()
            close_old_connections()
            if self.running:
                time.sleep(POLL_SECONDS)

    def has_due_tasks(self) -> bool:
        tasks = DBTaskResult.objects.ready().filter(backend_name=self.backend_name)
        return tasks.filter(queue_name__in=self.queue_names).exists()

    def run_task(self, db_task_result: DBTaskResult):
        super().run_task(db_task_result)
        is_failed = db_task_result.status == TaskResultStatus.FAILED
        if is_failed and db_task_result.exception_class_path in CONNECTION_ERRORS:
            run_again_later(db_task_result.pk, timezone.now())

    def shutdown(self, signum: int, frame):
        """End when the current task is done or given back; a second signal ends the process at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)
        self.running = False
        is_stopping.set()
        if not self.running_task:
            sys.exit(0)


def send_heartbeats(worker_id: str, stopped: Event):
    """Store a heartbeat every few seconds; run in a thread, with its own database connection."""
    while not stopped.wait(HEARTBEAT_SECONDS):
        try:
            note_heartbeat(worker_id, timezone.now())
        except Error as error:
            logger.warning("The worker’s heartbeat was not stored: %s", error)
        finally:
            connection.close()
