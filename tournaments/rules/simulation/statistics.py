"""Means of measures over events, their errors, and the paired differences between formats."""

import math

import numpy as np

Z = 1.959963984540054  # of a 95 % interval
DECIMALS = 6


def summarise(values, is_share: bool = False) -> dict | None:
    """Return {"mean", "error"} of one number for each event; None if the measure applies to none.

    Events with NaN are left out. `error` is the half-width of the 95 % interval: of a share Wilson's, whose
    middle is not quite the mean; else 1.96 standard errors of the mean, None from a single event.
    """
    if values is None:
        return None
    values = values[~np.isnan(values)]
    if not len(values):
        return None
    mean = float(values.mean())
    error = _wilson_error(mean, len(values)) if is_share else _error_of_mean(values)
    return _rounded(mean, error)


def compare(values, others) -> dict | None:
    """Return {"mean", "error"} of the difference of two measures of the same events; None if one has none.

    The mean is the difference of both means. The error comes from the differences in single events, as the
    formats share their random numbers. Where the measures apply to different events, each event counts by
    its influence on the difference: (value − mean) · events / events that apply.
    """
    if values is None or others is None or np.isnan(values).all() or np.isnan(others).all():
        return None
    influence = _influence(values) - _influence(others)
    return _rounded(float(np.nanmean(values) - np.nanmean(others)), _error_of_mean(influence))


def _influence(values):
    applies = ~np.isnan(values)
    deviations = np.where(applies, values, 0) - np.where(applies, np.nanmean(values), 0)
    return deviations / applies.mean()


def _error_of_mean(values):
    count = len(values)
    return Z * float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else None


def _wilson_error(share, count):
    spread = share * (1 - share) / count + Z**2 / (4 * count**2)
    return Z * math.sqrt(max(spread, 0)) / (1 + Z**2 / count)


def _rounded(mean, error):
    # Adding 0 turns -0.0 into 0.0.
    return {"mean": round(mean, DECIMALS) + 0.0, "error": None if error is None else round(error, DECIMALS)}
