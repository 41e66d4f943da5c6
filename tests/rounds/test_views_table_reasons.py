"""The reason for each table on the page of a draw, and the links to it."""

import re
from dataclasses import replace

from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played
from tests.support.pages import draw_round, text_of
from tests.support.played_events import pairings_of
from tournaments.events.actions.events import create_event, import_event
from tournaments.history.cache import load_history_with_log
from tournaments.players.actions.players import add_players
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.pages.proofs import get_draw_page
from tournaments.rules import event_file
from tournaments.rules.history import ROUND_ROBIN, EventHistory, PhaseRecord


def whys(client, event, number=1, phase=1):
    """{anchor: what the page of the draw says there}."""
    page = client.get(f"/e/{event.slug}/phases/{phase}/rounds/{number}/draw/").content.decode()
    rows = re.findall(r'<li class="row" id="([^"]+)">(.*?)</li>', page, re.S)
    return {anchor: " ".join(re.sub(r"<[^>]+>", " ", row).split()) for anchor, row in rows}


def test_every_table_and_bye_has_a_reason(client, organiser):
    event = paired(played(friday(organiser, names=NAMES[:7]), organiser), organiser)
    reasons, seats = whys(client, event, 2), pairings_of(event)
    bye = next(player for table, (player, *_) in seats.items() if table is None)
    assert list(reasons) == ["table-1", "table-2", "table-3", f"bye-{bye}"]
    assert all(re.search(" on .* points?|Pair-down ", reasons[f"table-{n}"]) for n in (1, 2, 3))
    assert "who haven’t had one" in reasons[f"bye-{bye}"]


def test_every_table_and_player_links_to_the_reason(client, organiser):
    event = paired(played(friday(organiser, names=NAMES[:7]), organiser), organiser)
    anchors = list(whys(client, event, 2))
    for page in ("rounds/2/", "?by=table"):
        body = client.get(f"/e/{event.slug}/{page}").content.decode()
        links = re.findall(r'href="/e/[^"]*/rounds/2/draw/#([^"]+)"', body)
        assert set(links) == set(anchors), page
    for page in ("rounds/2/?by=name", "?by=name"):
        assert re.search(
            r'data-draw="/e/[^"]*/rounds/2/draw/"', client.get(f"/e/{event.slug}/{page}").content.decode()
        )
    for table in get_draw_page(event, 1, 2).tables:
        for player in table.players:
            page = client.get(f"/e/{event.slug}/players/{player}/")
            assert table.reason and table.reason.casefold() in text_of(page).casefold()
            assert f'/rounds/2/draw/#{table.anchor}"' in page.content.decode()
    name = table.names[0].partition(" ")[0]
    body = client.get(f"/e/{event.slug}/rounds/2/?find={name}").content.decode()
    assert f'/rounds/2/draw/#{table.anchor}"' in body


def test_a_manually_changed_table_is_marked(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    before, seats = whys(client, event, 2), pairings_of(event)
    adjust_round(
        fresh(event), actor_of(organiser), 1, 2, "swap", a=seats[1][0], b=seats[2][0], reason="a broken leg"
    )
    reasons = whys(client, event, 2)
    for table in ("table-1", "table-2"):
        assert "changed by hand after pairing" in reasons[table]
        assert organiser.username in reasons[table] and "a broken leg" in reasons[table]
    assert [reasons[f"table-{n}"] for n in (3, 4)] == [before[f"table-{n}"] for n in (3, 4)]
    own = text_of(client.get(f"/e/{event.slug}/players/{seats[1][0]}/"))
    assert "changed by hand after pairing" in own.casefold()


def test_a_redrawn_round_lists_its_tables_once(client, organiser):
    event = paired(played(friday(organiser, names=NAMES[:7]), organiser), organiser)
    bye = next(player for table, (player, *_) in pairings_of(event).items() if table is None)
    seats = pairings_of(event)
    adjust_round(fresh(event), actor_of(organiser), 1, 2, "bye", a=seats[3][0], reason="goes early")
    page = client.get(f"/e/{event.slug}/rounds/2/draw/").content.decode()
    assert text_of(client.get(f"/e/{event.slug}/rounds/2/draw/")).count("bye: ") == 1
    assert "changes 1 table and the bye" in page
    assert f"originally: {event.players.get(public_id=bye).name};" in page
    icons = set(re.findall(r'<use href="#(\w+)"', page))
    assert icons <= set(re.findall(r'<symbol id="(\w+)"', page)), "each sign is in the sprite"


def test_a_late_entrys_bye_is_not_part_of_the_draw(client, organiser):
    event = paired(friday(organiser), organiser)
    add_players(fresh(event), actor_of(organiser), "Zoe")
    assert whys(client, event)["bye-p9"].endswith("Unpaired loss: requested, or a late entry")


def test_a_finals_match_names_the_sources_of_its_players(client, organiser):
    event = played(friday(organiser, rounds=2, finals=("single", 4)), organiser, 2)
    event = played(event, organiser)
    draw_round(event, organiser, publish=True)
    assert whys(client, event, 1, 2)["table-1"].endswith("semi-final 1: seed 1 against seed 4")
    assert "winner of semi-final 1 against winner of semi-final 2" in whys(client, event, 2, 2)["table-1"]


def test_a_round_robin_has_its_own_reason(client, organiser):
    history = EventHistory("All meet", "magic", phases=(PhaseRecord(ROUND_ROBIN),))
    event = create_event(actor_of(organiser), history)
    add_players(event, actor_of(organiser), "\n".join(NAMES[:4]))
    event = paired(fresh(event), organiser)
    assert all("Everyone plays everyone" in words for words in whys(client, event).values())


def test_a_round_without_a_seed_has_no_reasons(client, organiser):
    history = load_history_with_log(paired(friday(organiser), organiser))
    [phase] = history.phases
    history = replace(
        history, log=(), phases=(replace(phase, rounds=(replace(phase.rounds[0], seed="", sealed=""),)),)
    )
    copy = import_event(event_file.read(event_file.write(history)))
    assert whys(client, copy) == {}
    for page in ("rounds/1/", "rounds/1/?by=name", "players/p1/"):
        assert "Why?" not in text_of(client.get(f"/e/{copy.slug}/{page}")).replace("Your matches Why?", "")
