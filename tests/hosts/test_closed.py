"""An event that becomes private or is deleted is shown by no service, whatever a cache contains."""

import pytest

from tests.support.desk_events import actor_of, fresh, friday, paired
from tests.support.http_client import ask
from tests.support.own_pages import address, table_of
from tournaments.events.actions.events import change_event, delete_event
from tournaments.players.actions.players import add_players, renew_links

PATHS = ("standings/?part=table", "?part=now", "standings/", "?part=x")


def close(event, organiser, how):
    if how == "deleted":
        delete_event(fresh(event), event.name)
    else:
        change_event(fresh(event), actor_of(organiser), visibility="private")
        add_players(fresh(event), actor_of(organiser), "Zora the Hidden")


@pytest.mark.parametrize("how", ["private", "deleted"])
def test_an_event_that_is_closed_is_404_at_every_service_for_the_next_request(site, organiser, how):
    event = paired(friday(organiser), organiser)
    ports = (*site.nginx.hosts, site.nginx.port)
    etags = {path: ask(ports[0], f"/e/{event.slug}/{path}").headers.get("ETag", "") for path in PATHS}
    for port in ports:
        for path in PATHS[:3]:
            assert ask(port, f"/e/{event.slug}/{path}").status == 200
    close(event, organiser, how)
    for port in ports:
        for path, etag in etags.items():
            for tag in (etag, f'"{event.pk}-x.0"', ""):
                answer = ask(port, f"/e/{event.slug}/{path}", **{"If-None-Match": tag} if tag else {})
                assert answer.status == 404 and "Zora" not in answer.text


def test_an_old_link_is_404_at_every_service_after_its_renewal(site, organiser):
    event = paired(friday(organiser), organiser)
    own = f"{address(event, table_of(event)[0])}?part=now"
    ports = (*site.nginx.hosts, site.nginx.port)
    etags = [ask(port, own).headers["ETag"] for port in ports]
    renew_links(fresh(event), actor_of(organiser))
    for port, etag in zip(ports, etags, strict=True):
        assert ask(port, own, **{"If-None-Match": etag}).status == 404
