"""Columns that compare only tied players, and lots."""

from dataclasses import replace

from tests.rules.round_notation import swiss
from tournaments.rules.standings.standings import standings


def places(event, tiebreakers):
    return [(row.rank, row.player) for row in standings(event.phase(1), tiebreakers=tiebreakers).rows]


def values(event, key):
    return {row.player: row.values[key] for row in standings(event.phase(1), tiebreakers=[key]).rows}


# Ann, Bob and Cid end with 6 points, Dan with 0.
CIRCLE = swiss("ann bob 2-0, cid dan 2-0", "bob cid 2-0, ann dan 2-0", "cid ann 2-0, bob dan 2-0")
# Ann and Bob end with 3, and she beat him.
PAIR = swiss("bob cid 2-0, ann dan 0-2", "ann bob 2-0, cid dan 0-2")


def test_head_to_head_of_two_players():
    assert places(PAIR, ["head_to_head"]) == [(1, "dan"), (2, "ann"), (3, "bob"), (4, "cid")]
    assert values(PAIR, "head_to_head")["ann"] == 3


def test_head_to_head_of_a_circle_decides_nothing():
    assert places(CIRCLE, ["head_to_head"]) == [(1, "ann"), (1, "bob"), (1, "cid"), (4, "dan")]
    assert values(CIRCLE, "head_to_head") == {"ann": 3, "bob": 3, "cid": 3, "dan": 0}


def test_head_to_head_decides_only_where_all_tied_have_met():
    # Ann beat Bob, but Cid, with as many points, has met neither.
    event = swiss("ann bob 2-0, cid dan 2-0", "bob eve 2-0, ann fay 0-2, cid gus 0-2")
    assert values(event, "head_to_head")["ann"] == 0
    assert [rank for rank, player in places(event, ["head_to_head"]) if player in ("ann", "bob", "cid")] == [
        1
    ] * 3


def test_head_to_head_compares_players_tied_by_earlier_columns():
    event = swiss("ann bob 2-1, cid dan 2-0", "bob eve 2-0, ann fay 0-2, cid gus 0-2")
    # Game wins part Bob and leave Ann and Cid apart from each other: nobody to look at.
    assert standings(event.phase(1), tiebreakers=["gw", "head_to_head"]).rows[0].values["head_to_head"] == 0


def test_head_to_head_ignores_disqualified_players():
    event = swiss("ann bob 2-0, cid dan 2-0", "bob cid 2-0, ann dan 0-2", disqualified={"dan": True})
    alone = swiss("ann bob 2-0, cid dan 2-0", "bob cid 2-0, ann dan 0-2")
    # Ann, Bob, Cid and Dan all have 3; without Dan only Ann and Cid have not met.
    assert values(event, "head_to_head") == {"ann": 0, "bob": 0, "cid": 0}
    assert values(alone, "head_to_head")["ann"] == 0
    guilty = swiss("ann bob 2-0", "bob cid 2-0", "ann cid 0-2, dan eve 2-0", disqualified={"dan": True})
    assert values(guilty, "head_to_head") == {"ann": 3, "bob": 3, "cid": 3, "eve": 0}


def test_common_opponents_of_all_tied_players():
    event = swiss("ann eve 2-0, bob fay 2-0", "ann fay 0-2, bob eve 1-1, cid eve 0-2", "bob cid 0-2, ann bye")
    # Ann has 6, Bob 4: nobody is tied with anybody above; Eve and Fay have 4 and 3.
    assert values(event, "common_opponents")["ann"] == 3
    tied = swiss("ann eve 2-0, bob fay 2-0", "ann fay 0-2, bob eve 0-2", "ann gus 2-0, bob eve 2-0")
    # Both have 6 and met Eve and Fay; Gus is Ann's alone.
    assert values(tied, "common_opponents")["ann"] == 3
    assert values(tied, "common_opponents")["bob"] == 6
    assert places(tied, ["common_opponents"])[:2] == [(1, "bob"), (2, "ann")]


def test_lots_are_all_different_and_the_same_for_the_same_seeds():
    first = values(CIRCLE, "random")
    assert sorted(first.values()) == [1, 2, 3, 4]
    assert values(CIRCLE, "random") == first


def test_lots_follow_the_seeds_of_the_rounds():
    def with_seed(seed):
        return (
            CIRCLE.phase(1)
            .replace(rounds=tuple(replace(one, seed=seed) for one in CIRCLE.phase(1).rounds))
            .history
        )

    orders = {tuple(sorted(values(with_seed(str(seed)), "random").items())) for seed in range(20)}
    assert len(orders) > 5
