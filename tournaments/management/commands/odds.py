"""manage.py odds FINALS: print the exact chances of each seed."""

from ...help.pages.finals import impossible_text
from ...rules import finals
from ...rules.errors import RuleViolation, _
from ..shell import JSON, TABLE, ShellCommand

MAX_FRACTION_LENGTH = 12


class Command(ShellCommand):
    help = "Print each seed's exact chances in a finals system."

    def add_arguments(self, parser):
        parser.add_argument("key", metavar="FINALS", help="a finals key, such as mcintyre8")
        parser.add_argument(
            "--size", metavar="N", type=int, help="for single and double: number of players; default 8"
        )
        parser.add_argument(
            "--win-rate", default="0.5", metavar="P", help="the better seed's chance in a match"
        )
        self.add_format_option(parser, TABLE, JSON)

    def handle(self, key, size, win_rate, format, **options):
        sizes = finals.check_finals(key).sizes
        if size is None:
            size = 8 if 8 in sizes else sizes[0]
        elif len(sizes) == 1 and size != sizes[0]:
            raise RuleViolation(_("{finals} needs exactly {size} players."), finals=key, size=sizes[0])
        table = finals.build_table(key, size)
        odds = finals.exact_odds(table, finals.parse_win_rate(win_rate))
        if format == JSON:
            self.print_json(as_json(key, odds))
            return
        self.print_table(table_rows(table, odds))
        self.stdout.write("")
        self.stdout.write(impossible_text(odds.impossible_finals, size))
        if odds.soonest_rematch:
            number, chance = odds.soonest_rematch
            name = table.round_names[number - 1]
            self.stdout.write(
                f"Two players who have met can meet again in “{name}” at the earliest ({Percent(chance)})."
            )


class Percent(float):
    """A chance that prints as a percentage and aligns as a number."""

    def __str__(self):
        return f"{self * 100:.2f} %"


def table_rows(table, odds):
    """Return the head and a row per seed: its chance to win, as a fraction if short, and by round."""
    # Long fractions are not converted at all: Python refuses numbers of more than 4300 digits.
    convertible = all(chance.denominator < 10**MAX_FRACTION_LENGTH for chance in odds.win.values())
    exact = [str(chance) for chance in odds.win.values()] if convertible else [""] * len(odds.win)
    has_short_fractions = convertible and max(map(len, exact)) <= MAX_FRACTION_LENGTH
    rounds = [str(name) for name in table.round_names]
    rows = [["seed", "wins", *(["exactly"] if has_short_fractions else []), *rounds]]
    for (seed, chance), fraction in zip(odds.win.items(), exact, strict=True):
        played = [Percent(reached) for reached in odds.rounds[seed].values()]
        rows.append([seed, Percent(chance), *([fraction] if has_short_fractions else []), *played])
    return rows


def as_json(key, odds):
    seeds = {
        str(seed): {
            "win": float(chance),
            "rounds": {str(number): float(reached) for number, reached in odds.rounds[seed].items()},
        }
        for seed, chance in odds.win.items()
    }
    impossible = [list(pair) for pair in odds.impossible_finals]
    return {"finals": key, "seeds": seeds, "impossible_finals": impossible}
