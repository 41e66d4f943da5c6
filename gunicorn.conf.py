"""What gunicorn reads where it is started: whether it may begin, and that its log tells no secret."""

import subprocess
import sys


def on_starting(server):
    # By itself: what this process had loaded, its workers would keep at a reload.
    if subprocess.run([sys.executable, "-m", "config.start"]).returncode:
        sys.exit(1)


def post_worker_init(worker):
    from config.masking import Masked

    for log in (worker.log.access_log, worker.log.error_log):
        log.addFilter(Masked())
