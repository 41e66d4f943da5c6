"""What gunicorn reads first: whether it may begin, who answers, where it counts; its log tells no secret."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import environ
from gunicorn.glogging import Logger

worker_class = "config.worker.DeskFirst"
COUNTS = "PROMETHEUS_MULTIPROC_DIR"


def on_starting(server):
    # By itself: what this process had loaded, its workers would keep at a reload.
    if subprocess.run([sys.executable, "-m", "config.start"]).returncode:
        sys.exit(1)
    # Each worker counts in files of its own, which any of them adds up for /metrics.
    os.environ[COUNTS] = server.counts = tempfile.mkdtemp(prefix="topcut-counts-")


def on_exit(server):
    shutil.rmtree(server.counts, ignore_errors=True)


def post_worker_init(worker):
    from config.masking import Masked

    for log in (worker.log.access_log, worker.log.error_log):
        log.addFilter(Masked())
    # Who falls silent in the middle of a request has no fault of the site to be told of.
    worker.log.error_log.addFilter(lambda line: BlockingIOError not in (line.exc_info or ()))


class JsonLogger(Logger):
    """What gunicorn says of itself, in the lines of the site."""

    def setup(self, cfg):
        from config.logs import Json

        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(Json())


class Told(environ.Env):
    """The environment with what .env adds, for this file alone: at a reload .env may say something else."""

    ENVIRON = dict(os.environ)


Told.read_env(Path(__file__).with_name(".env"))
if Told.ENVIRON.get("LOGS") == "json":
    logger_class = JsonLogger
