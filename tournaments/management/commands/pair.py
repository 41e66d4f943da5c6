"""manage.py pair SLUG: finish the round and pair the next one."""

from ...history import load
from ...rounds.actions.rounds import pair_next_round
from ...rounds.pages.proofs import get_pairing_reasons
from ..shell import JSON, SHELL_ACTOR, TABLE, ShellCommand, get_event


class Command(ShellCommand):
    help = "Finish the current round, then pair and publish the next one."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--seed", default="", metavar="TEXT", help="seed for the pairings; default: a random one"
        )
        parser.add_argument(
            "--exceptions",
            action="store_true",
            help="if no round meets all requests and avoids rematches, make as few exceptions as possible",
        )
        self.add_format_option(parser, TABLE, JSON)

    def handle(self, slug, seed, exceptions, format, **options):
        event = get_event(slug)
        new_round = pair_next_round(event, SHELL_ACTOR, seed=seed, publish=True, exceptions=exceptions)
        names = {player.id: player.name for player in load.players_of(event)}
        reasons = new_round.why
        if new_round.round and not reasons:
            # An unpublished round was published: the reasons of its own draw.
            reasons = get_pairing_reasons(event, new_round.phase.number, new_round.round.number)
        matches = (
            [as_json(match, names, reasons) for match in new_round.round.matches] if new_round.round else []
        )
        if format == JSON:
            number = new_round.round.number if new_round.round else None
            return self.print_json({"round": number, "phase": new_round.phase.number, "matches": matches})
        if not new_round.round:
            return self.stdout.write("Event finished. There is nothing left to pair.")
        seat_count = max(2, *(len(match["seats"]) for match in matches))
        head = ["table", *(f"seat {seat}" for seat in range(1, seat_count + 1)), "slot", "why"]
        return self.print_table([head, *(table_row(match, seat_count) for match in matches)])


def as_json(match, names, why):
    seats = [{"player": seat.player, "name": names[seat.player]} for seat in match.seats]
    reason = str(why.get(match.seats[0].player, ""))
    return {"table": match.table, "seats": seats, "slot": match.slot or None, "why": reason}


def table_row(match, seat_count):
    names = [seat["name"] for seat in match["seats"]]
    if len(names) == 1:
        names.append("bye")
    empty = [""] * (seat_count - len(names))
    return [match["table"] or "", *names, *empty, match["slot"] or "", match["why"]]
