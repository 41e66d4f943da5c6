"""The documented example of an event file, with every kind of value."""

import copy

EXAMPLE = {
    "format": "topcut/1",
    "event": {
        "name": "HCT Europe Winter 2017",
        "rulebook": "hct-2017",
        "starts_at": "2017-02-25T09:00:00Z",
        "timezone": "Europe/Paris",
    },
    "players": [
        {
            "id": f"p{n}",
            "name": f"Player {n}",
            "club": "",
            "rating": None,
            "seed": None,
            "joined_round": 1,
            "dropped_after": None,
        }
        for n in range(1, 10)
    ],
    "phases": [
        {
            "kind": "swiss",
            "name": "Swiss",
            "settings": {"rounds": 1, "best_of": 5},
            "entrants": [f"p{n}" for n in range(1, 9)],
            "rounds": [
                {
                    "number": 1,
                    "state": "finished",
                    "seed": "…",
                    "matches": [
                        {
                            "table": 1,
                            "seats": [{"player": "p1", "games": 3}, {"player": "p2", "games": 1}],
                            "drawn_games": 0,
                        },
                        {
                            "table": 2,
                            "seats": [
                                {"player": "p3", "result": "win"},
                                {"player": "p4", "result": "no_show"},
                            ],
                        },
                        {
                            "table": 3,
                            "seats": [{"player": "p5", "games": 1}, {"player": "p6", "games": 1}],
                            "drawn_games": 1,
                        },
                        {"bye": "p7"},
                        {"bye": "p8", "points": "loss"},
                    ],
                }
            ],
        },
        {
            "kind": "bracket",
            "name": "Final four",
            "settings": {"cut": {"top": 4}, "finals": "single"},
            "entrants": ["p1", "p3", "p7", "p5"],
            "rounds": [
                {
                    "number": 1,
                    "state": "published",
                    "matches": [
                        {
                            "table": 1,
                            "seats": [{"player": "p1", "games": 3}, {"player": "p5", "games": 2}],
                            "drawn_games": 0,
                            "slot": "R1-1",
                        },
                        {"table": 2, "seats": [{"player": "p3"}, {"player": "p7"}], "slot": "R1-2"},
                    ],
                }
            ],
        },
    ],
    "log": [
        {
            "at": "2017-02-25T09:05:00Z",
            "who": "organiser",
            "action": "pair_next_round",
            "changes": {"round:1:1": [None, {"number": 1, "state": "draft"}]},
        },
        {
            "at": "2017-02-25T09:06:00.250000Z",
            "who": "organiser",
            "action": "undo",
            "changes": {},
            "undoes": 1,
        },
    ],
}


def example():
    """Return a copy of the example."""
    return copy.deepcopy(EXAMPLE)


# In place of a value: the key or list item is removed.
REMOVED = object()


def changed_example(path, value):
    """Return the example with `value` at a path such as `players.0.name`."""
    data = example()
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    parent = data
    for part in parents:
        parent = parent[part]
    if value is REMOVED:
        del parent[last]
    elif isinstance(parent, list) and last == len(parent):
        parent.append(value)
    else:
        parent[last] = value
    return data
