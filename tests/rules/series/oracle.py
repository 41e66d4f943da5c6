"""The table of a series computed a second time, from the text of the rules: dictionaries and fractions.

A season is plain data, as in the file of `manage.py series`: `events` with `weight`, `kind` and `people` of
facts by name, `scoring`, `count` and `ties`. Nothing is shared with the program.
"""

from fractions import Fraction


def exact(value):
    return Fraction(str(value))


def worth_of_place(place, players, scoring):
    """What one place is worth: the list, unless a step is missed, and each bonus."""
    worth = Fraction(0)
    if scoring["by"] == "place" and place <= len(scoring["places"]):
        worth = exact(scoring["places"][place - 1])
        for step in scoring.get("steps", []):
            if step["from"] <= place <= step["to"] and players < step["players"]:
                worth = Fraction(0)
    for bonus in scoring.get("bonus", []):
        if bonus["from"] <= place <= bonus["to"] and players >= bonus["players"]:
            worth += exact(bonus["points"])
    return worth


def points_of_place(place, sharing, players, scoring):
    occupied = [worth_of_place(place + n, players, scoring) for n in range(sharing)]
    tied = scoring.get("tied", "average")
    if tied == "average":
        return sum(occupied) / len(occupied)
    return occupied[0] if tied == "higher" else occupied[-1]


def score(fact, event, scoring):
    """Weight × points + participation."""
    people = event["people"].values()
    place = fact[scoring.get("of", "final")]
    sharing = sum(other[scoring.get("of", "final")] == place for other in people)
    points = points_of_place(place, sharing, len(people), scoring)
    if scoring["by"] == "record":
        worth = {key: exact(scoring.get(key, 0)) for key in ("win", "draw", "loss", "bye", "round")}
        drawn, lost = fact["drawn"] + fact["half_byes"], fact["lost"] + fact["lost_byes"]
        points += fact["won"] * worth["win"] + drawn * worth["draw"] + lost * worth["loss"]
        points += fact["byes"] * worth["bye"]
        points += (fact["won"] + drawn + lost + fact["byes"]) * worth["round"]
    if scoring["by"] == "points":
        points += exact(fact["points"])
    took_part = exact(scoring.get("participation", 0)) if fact["won"] + fact["drawn"] + fact["lost"] else 0
    return exact(event.get("weight", 1)) * points + took_part


def counting_events(scores, kinds, count):
    """Take the highest score again and again, as long as its kind and the whole still have room."""
    room, taken = dict(count.get("best_of_kind", {})), []
    left = list(scores)
    while left:
        # The first of those with the highest score, in the order of the events.
        best = max(left, key=lambda event: scores[event])
        left.remove(best)
        if room.get(kinds[best], 1) == 0:
            continue
        if kinds[best] in room:
            room[kinds[best]] -= 1
        if len(taken) < count.get("best", len(scores)):
            taken.append(best)
    return set(taken)


def attendance(was_there, rule):
    """Every: so many events, not in a row. In a row: count on, begin again after a gap and after a reward."""
    if rule["rule"] == "all":
        return exact(rule["points"]) if was_there and False not in was_there else Fraction(0)
    total, run = Fraction(0), 0
    for present in was_there:
        if present:
            run += 1
        elif rule["rule"] == "in_a_row":
            run = 0
        if run == rule["every"]:
            total, run = total + exact(rule["points"]), 0
    return total


def table(season):
    """[(rank, name, total, attendance, {event number: (place, score, counted)})], as the table is printed."""
    scoring, count = season["scoring"], season.get("count", {})
    events = [
        (number, event)
        for number, event in enumerate(season["events"])
        if len(event["people"]) >= scoring.get("least_players", 0)
    ]
    names = sorted({name for _number, event in events for name in event["people"]})
    rows = {}
    for name in names:
        mine = {number: event for number, event in events if name in event["people"]}
        scores = {number: score(event["people"][name], event, scoring) for number, event in mine.items()}
        kinds = {number: event.get("kind", "") for number, event in mine.items()}
        counted = counting_events(scores, kinds, count)
        present = [number in mine for number, _event in events]
        extra = attendance(present, scoring["attendance"]) if "attendance" in scoring else Fraction(0)
        places = {number: event["people"][name][scoring.get("of", "final")] for number, event in mine.items()}
        rows[name] = {
            "scores": scores,
            "counted": counted,
            "places": places,
            "attendance": extra,
            "total": sum(scores[number] for number in counted) + extra,
            "wins": sum(event["people"][name]["won"] for event in mine.values()),
            "latest": [scores.get(number) for number, _event in reversed(events)],
            "against": [one for event in mine.values() for one in event["people"][name].get("against", [])],
        }
    least = count.get("at_least", 0)
    ranked = [name for name in names if len(rows[name]["scores"]) >= least]
    others = [name for name in names if name not in ranked]
    answer = [(rank, name) for rank, name in ranks(ranked, rows, season.get("ties", []))]
    answer += [(None, name) for _rank, name in ranks(others, rows, season.get("ties", []))]
    return [(rank, name, *describe(rows[name])) for rank, name in answer]


def describe(row):
    results = {
        number: (row["places"][number], score, number in row["counted"])
        for number, score in row["scores"].items()
    }
    return row["total"], row["attendance"], results


def ranks(names, rows, ties):
    """[(rank, name)]: who is better than whom is asked of each pair, one rule after the other."""
    groups = [names]
    for tie in ["points", *(tie for tie in ties if tie != "points")]:
        parted = []
        for group in groups:
            left = list(group)
            while left:
                best = [
                    one for one in left if not any(better(other, one, tie, rows, group) for other in left)
                ]
                parted.append(best)
                left = [one for one in left if one not in best]
        groups = parted
    place, answer = 1, []
    for group in groups:
        answer += [(place, name) for name in sorted(group, key=str.casefold)]
        place += len(group)
    return answer


def better(one, other, tie, rows, group):
    mine, theirs = rows[one], rows[other]
    if tie == "points":
        return mine["total"] > theirs["total"]
    if tie == "best_result":
        return best_of(mine) > best_of(theirs)
    if tie == "wins":
        return mine["wins"] > theirs["wins"]
    if tie == "events":
        return len(mine["scores"]) > len(theirs["scores"])
    if tie == "head_to_head":
        return balance(mine, group) > balance(theirs, group)
    if tie == "latest":
        for own, their in zip(mine["latest"], theirs["latest"], strict=True):
            if own != their:
                return their is None or (own is not None and own > their)
        return False
    for place in range(1, 100):
        own, their = (
            sum(row["places"][number] == place for number in row["counted"]) for row in (mine, theirs)
        )
        if own != their:
            return own > their
    return False


def best_of(row):
    return max((row["scores"][number] for number in row["counted"]), default=0)


def balance(row, group):
    results = [result for name, result in row["against"] if name in group]
    return results.count("win") - results.count("loss")
