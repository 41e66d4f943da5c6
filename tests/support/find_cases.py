"""What the desk's field finds: the same with and without a script."""

NAMES = (
    "Zoë Ångström",
    "Bo Strauß",
    "Łukasz Ødegård",
    "Þóra Æsirsdóttir",
    "Mia O’Neil-Berg",
    "İnci Işık",
    "李 小龙",
    "สมชาย ใจดี",
    "हिन्दी सिंह",
    "Ada 2nd",
    "Beta ²",
    "Maria van der Berg",
    "Eva One",
    "Eva Two",
    "Eva Three",
    "Finn Four",
    "Gus Five",
    "Hana Six",
    "Ivo Seven",
    "Jia Eight",
    "Kai Nine",
    "Lea Ten",
)
# Text → the names that it finds, or the numbers of tables; None if it is no search: the filter stays.
FOUND = {
    "zoe": ("Zoë Ångström",),
    " ANGSTROM  z ": ("Zoë Ångström",),
    "strauss": ("Bo Strauß",),
    "odeg luk": ("Łukasz Ødegård",),
    "thora ae": ("Þóra Æsirsdóttir",),
    "o’n": ("Mia O’Neil-Berg",),
    "berg": ("Mia O’Neil-Berg", "Maria van der Berg"),
    "inci isik": ("İnci Işık",),
    "小": ("李 小龙",),
    "สมชาย": ("สมชาย ใจดี",),
    "सिंह": ("हिन्दी सिंह",),
    "eva eva": (),
    "eva t": ("Eva Two", "Eva Three"),
    "va": ("Maria van der Berg",),
    "2n": ("Ada 2nd",),
    "²": ("Beta ²",),
    "nobody": (),
    "1": (1, 10, 11),
    "10": (10,),
    "7": (7,),
    "99": (),
    "-": None,
    "  ": None,
}


def tables_found(found, seats: dict[int, tuple[str, ...]]) -> list[int]:
    """Return the tables of FOUND's names or numbers; `seats` are the names at each table."""
    if found is None:
        return sorted(seats)
    return sorted(table for table, names in seats.items() if table in found or {*found} & {*names})
