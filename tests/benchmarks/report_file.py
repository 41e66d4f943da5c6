"""A played event as a FIDE tournament report file."""

MAX_PLAYERS = 9999  # player numbers have four digits


def get_round_report(event):
    """Return the text of the file, with missed rounds marked, also the coming one.

    Source: FIDE Handbook, TRF16; the line XXR (number of rounds) is from JaVaFo's Advanced User Manual. It is
    one more than the coming round, because the last round has special rules.
    """
    present = set(event.playing)
    lines = [f"XXR {event.round + 1}"]
    for player, rating in enumerate(event.ratings, 1):
        rounds = list(event.lines[player])
        rounds += [(0, "-", "Z")] * (event.round - (player in present) - len(rounds))
        cells = "".join(f"  {other or '0000':>4} {colour} {result}" for other, colour, result in rounds)
        person = f"{player:4}      {f'Player {player}':33} {2000 + rating:4.0f}"
        lines.append(f"001 {person}{'':28}{event.points[player]:4.1f} {player:4}{cells}")
    return "\n".join(lines) + "\n"
