"""manage.py odds FINALS: exact chances of each seed."""

from ...rules import finals
from ...rules.errors import RuleViolation, _
from ..shell import JSON, TABLE
from ..shell import Command as Shell


class Command(Shell):
    help = "Print each seed's exact chances in a finals system."

    def add_arguments(self, parser):
        parser.add_argument("key", metavar="FINALS", help="a finals key, such as mcintyre8")
        parser.add_argument("--size", metavar="N", type=int, help="for single: number of players; default 8")
        parser.add_argument(
            "--win-rate", default="0.5", metavar="P", help="the better seed's chance in a match"
        )
        self.formats(parser, TABLE, JSON)

    def handle(self, key, size, win_rate, format, **options):
        sizes = finals.check_finals(key).sizes
        if size is None:
            size = 8 if 8 in sizes else sizes[0]
        elif len(sizes) == 1 and size != sizes[0]:
            raise RuleViolation(_("{finals} is played by {size} alone."), finals=key, size=sizes[0])
        table = finals.table(key, size)
        odds = finals.odds(table, finals.win_rate(win_rate))
        if format == JSON:
            return self.json(as_json(key, odds))
        rounds = range(1, table.rounds + 1)
        head = ["seed", "win", *(f"in round {number}" for number in rounds)]
        return self.columns(
            [
                head,
                *([s, percent(odds.win[s]), *(percent(odds.rounds[s][r]) for r in rounds)] for s in odds.win),
            ]
        )


def as_json(key, odds):
    seeds = {
        str(seed): {
            "win": float(chance),
            "rounds": {str(number): float(here) for number, here in odds.rounds[seed].items()},
        }
        for seed, chance in odds.win.items()
    }
    impossible = [list(pair) for pair in odds.impossible_finals]
    return {"finals": key, "seeds": seeds, "impossible_finals": impossible}


def percent(chance):
    return f"{float(chance) * 100:.2f} %"
