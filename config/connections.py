"""Timeouts and error handling that psycopg and django-redis have no setting for."""

import psycopg
from django_redis.exceptions import ConnectionInterrupted
from django_redis.serializers.pickle import PickleSerializer

# More than the statement timeout, so that the server itself ends slow statements while it works.
READ_TIMEOUT_SECONDS = 7


class TimeoutConnection(psycopg.Connection):
    """Closes if the server is frozen.

    psycopg limits only the time to connect, and TCP timeouts do not fire while the machine still answers:
    threads would wait forever.
    """

    def wait(self, gen, *args, **kwargs):
        try:
            return super().wait(gen, *args, **{"timeout": READ_TIMEOUT_SECONDS, **kwargs})
        except psycopg.OperationalError:
            # A late result must not be read as the result of another statement.
            if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                self.close()
            raise


class SafePickleSerializer(PickleSerializer):
    """Treats an unreadable entry like a missing one; django-redis fails."""

    def loads(self, value):
        try:
            return super().loads(value)
        except Exception as error:
            raise ConnectionInterrupted(None) from error
