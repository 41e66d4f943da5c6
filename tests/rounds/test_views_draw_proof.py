"""The verifiable draw: the next seed is secret, its hash is public, and past seeds can be checked."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, played
from tests.support.pages import draw_round, text_of
from tournaments.events.actions.events import import_event
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.models import NextSeed, Round
from tournaments.rounds.actions.rounds import redraw_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds.draw_verification import seed_hash
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
    return NextSeed.objects.get(event=event).seed


def addresses():
    """Every address of an event and of its desk: what it is asked for without a number, and some with one."""
    known = [("", pattern) for pattern in event_urls] + [("desk/", pattern) for pattern in desk_urls]
    plain = [prefix + str(pattern.pattern) for prefix, pattern in known if hasattr(pattern, "name")]
    return [*(address for address in plain if "<" not in address), *NUMBERED, "standings/", "bracket/"]


def test_the_next_seed_is_on_no_page_and_in_no_file(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser)
    draw_round(event, organiser, publish=True)
    secret, pages = seed_of(event), 0
    for address in addresses():
        answer = desk.get(f"/e/{event.slug}/{address}")
        pages += answer.status_code == 200
        assert secret not in b"".join(answer).decode(errors="replace"), address
    assert pages > 20
    assert secret not in event_file.text(load_history_with_log(fresh(event)))
    assert event.restore_points.exists() and not any(
        secret in point.file for point in event.restore_points.all()
    )


def test_the_hash_is_public_before_the_draw_and_the_seed_after_it(client, organiser):
    event = friday(organiser)
    secret = seed_of(event)
    assert seed_hash(secret) in text_of(client.get(f"/e/{event.slug}/about/"))
    round_ = draw_round(event, organiser, publish=True)
    assert round_.seed == secret and round_.sealed == seed_hash(secret)
    page = text_of(client.get(f"/e/{event.slug}/rounds/1/draw/"))
    assert secret in page and seed_hash(secret) in page
    assert "pairing again from the seed gives the same round" in page
    assert "matches the hash that was public before the round was paired" in page
    after = text_of(client.get(f"/e/{event.slug}/rounds/1/"))
    assert seed_hash(seed_of(event)) in after and seed_of(event) != secret


def test_the_log_line_of_the_draw_keeps_the_hash(organiser):
    event = friday(organiser)
    hashed = seed_hash(seed_of(event))
    draw_round(event, organiser)
    assert event.log.last().changes["round:1:1"][1]["sealed"] == hashed


def test_the_draw_of_a_draft_is_not_public(client, organiser):
    event = friday(organiser)
    draw_round(event, organiser)
    assert client.get(f"/e/{event.slug}/rounds/1/draw/").status_code == 404


def test_a_typed_seed_is_marked_as_chosen_by_hand(desk, organiser):
    event = friday(organiser)
    sealed = seed_of(event)
    desk.post(reverse("pair", args=[event.slug]), form(event, seed="mine"))
    desk.post(reverse("publish_round", args=[event.slug]), form(event, phase=1, round=1))
    page = text_of(desk.get(f"/e/{event.slug}/rounds/1/draw/"))
    assert (
        "mine" in page
        and "chosen by hand" in page
        and "pairing again from the seed gives the same round" in page
    )
    assert seed_of(event) == sealed, "the sealed seed has drawn nothing"


@pytest.mark.parametrize("seed", ["a\x1fb", "s" * 201])
def test_an_unprintable_seed_is_refused(organiser, seed):
    event = friday(organiser)
    with pytest.raises(RuleViolation):
        draw_round(event, organiser, seed=seed)
    assert not Round.objects.filter(phase__event=event).exists()


def test_each_draw_reveals_one_seed_and_commits_to_the_next(organiser):
    event = friday(organiser)
    used = [draw_round(event, organiser).seed]
    redraw_round(fresh(event), actor_of(organiser), 1, 1)
    used.append(Round.objects.get(phase__event=event).seed)
    undo(fresh(event), actor_of(organiser))
    undo(fresh(event), actor_of(organiser))
    assert not Round.objects.filter(phase__event=event).exists()
    used.append(draw_round(event, organiser, publish=True).seed)
    assert len({*used, seed_of(event)}) == 4


def test_earlier_draws_of_the_round_are_counted(client, organiser):
    event = friday(organiser)
    draw_round(event, organiser)
    undo(fresh(event), actor_of(organiser))
    draw_round(event, organiser, publish=True)
    for page in ("rounds/1/", "rounds/1/draw/"):
        assert "This round was paired 2 times" in text_of(client.get(f"/e/{event.slug}/{page}")), page


def test_the_round_shows_its_proof(desk, organiser):
    event = played(friday(organiser, names=NAMES[:6]), organiser)
    draw_round(event, organiser, publish=False)
    proof = "No rematches (proven). 1 pair-down with the smallest possible score gaps (proven)."
    assert proof in text_of(desk.get(f"/e/{event.slug}/desk/round/"))
    draw_round(event, organiser, publish=True)
    for page in ("rounds/2/", "rounds/2/draw/"):
        assert proof in text_of(desk.get(f"/e/{event.slug}/{page}")), page


def test_an_imported_draw_is_not_called_sealed(client, organiser):
    event = friday(organiser)
    draw_round(event, organiser, publish=True)
    history = load_history_with_log(fresh(event))
    copies = {"paired elsewhere": history, "The log has no entry for this draw": replace(history, log=())}
    for words, one in copies.items():
        copy = import_event(event_file.read(event_file.write(one)))
        page = text_of(client.get(f"/e/{copy.slug}/rounds/1/draw/"))
        assert (
            words in page
            and "gives the same round" in page
            and "was public before the round was paired" not in page
        )


def test_a_refused_draw_reveals_nothing(organiser):
    event = friday(organiser, names=["Anna"])
    sealed = seed_of(event)
    with pytest.raises(RuleViolation):
        draw_round(event, organiser)
    assert seed_of(event) == sealed


def test_the_draw_page_of_finals_explains_that_they_are_not_drawn(client, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser)
    draw_round(event, organiser, publish=True)
    page = text_of(client.get(f"/e/{event.slug}/phases/2/rounds/1/draw/"))
    assert "Bracket matches aren’t paired at random" in page
    assert "sealed" not in text_of(client.get(f"/e/{event.slug}/about/"))


def test_the_hash_is_shown_next_to_the_draw_button(desk, organiser):
    event = friday(organiser)
    assert re.search(seed_hash(seed_of(event)), text_of(desk.get(f"/e/{event.slug}/desk/round/")))
