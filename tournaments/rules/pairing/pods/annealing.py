"""Simulated annealing: random exchanges of two players, with a fixed number of trials.

Uses whole numbers only, so that every machine makes the same exchanges: the random numbers are raw 64-bit
numbers of PCG64, and −ln u comes from a table.
"""

import hashlib
import math

import numpy as np

MAX_TRIALS, TRIALS_PER_SEAT = 160_000, 1_600
# The start temperature is in units of the price and falls by a tenth each stage.
STAGES, START_TEMPERATURE, COOLING = 40, 20, (9, 10)
FINE = 1024
BITS = 12
LOGS = [round(-math.log((step + 0.5) / 2**BITS) * FINE) for step in range(2**BITS)]


def anneal(block, price, pod_of):
    """Return (the pod of each node in the best seating found from `pod_of`, the number of exchanges tried).

    `price` has the price of two nodes at one pod, as lists. Objectives worth much more than
    START_TEMPERATURE do not get worse.
    """
    stages, trial_count = draw_trials(block)
    pods = [[node for node, number in enumerate(pod_of) if number == pod] for pod in range(block.pods)]
    short = [any(node >= block.size for node in pod) for pod in pods]
    price_change = lowest = 0
    best_pod_of, temperature = pod_of[:], START_TEMPERATURE * FINE
    for trials in stages:
        for one, two, log in trials:
            a, b = pod_of[one], pod_of[two]
            if a == b:
                continue
            of_one, of_two = price[one], price[two]
            change = -2 * of_one[two]
            for node in pods[b]:
                change += of_one[node] - of_two[node]
            for node in pods[a]:
                change += of_two[node] - of_one[node]
            if change > 0 and change * FINE * FINE > temperature * log:
                continue
            if (one >= block.size) != (two >= block.size):
                # A pod has one empty seat at most.
                if short[b if one >= block.size else a]:
                    continue
                short[a], short[b] = short[b], short[a]
            pods[a][pods[a].index(one)], pods[b][pods[b].index(two)] = two, one
            pod_of[one], pod_of[two] = b, a
            price_change += change
            if price_change < lowest:
                lowest, best_pod_of = price_change, pod_of[:]
        temperature = temperature * COOLING[0] // COOLING[1]
    return best_pod_of, trial_count


def draw_trials(block):
    """Return (the trials of each stage, their total number), drawn from the lots of the block's players.

    A trial is two nodes and −ln u in units of 1 / FINE.
    """
    lots = b"".join(block.field.digests[place] for place in block.places)
    seed = int.from_bytes(hashlib.sha256(lots).digest()[:8])
    trial_count = min(MAX_TRIALS, TRIALS_PER_SEAT * block.nodes) // STAGES * STAGES
    raw = np.random.PCG64(seed).random_raw(trial_count)
    one, two = raw % np.uint64(block.nodes), (raw >> np.uint64(26)) % np.uint64(block.nodes)
    logs = np.array(LOGS)[raw >> np.uint64(64 - BITS)]
    columns = (part.reshape(STAGES, -1).tolist() for part in (one, two, logs))
    return [zip(*stage, strict=True) for stage in zip(*columns, strict=True)], trial_count
