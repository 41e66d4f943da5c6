"""Events whose rounds are pods, and events whose results are told in points, as the desk meets them."""

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea"]
WORTH = {"win": 5, "draw": 1, "loss": 0, "bye": 5}


def a_file(rulebook, kind, *rounds, players=12, **settings):
    """The event file “Friday night”; a round is its state and the matches in it."""
    keys = ["p" + str(n) for n in range(1, players + 1)]
    return {
        "format": "topcut/1",
        "event": {"name": "Friday night", "rulebook": rulebook},
        "players": [{"id": key, "name": name} for key, name in zip(keys, NAMES, strict=False)],
        "phases": [
            {
                "kind": kind,
                "name": "Rounds",
                "settings": {"rounds": 3, **settings},
                "rounds": [
                    {"number": number, "state": state, "seed": "s", "matches": matches}
                    for number, (state, matches) in enumerate(rounds, 1)
                ],
            }
        ],
    }


def tables(*sizes, first=0, won=None):
    """Matches of so many seats, players in order from the `first`; seat `won` has won each, if any."""
    order = iter([f"p{(first + n) % sum(sizes) + 1}" for n in range(sum(sizes))])
    made = []
    for table, size in enumerate(sizes, 1):
        seats = [{"player": next(order)} for _ in range(size)]
        if won:
            seats[won - 1]["result"] = "win"
        made.append({"table": table, "seats": seats})
    return made


def pods(*sizes, **settings):
    """One published round of pods: Anna, Ben, … in the order of tables and seats."""
    sizes = sizes or (5, 4, 3)
    return a_file("magic", "pods", ("published", tables(*sizes)), points=WORTH, **settings)


def two_rounds():
    """Three pods whose first seats won round 1; round 2 is published, three seats on."""
    rounds = ("finished", tables(4, 4, 4, won=1)), ("published", tables(4, 4, 4, first=3))
    return a_file("magic", "pods", *rounds, points=WORTH)


def wargame(rulebook="wargame-wtc"):
    return a_file(rulebook, "swiss", ("published", tables(2, 2, 2)), players=6)
