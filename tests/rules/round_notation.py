"""Short notation for Swiss events: a string for each round, such as `a b 2-1, c d 1-1-1, e bye`."""

from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.standings.standings import standings

BYES = {"bye": "bye", "half-bye": "draw", "late": "loss"}


def swiss(*rounds, rulebook="magic", dropped=None, settings=None, **player_facts):
    """Return the event; `dropped` maps a player to the last round played, keywords to other fields.

    After two players stand games (`2-1`, with drawn games `1-1-1`) or the first one's result
    (`draw`, `double-loss`, `no_show`, …); after one, `bye`, `half-bye` or `late` (an unpaired loss).
    """
    played = tuple(
        RoundRecord(number, matches=tuple(_match(words.split()) for words in one.split(",") if words.strip()))
        for number, one in enumerate(rounds, 1)
    )
    names = sorted({seat.player for one in played for match in one.matches for seat in match.seats})
    facts = {"dropped_after": dropped or {}, **player_facts}
    names += [name for named in facts.values() for name in named if name not in names]
    players = tuple(
        PlayerRecord(name, name.title(), **{fact: of[name] for fact, of in facts.items() if name in of})
        for name in names
    )
    return EventHistory("Friday", rulebook, players, (PhaseRecord(overrides=settings or {}, rounds=played),))


def row_of(player, event, tiebreakers=None):
    return next(
        row for row in standings(event.phase(1), tiebreakers=tiebreakers).rows if row.player == player
    )


def value_of(player, event, key):
    return row_of(player, event, [key]).values[key]


def _match(words):
    if words[1] in BYES:
        return MatchRecord((SeatRecord(words[0], result=BYES[words[1]]),))
    first, second, result = words
    if result == "double-loss":
        return MatchRecord((SeatRecord(first, result="loss"), SeatRecord(second, result="loss")))
    if not result[0].isdigit():
        return MatchRecord((SeatRecord(first, result=result), SeatRecord(second)))
    won, lost, *drawn_games = (int(part) for part in result.split("-"))
    return MatchRecord(
        (SeatRecord(first, games=won), SeatRecord(second, games=lost)), drawn_games=sum(drawn_games)
    )
