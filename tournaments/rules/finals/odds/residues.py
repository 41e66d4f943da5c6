"""Residue number system: columns of integers of any size, stored as remainders by several moduli."""

from functools import lru_cache
from math import gcd, prod
from operator import mul

import numpy as np

# Small numbers need one modulus. Several moduli are small enough that products of remainders fit in 64 bits.
SINGLE_MODULUS, MODULI_BELOW = 1 << 62, 1 << 31


@lru_cache(maxsize=64)
def choose_moduli(largest):
    """Return coprime moduli whose remainders determine every number from 0 to `largest`."""
    if largest < SINGLE_MODULUS:
        return (SINGLE_MODULUS,)
    moduli, product, candidate = [], 1, MODULI_BELOW
    while product <= largest:
        candidate -= 1
        if gcd(candidate, product) == 1:
            moduli.append(candidate)
            product *= candidate
    return tuple(moduli)


def to_remainders(numbers, moduli):
    """Return the remainders of an array of Python integers, with the moduli as a new first axis."""
    return np.array([numbers % modulus for modulus in moduli]).astype(np.int64)


def from_remainders(columns, moduli):
    """Return the Python integers with these remainders, of shape (moduli, n)."""
    if len(moduli) == 1:
        return columns[0].tolist()
    product = prod(moduli)
    factors = [product // modulus * pow(product // modulus, -1, modulus) for modulus in moduli]
    return [sum(map(mul, factors, remainders)) % product for remainders in columns.T.tolist()]
