"""Whole numbers of any size in columns: as remainders by several moduli, which determine them."""

from functools import lru_cache
from math import gcd, prod

import numpy as np

# A single modulus for small numbers; several are small enough that products of remainders do not overflow.
ONE, SEVERAL = 1 << 62, 1 << 31


@lru_cache(maxsize=64)
def moduli_for(most):
    """Moduli, no two with a common divisor, that tell all numbers from 0 to `most` apart."""
    if most < ONE:
        return (ONE,)
    moduli, all_, number = [], 1, SEVERAL
    while all_ <= most:
        number -= 1
        if gcd(number, all_) == 1:
            moduli.append(number)
            all_ *= number
    return tuple(moduli)


def remainders(numbers, moduli):
    """The remainders of Python's integers (an array of objects), one more axis in front."""
    return np.array([numbers % modulus for modulus in moduli]).astype(np.int64)


def numbers_of(columns, moduli):
    """Python's integers back from remainders of shape (moduli, n)."""
    if len(moduli) == 1:
        return columns[0].tolist()
    whole = prod(moduli)
    parts = [whole // modulus * pow(whole // modulus, -1, modulus) for modulus in moduli]
    return [sum(map(int.__mul__, parts, row)) % whole for row in columns.T.tolist()]
