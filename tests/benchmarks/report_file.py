"""A played event as a tournament report file, which programs for FIDE's Dutch system read."""

MOST = 9999  # its player numbers have four digits


def get_round_report(event):
    """The text of the file; a round missed is marked so, the coming one too.

    Source: FIDE Handbook, TRF16; its line XXR (rounds in all) is of JaVaFo's Advanced User Manual. The
    round to come is said not to be the last, which has rules of its own.
    """
    here = set(event.playing)
    lines = [f"XXR {event.round + 1}"]
    for player, rating in enumerate(event.ratings, 1):
        rounds = list(event.lines[player])
        rounds += [(0, "-", "Z")] * (event.round - (player in here) - len(rounds))
        cells = "".join(f"  {other or '0000':>4} {colour} {result}" for other, colour, result in rounds)
        person = f"{player:4}      {f'Player {player}':33} {2000 + rating:4.0f}"
        lines.append(f"001 {person}{'':28}{event.points[player]:4.1f} {player:4}{cells}")
    return "\n".join(lines) + "\n"
