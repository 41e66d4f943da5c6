"""Timeouts and error handling that psycopg and django-redis have no setting for."""

import psycopg
from django_redis.exceptions import ConnectionInterrupted
from django_redis.serializers.pickle import PickleSerializer

# More than the statement timeout, so that the server itself ends slow statements while it works.
READ_TIMEOUT_SECONDS = 7


class TimeoutConnection(psycopg.Connection):
    """Closes if the server is frozen. psycopg limits only how long connecting takes, and a network's timeouts
    see that the machine still answers: each thread would wait for ever."""

    def wait(self, gen, *args, **kwargs):
        try:
            return super().wait(gen, *args, **{"timeout": READ_TIMEOUT_SECONDS, **kwargs})
        except psycopg.OperationalError:
            # An answer that comes later must not be read as the answer to another statement.
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
