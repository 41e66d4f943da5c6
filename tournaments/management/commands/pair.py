"""manage.py pair SLUG: finishes the round and makes the next one."""

from ...actions.rounds.rounds import pair_next_round
from ...queries.history import load
from ...queries.rounds.draw_proof import whys_of
from ..shell import JSON, SHELL, TABLE, event_named
from ..shell import Command as Shell


class Command(Shell):
    help = "Finish the current round, then make and publish the next one."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--seed", default="", metavar="TEXT", help="seed of the draw; default: a random one"
        )
        parser.add_argument(
            "--exceptions",
            action="store_true",
            help="where no round is as it was asked and without a rematch: make the cheapest exception",
        )
        self.formats(parser, TABLE, JSON)

    def handle(self, slug, seed, exceptions, format, **options):
        event = event_named(slug)
        drawn = pair_next_round(event, SHELL, seed=seed, publish=True, exceptions=exceptions)
        names = {player.id: player.name for player in load.players_of(event)}
        why = drawn.why
        if drawn.round and not why:
            # A draft was published: what its own draw said.
            why = whys_of(event, drawn.phase, drawn.round.number)
        matches = [as_json(match, names, why) for match in drawn.round.matches] if drawn.round else []
        if format == JSON:
            number = drawn.round.number if drawn.round else None
            return self.json({"round": number, "phase": drawn.phase, "matches": matches})
        if not drawn.round:
            return self.stdout.write("Nothing is left to pair: the event is over.")
        most = max(2, *(len(match["seats"]) for match in matches))
        head = ["table", *(f"seat {seat}" for seat in range(1, most + 1)), "slot", "why"]
        return self.columns([head, *(line(match, most) for match in matches)])


def as_json(match, names, why):
    seats = [{"player": seat.player, "name": names[seat.player]} for seat in match.seats]
    reason = str(why.get(match.seats[0].player, ""))
    return {"table": match.table, "seats": seats, "slot": match.slot or None, "why": reason}


def line(match, most):
    names = [seat["name"] for seat in match["seats"]]
    if len(names) == 1:
        names.append("bye")
    empty = [""] * (most - len(names))
    return [match["table"] or "", *names, *empty, match["slot"] or "", match["why"]]
