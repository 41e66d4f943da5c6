"""A form that is sent to both services, at the same time or one after the other, is stored once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.support.desk_events import fresh, friday, paired, reported
from tests.support.http_client import ask, session_cookie
from tests.support.own_pages import address
from tests.support.repetitions import count
from tournaments.history.cache import load_history
from tournaments.models import ResultRevision, Round

REPETITIONS = count(1, 3)
RESULT = {"phase": 1, "round": 1, "table": 1, "result_text": "2-1", "confirmed_result": "2-1"}


def result(event) -> tuple[str, dict]:
    return f"/e/{event.slug}/desk/results/report/", RESULT


def player_report(event) -> tuple[str, dict]:
    history = load_history(event)
    (match,) = (match for match in history.phase(1).rounds[0].matches if match.table == 1)
    path = address(event, history.names[match.players[0]], "report/")
    return path, {"phase": 1, "round": 1, "table": 1, "seat": match.players, "result_text": "2-1"}


def pairing(event) -> tuple[str, dict]:
    return f"/e/{event.slug}/desk/round/pair/", {}


def send_to_both(site, path: str, form: dict, session: str) -> list[int]:
    """Send the same request to both services at the same time; return the statuses."""
    barrier = Barrier(2)

    def send(port):
        barrier.wait()
        return ask(port, path, form, session).status

    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(send, site.nginx.hosts))


@pytest.mark.parametrize("make_form", [result, player_report, pairing])
def test_a_form_that_is_sent_to_both_services_is_stored_once(site, organiser, make_form):
    session = session_cookie(organiser)
    for number in range(REPETITIONS):
        event = paired(friday(organiser), organiser)
        if make_form is pairing:
            event = reported(event, organiser)
        path, form = make_form(event)
        form |= {"key": f"page.{event.pk}{number}"}
        answers = send_to_both(site, path, form, session)
        answers += [ask(port, path, form, session).status for port in site.nginx.hosts]
        assert all(status < 400 for status in answers), answers
        assert fresh(event).version == event.version + 1
        assert event.log.filter(key=form["key"]).count() == 1
        assert Round.objects.filter(phase__event=event).count() == 1 + (make_form is pairing)
        assert ResultRevision.objects.filter(match__round__phase__event=event, match__table=1).count() == 1
