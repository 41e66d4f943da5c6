"""The provable draw: the next seed sealed on every page and nowhere told, the last one open to be checked."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.views.desk_events import NAMES, form, fresh, friday, paired, played, sits
from tests.views.desk_events import by as by_user
from tests.views.test_event import text_of
from tournaments.actions import adjusting, events, players, rounds, undoing
from tournaments.models import Round, Seal
from tournaments.queries import draws, histories
from tournaments.rules import event_file, history, replays
from tournaments.urls import at_desk, of_event

# The addresses with a number or a player in them; the others are taken from the list of all.
NUMBERED = (
    "rounds/1/",
    "rounds/1/?by=name",
    "rounds/1/draw/",
    "rounds/2/",
    "rounds/2/draw/",
    "phases/1/",
    "phases/1/standings/",
    "players/p1/",
    "desk/players/change/p1/",
)


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def seed_of(event):
    return Seal.objects.get(event=event).seed


def draw(event, organiser, **how):
    rounds.pair_next_round(fresh(event), by_user(organiser), **how)
    return Round.objects.filter(phase__event=event).last()


def addresses():
    """Every address of an event and of its desk: what it is asked for without a number, and some with one."""
    known = [("", pattern) for pattern in of_event] + [("desk/", pattern) for pattern in at_desk]
    plain = [prefix + str(pattern.pattern) for prefix, pattern in known if hasattr(pattern, "name")]
    return [*(address for address in plain if "<" not in address), *NUMBERED, "standings/", "bracket/"]


def test_the_seed_of_the_next_draw_stands_on_no_page_and_in_no_file(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser)
    draw(event, organiser, publish=True)
    secret, shown = seed_of(event), 0
    for address in addresses():
        answer = desk.get(f"/e/{event.slug}/{address}")
        shown += answer.status_code == 200
        assert secret not in answer.content.decode(), address
    assert shown > 20
    assert secret not in event_file.text(histories.with_log(fresh(event)))
    assert event.snapshots.exists() and not any(secret in point.file for point in event.snapshots.all())


def test_its_hash_is_public_before_the_draw_and_the_seed_after_it(client, organiser):
    event = friday(organiser)
    secret = seed_of(event)
    assert replays.sealed(secret) in text_of(client.get(f"/e/{event.slug}/about/"))
    round_ = draw(event, organiser, publish=True)
    assert round_.seed == secret and round_.sealed == replays.sealed(secret)
    page = text_of(client.get(f"/e/{event.slug}/rounds/1/draw/"))
    assert secret in page and replays.sealed(secret) in page
    assert "it comes out the same" in page
    assert "has the hash that was public before the draw" in page
    after = text_of(client.get(f"/e/{event.slug}/rounds/1/"))
    assert replays.sealed(seed_of(event)) in after and seed_of(event) != secret


def test_the_log_line_of_the_draw_keeps_the_hash(organiser):
    event = friday(organiser)
    hashed = replays.sealed(seed_of(event))
    draw(event, organiser)
    assert event.log.last().changes["round:1:1"][1]["sealed"] == hashed


def test_nobody_sees_the_draw_of_a_draft(client, organiser):
    event = friday(organiser)
    draw(event, organiser)
    assert client.get(f"/e/{event.slug}/rounds/1/draw/").status_code == 404


def test_a_seed_typed_by_hand_is_used_and_named_so(desk, organiser):
    event = friday(organiser)
    sealed = seed_of(event)
    desk.post(reverse("pair", args=[event.slug]), form(event, seed="mine"))
    desk.post(reverse("publish_round", args=[event.slug]), form(event, phase=1, round=1))
    page = text_of(desk.get(f"/e/{event.slug}/rounds/1/draw/"))
    assert "mine" in page and "chosen by hand" in page and "it comes out the same" in page
    assert seed_of(event) == sealed, "the sealed seed has drawn nothing"


@pytest.mark.parametrize("seed", ["a\x1fb", "s" * 201])
def test_a_seed_that_no_event_file_can_hold_is_refused(organiser, seed):
    event = friday(organiser)
    with pytest.raises(rounds.RuleViolation):
        draw(event, organiser, seed=seed)
    assert not Round.objects.filter(phase__event=event).exists()


def test_each_draw_unseals_one_seed_and_seals_the_next(organiser):
    event = friday(organiser)
    used = [draw(event, organiser).seed]
    rounds.redraw_round(fresh(event), by_user(organiser), 1, 1)
    used.append(Round.objects.get(phase__event=event).seed)
    undoing.undo(fresh(event), by_user(organiser))
    undoing.undo(fresh(event), by_user(organiser))
    assert not Round.objects.filter(phase__event=event).exists()
    used.append(draw(event, organiser, publish=True).seed)
    assert len({*used, seed_of(event)}) == 4


def test_draws_before_the_one_that_stands_are_counted(client, organiser):
    event = friday(organiser)
    draw(event, organiser)
    undoing.undo(fresh(event), by_user(organiser))
    draw(event, organiser, publish=True)
    for page in ("rounds/1/", "rounds/1/draw/"):
        assert "It was drawn 2 times" in text_of(client.get(f"/e/{event.slug}/{page}")), page


def test_the_round_says_what_it_costs_and_that_it_is_proven(desk, organiser):
    event = played(friday(organiser, names=NAMES[:6]), organiser)
    draw(event, organiser, publish=False)
    said = "Rematches 0 (proven), pair-downs 1 (the smallest gaps, proven)"
    assert said in text_of(desk.get(f"/e/{event.slug}/desk/round/"))
    draw(event, organiser, publish=True)
    for page in ("rounds/2/", "rounds/2/draw/"):
        assert said in text_of(desk.get(f"/e/{event.slug}/{page}")), page


def test_a_file_proves_no_seal(client, organiser):
    event = friday(organiser)
    draw(event, organiser, publish=True)
    told = histories.with_log(fresh(event))
    copies = {"drawn elsewhere": told, "The log does not know this draw": replace(told, log=())}
    for words, one in copies.items():
        copy = events.import_event(event_file.read(event_file.write(one)))
        page = text_of(client.get(f"/e/{copy.slug}/rounds/1/draw/"))
        assert words in page and "comes out the same" in page and "was public before the draw" not in page


def test_a_draw_that_is_refused_gives_nothing_away(organiser):
    event = friday(organiser, names=["Anna"])
    sealed = seed_of(event)
    with pytest.raises(rounds.RuleViolation):
        draw(event, organiser)
    assert seed_of(event) == sealed


def test_finals_are_said_not_to_be_drawn(client, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser)
    draw(event, organiser, publish=True)
    page = text_of(client.get(f"/e/{event.slug}/phases/2/rounds/1/draw/"))
    assert "Finals are not drawn" in page
    assert "sealed" not in text_of(client.get(f"/e/{event.slug}/about/"))


def test_the_sealed_hash_stands_where_the_draw_is_made(desk, organiser):
    event = friday(organiser)
    assert re.search(replays.sealed(seed_of(event)), text_of(desk.get(f"/e/{event.slug}/desk/round/")))


def whys(client, event, number=1, phase=1):
    """{anchor: what the page of the draw says there}."""
    page = client.get(f"/e/{event.slug}/phases/{phase}/rounds/{number}/draw/").content.decode()
    rows = re.findall(r'<li class="row" id="([^"]+)">(.*?)</li>', page, re.S)
    return {anchor: " ".join(re.sub(r"<[^>]+>", " ", row).split()) for anchor, row in rows}


def test_the_draw_says_of_each_table_and_of_the_bye_why(client, organiser):
    event = paired(played(friday(organiser, names=NAMES[:7]), organiser), organiser)
    said, seats = whys(client, event, 2), sits(event)
    bye = next(player for table, (player, *_) in seats.items() if table is None)
    assert list(said) == ["table-1", "table-2", "table-3", f"bye-{bye}"]
    assert all(re.search(" on .* points?|paired down: ", said[f"table-{n}"]) for n in (1, 2, 3))
    assert "without one" in said[f"bye-{bye}"]


def test_every_table_and_player_leads_to_its_sentence(client, organiser):
    event = paired(played(friday(organiser, names=NAMES[:7]), organiser), organiser)
    anchors = list(whys(client, event, 2))
    for page in ("rounds/2/", "?by=table", "rounds/2/?by=name", "?by=name"):
        body = client.get(f"/e/{event.slug}/{page}").content.decode()
        at = "data-why" if "name" in page else "href"
        links = re.findall(at + r'="/e/[^"]*/rounds/2/draw/#([^"]+)"', body)
        assert set(links) == set(anchors), page
    for table in draws.draw_of(event, 1, 2).tables:
        for player in table.players:
            page = client.get(f"/e/{event.slug}/players/{player}/")
            assert table.why and table.why.casefold() in text_of(page).casefold()
            assert f'/rounds/2/draw/#{table.anchor}"' in page.content.decode()
    name = table.a.partition(" ")[0]
    found = client.get(f"/e/{event.slug}/rounds/2/?find={name}").content.decode()
    assert f'/rounds/2/draw/#{table.anchor}"' in found


def test_a_table_changed_by_hand_says_so_instead(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    before, seats = whys(client, event, 2), sits(event)
    adjusting.adjust_round(
        fresh(event), by_user(organiser), 1, 2, "swap", a=seats[1][0], b=seats[2][0], reason="a broken leg"
    )
    said = whys(client, event, 2)
    for table in ("table-1", "table-2"):
        assert "changed by hand after the draw" in said[table]
        assert organiser.username in said[table] and "a broken leg" in said[table]
    assert [said[f"table-{n}"] for n in (3, 4)] == [before[f"table-{n}"] for n in (3, 4)]
    own = text_of(client.get(f"/e/{event.slug}/players/{seats[1][0]}/"))
    assert "changed by hand after the draw" in own.casefold()


def test_who_came_late_has_a_bye_that_was_not_drawn(client, organiser):
    event = paired(friday(organiser), organiser)
    players.add_players(fresh(event), by_user(organiser), "Zoe")
    assert whys(client, event)["bye-p9"].endswith("unpaired loss: asked for beforehand, or arrived late")


def test_finals_say_where_the_two_came_from(client, organiser):
    event = played(friday(organiser, rounds=2, finals=("single", 4)), organiser, 2)
    event = played(event, organiser)
    draw(event, organiser, publish=True)
    assert whys(client, event, 1, 2)["table-1"].endswith("semi-final 1: seed 1 against seed 4")
    assert "winner of semi-final 1 against winner of semi-final 2" in whys(client, event, 2, 2)["table-1"]


def test_a_round_robin_has_its_own_sentence(client, organiser):
    told = history.Event("All meet", "magic", phases=(history.Phase(history.ROUND_ROBIN),))
    event = events.create_event(by_user(organiser), told)
    players.add_players(event, by_user(organiser), "\n".join(NAMES[:4]))
    event = paired(fresh(event), organiser)
    assert all("everybody meets everybody" in words for words in whys(client, event).values())


def test_a_round_that_was_not_drawn_here_explains_nothing(client, organiser):
    told = histories.with_log(paired(friday(organiser), organiser))
    [phase] = told.phases
    told = replace(
        told, log=(), phases=(replace(phase, rounds=(replace(phase.rounds[0], seed="", sealed=""),)),)
    )
    copy = events.import_event(event_file.read(event_file.write(told)))
    assert whys(client, copy) == {}
    for page in ("rounds/1/", "rounds/1/?by=name", "players/p1/"):
        assert "Why?" not in text_of(client.get(f"/e/{copy.slug}/{page}")).replace("Your rounds Why?", "")
