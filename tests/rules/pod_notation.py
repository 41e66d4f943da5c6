"""Short notation for events of pods: a string for each round, such as `a b c d 1, e f g draw, h bye`."""

from tournaments.rules.history import (
    PODS,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)

BYES = {"bye": "bye", "half-bye": "draw", "late": "loss"}


def pods(*rounds, rulebook="pods-multiplayer", settings=None, **facts):
    """Return the event; keywords are fields of players: {player: value}.

    After the players of a pod in the order of their seats stand the seat that won, `draw`, `lost` (by
    all), places (`1-1-3-1`), or `-` for no result yet; after one player `bye`, `half-bye` or `late`.
    """
    played = tuple(
        RoundRecord(number, matches=tuple(pod(words.split(), table) for table, words in enumerate(tables, 1)))
        for number, tables in enumerate((one.split(",") for one in rounds), 1)
    )
    names = dict.fromkeys(seat.player for one in played for match in one.matches for seat in match.seats)
    players = tuple(
        PlayerRecord(name, name.title(), **{fact: of[name] for fact, of in facts.items() if name in of})
        for name in sorted(names)
    )
    return EventHistory(
        "Pods", rulebook, players, (PhaseRecord(PODS, overrides=settings or {}, rounds=played),)
    )


def pod(words, table):
    *players, notation = words
    if notation in BYES:
        return MatchRecord((SeatRecord(players[0], result=BYES[notation]),))
    if notation == "-":
        return MatchRecord(tuple(map(SeatRecord, players)), table)
    if "-" in notation:
        places = (int(place) for place in notation.split("-"))
        seats = (SeatRecord(player, place=place) for player, place in zip(players, places, strict=True))
        return MatchRecord(tuple(seats), table)
    if notation.isdecimal():
        won = int(notation) - 1
        results = ("win" if seat == won else None for seat in range(len(players)))
    else:
        results = ({"draw": "draw", "lost": "loss"}[notation] for _player in players)
    seats = (SeatRecord(player, result=result) for player, result in zip(players, results, strict=True))
    return MatchRecord(tuple(seats), table)
