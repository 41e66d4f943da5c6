"""What gunicorn reads where it is started: its own log, switched on or not, tells no secret of an address."""


def post_worker_init(worker):
    from config.masking import Masked

    for log in (worker.log.access_log, worker.log.error_log):
        log.addFilter(Masked())
