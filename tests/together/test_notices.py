"""A notice is sent while another worker sends it, or an undo takes back what it tells, at every moment."""

from functools import partial

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from tests.support.desk_events import actor_of, fresh, friday
from tests.support.own_pages import address
from tests.support.push_service import push_service
from tests.support.repetitions import count
from tests.together.interleaving import Statements, run, run_at_once, run_interleaved
from tournaments.log.actions.undo import undo
from tournaments.models import Notice
from tournaments.push.actions.sending import send_notice
from tournaments.rounds.actions.rounds import pair_next_round

EVERY_MOMENT = count(4, 1) if connection.vendor == "postgresql" else count(10, 2)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(organiser, client, settings):
    """An event with one phone to tell."""
    settings.LOCAL_ADDRESSES = True
    event = friday(organiser, finals=None)
    with push_service() as service:
        form = service.browser("anna").form()
        assert client.post(address(event, "Anna", "push/"), form).status_code == 204
    return event


def publish(event, organiser):
    """Publish the round; return a function that sends its notice."""
    pair_next_round(fresh(event), actor_of(organiser), publish=True)
    return partial(send_notice.call, Notice.objects.get(sent_at=None).pk)


def take_back(event, organiser):
    undo(fresh(event), actor_of(organiser))


def count_told() -> int:
    return DBTaskResult.objects.filter(task_path__endswith="tell_phones").count()


def forget():
    Notice.objects.all().delete()
    DBTaskResult.objects.all().delete()


def moments_of_sending(event, organiser) -> range:
    counted = Statements()
    run(publish(event, organiser), counted)
    take_back(event, organiser)
    forget()
    return range(1, counted.count + 1, EVERY_MOMENT)


def test_two_workers_tell_the_phones_once(organiser, event):
    for at in moments_of_sending(event, organiser):
        send = publish(event, organiser)
        run_interleaved(send, send, at)
        assert count_told() == 1, f"at statement {at}"
        take_back(event, organiser)
        forget()
    send = publish(event, organiser)
    run_at_once(send, send)
    assert count_told() == 1


def test_an_undo_stops_a_notice_or_corrects_it(organiser, event):
    for at in moments_of_sending(event, organiser):
        send = publish(event, organiser)
        run_interleaved(send, partial(take_back, event, organiser), at)
        kinds = [notice.kind for notice in Notice.objects.order_by("id")]
        expected = [Notice.ROUND, Notice.AGAIN] if count_told() else []
        assert kinds == expected, f"at statement {at}"
        forget()
