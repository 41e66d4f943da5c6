"""The provable draw: the next seed sealed on every page and nowhere told, the last one open to be checked."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.views.desk_events import NAMES, actor_of, form, fresh, friday, played
from tests.views.events.test_public import text_of
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.rounds import rounds
from tournaments.models import Round, Seal
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules import event_file
from tournaments.rules.rounds import draw_verification
from tournaments.urls import desk_urls, event_urls

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


def seed_of(event):
    return Seal.objects.get(event=event).seed


def draw(event, organiser, **how):
    rounds.pair_next_round(fresh(event), actor_of(organiser), **how)
    return Round.objects.filter(phase__event=event).last()


def addresses():
    """Every address of an event and of its desk: what it is asked for without a number, and some with one."""
    known = [("", pattern) for pattern in event_urls] + [("desk/", pattern) for pattern in desk_urls]
    plain = [prefix + str(pattern.pattern) for prefix, pattern in known if hasattr(pattern, "name")]
    return [*(address for address in plain if "<" not in address), *NUMBERED, "standings/", "bracket/"]


def test_the_seed_of_the_next_draw_stands_on_no_page_and_in_no_file(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser)
    draw(event, organiser, publish=True)
    secret, shown = seed_of(event), 0
    for address in addresses():
        answer = desk.get(f"/e/{event.slug}/{address}")
        shown += answer.status_code == 200
        assert secret not in b"".join(answer).decode(errors="replace"), address
    assert shown > 20
    assert secret not in event_file.text(load_history_with_log(fresh(event)))
    assert event.snapshots.exists() and not any(secret in point.file for point in event.snapshots.all())


def test_its_hash_is_public_before_the_draw_and_the_seed_after_it(client, organiser):
    event = friday(organiser)
    secret = seed_of(event)
    assert draw_verification.seed_hash(secret) in text_of(client.get(f"/e/{event.slug}/about/"))
    round_ = draw(event, organiser, publish=True)
    assert round_.seed == secret and round_.sealed == draw_verification.seed_hash(secret)
    page = text_of(client.get(f"/e/{event.slug}/rounds/1/draw/"))
    assert secret in page and draw_verification.seed_hash(secret) in page
    assert "it comes out the same" in page
    assert "has the hash that was public before the draw" in page
    after = text_of(client.get(f"/e/{event.slug}/rounds/1/"))
    assert draw_verification.seed_hash(seed_of(event)) in after and seed_of(event) != secret


def test_the_log_line_of_the_draw_keeps_the_hash(organiser):
    event = friday(organiser)
    hashed = draw_verification.seed_hash(seed_of(event))
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
    rounds.redraw_round(fresh(event), actor_of(organiser), 1, 1)
    used.append(Round.objects.get(phase__event=event).seed)
    undo.undo(fresh(event), actor_of(organiser))
    undo.undo(fresh(event), actor_of(organiser))
    assert not Round.objects.filter(phase__event=event).exists()
    used.append(draw(event, organiser, publish=True).seed)
    assert len({*used, seed_of(event)}) == 4


def test_draws_before_the_one_that_stands_are_counted(client, organiser):
    event = friday(organiser)
    draw(event, organiser)
    undo.undo(fresh(event), actor_of(organiser))
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
    history = load_history_with_log(fresh(event))
    copies = {"drawn elsewhere": history, "The log does not know this draw": replace(history, log=())}
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
    assert re.search(
        draw_verification.seed_hash(seed_of(event)), text_of(desk.get(f"/e/{event.slug}/desk/round/"))
    )
