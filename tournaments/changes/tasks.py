"""Queues, heartbeats of the processes that run tasks, and tasks whose process has died."""

import threading
from datetime import datetime, timedelta

from django.db import transaction
from django_tasks import DEFAULT_TASK_QUEUE_NAME, TaskResultStatus
from django_tasks_db.models import DBTaskResult

from ..models import WorkerHeartbeat

# Queues, each with a worker of its own. Short tasks such as mail never wait behind long ones.
MAIL, CHANCES, SIMULATIONS = "mail", "chances", "simulations"
QUEUES = (MAIL, CHANCES, SIMULATIONS)
# Queues that a worker also takes: tasks without a queue of their own, as earlier releases stored them.
ALSO_TAKEN = {MAIL: (DEFAULT_TASK_QUEUE_NAME,)}
# Set when this process must end. A long task then gives itself back.
is_stopping = threading.Event()
HEARTBEAT_SECONDS = 15
# A worker without a heartbeat for so long is dead.
MAX_SILENCE_SECONDS = 60
# Rows of finished tasks, and of dead workers, are deleted after this time.
KEEP_HOURS = 24


def note_heartbeat(worker: str, now: datetime):
    """Store that this worker lives, give tasks of dead workers back, and delete old rows."""
    with transaction.atomic():
        # The clock was set back: count the silence of these workers from now on.
        WorkerHeartbeat.objects.filter(at__gt=now).update(at=now)
        own = WorkerHeartbeat.objects.filter(worker=worker).first()
        WorkerHeartbeat.objects.update_or_create(worker=worker, defaults={"at": now})
        # If the machine slept, or its clock was set forward, the others have not had the time to report yet.
        if own is None or now - own.at < timedelta(seconds=MAX_SILENCE_SECONDS):
            give_back_tasks(now)
        old = now - timedelta(hours=KEEP_HOURS)
        DBTaskResult.objects.finished().filter(finished_at__lt=old).delete()
        WorkerHeartbeat.objects.filter(at__lt=old).delete()


def end_heartbeat(worker: str, now: datetime):
    """Store that this worker ends, and give back what it was doing."""
    with transaction.atomic():
        WorkerHeartbeat.objects.filter(worker=worker).delete()
        give_back_tasks(now)


def give_back_tasks(now: datetime):
    """Let tasks run again whose worker has no recent heartbeat."""
    recent = now - timedelta(seconds=MAX_SILENCE_SECONDS)
    living = set(WorkerHeartbeat.objects.filter(at__gt=recent).values_list("worker", flat=True))
    running = DBTaskResult.objects.running().values_list("pk", "worker_ids", "started_at")
    for pk, workers, started_at in running:
        if workers[-1] not in living:
            # Only if no other worker has given it back and taken it in the meantime.
            same = DBTaskResult.objects.running().filter(pk=pk, started_at=started_at)
            same.update(status=TaskResultStatus.READY)


def run_again_later(pk, now: datetime):
    """Let a task that failed because of the database run again in a minute."""
    DBTaskResult.objects.failed().filter(pk=pk).update(
        status=TaskResultStatus.READY, run_after=now + timedelta(minutes=1), finished_at=None
    )
