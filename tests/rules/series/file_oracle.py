"""Facts and Elo ratings from event files alone, for the second computation; shares nothing with the program.

Ranks and match points are those of the tables that `standings` prints, as (rank, player id, points).
"""

import unicodedata
from fractions import Fraction

LOST = {"loss", "no_show", "forfeit", "conceded", "disqualified"}
NOT_RATED = {"no_show", "forfeit", "disqualified"}


def person_of(name):
    """Case, accents, order and commas make no difference."""
    letters = (one for one in unicodedata.normalize("NFKD", name) if not unicodedata.combining(one))
    return " ".join(sorted("".join(letters).casefold().replace(",", " ").split()))


def scores_of(match):
    """1, 0.5 or 0 for each seat."""
    results = [seat.get("result") for seat in match["seats"]]
    if "win" in results:
        return [float(result == "win") for result in results]
    if "draw" in results:
        return [0 if result in LOST else 0.5 for result in results]
    if any(result in LOST for result in results):
        return [float(result not in LOST) for result in results]
    for key in ("games", "score", "points"):
        values = [seat.get(key) for seat in match["seats"]]
        if any(value is not None for value in values):
            values = [value or 0 for value in values]
            best = [value == max(values) for value in values]
            return [(1 if sum(best) == 1 else 0.5) if is_best else 0 for is_best in best]
    raise AssertionError(match)


def facts_of(file, final, of_phases):
    """Return {person: fact}, as the oracle takes them, of the rows of the final standings.

    `final` are rows of the final standings, `of_phases` those of each phase, None for finals.
    """
    people = {player["id"]: player["name"] for player in file["players"]}
    facts = {
        player: dict.fromkeys(("won", "drawn", "lost", "byes", "half_byes", "lost_byes"), 0)
        | {"name": people[player], "final": rank, "swiss": None, "points": Fraction(0)}
        for rank, player, _points in final
    }
    for phase in file["phases"]:
        for round_ in phase["rounds"]:
            for match in round_["matches"]:
                count(match, facts)
    placed = []
    for rows in reversed([rows for rows in of_phases if rows is not None]):
        rows = [row for row in rows if row[1] not in placed]
        for rank, player, _points in rows:
            facts[player]["swiss"] = len(placed) + 1 + sum(other[0] < rank for other in rows)
        placed += [player for _rank, player, _points in rows]
    for phase, rows in zip(file["phases"], of_phases, strict=True):
        for _rank, player, points in rows or ():
            before = 0 if phase["settings"].get("carry") else facts[player]["points"]
            facts[player]["points"] = before + Fraction(str(points))
    if not placed:
        for fact in facts.values():
            fact["swiss"] = fact["final"]
    return {person_of(people[player]): fact for player, fact in facts.items()}


def count(match, facts):
    """Add a match or bye to the facts of its players; a disqualified one has none."""
    if "bye" in match:
        kind = {"draw": "half_byes", "loss": "lost_byes"}.get(match.get("points"), "byes")
        played = [(match["bye"], kind)]
    else:
        kinds = {1: "won", 0.5: "drawn", 0: "lost"}
        players = (seat["player"] for seat in match["seats"])
        played = [(player, kinds[one]) for player, one in zip(players, scores_of(match), strict=True)]
    for player, kind in played:
        if player in facts:
            facts[player][kind] += 1


def elo(files, start, k):
    """Return {person: (rating, matches)} after these events."""
    ratings, matches = {}, {}
    for file in files:
        people = {player["id"]: person_of(player["name"]) for player in file["players"]}
        for person in people.values():
            ratings.setdefault(person, start)
            matches.setdefault(person, 0)
        before = dict(ratings)
        played = [one for phase in file["phases"] for round_ in phase["rounds"] for one in round_["matches"]]
        for match in played:
            if "bye" in match or len(match["seats"]) != 2:
                continue
            scores = scores_of(match)
            if sum(scores) == 0 or any(seat.get("result") in NOT_RATED for seat in match["seats"]):
                continue
            first, second = (people[seat["player"]] for seat in match["seats"])
            for own, other, score in ((first, second, scores[0]), (second, first, scores[1])):
                ratings[own] += k * (score - 1 / (1 + 10 ** ((before[other] - before[own]) / 400)))
                matches[own] += 1
    return {person: (ratings[person], matches[person]) for person in ratings}
