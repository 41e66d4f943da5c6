"""Exchanges of two players by chance, first boldly, then ever less so (simulated annealing, by count).

Whole numbers alone, so that every machine makes the same ones: chance are raw 64-bit numbers of PCG64, and
−ln u comes from a table.
"""

import hashlib
import math

import numpy as np

MOST_TRIALS, TRIALS_PER_SEAT = 160_000, 1_600
STAGES, HOT, COOLS = 40, 20, (9, 10)  # the warmth in units of the price; a tenth less each stage
FINE = 1024
BITS = 12
LOGS = [round(-math.log((step + 0.5) / 2**BITS) * FINE) for step in range(2**BITS)]


def annealed(block, price, pod_of):
    """(the pod of each node in the best seating found from this one, how many exchanges were tried).

    `price` are the prices of two nodes at one pod as lists; what is worth much more than HOT does not get
    worse."""
    stages, tried = chances(block)
    pods = [[node for node, at in enumerate(pod_of) if at == pod] for pod in range(block.pods)]
    short = [any(node >= block.size for node in pod) for pod in pods]
    now = best = 0
    found, warmth = pod_of[:], HOT * FINE
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
            if change > 0 and change * FINE * FINE > warmth * log:
                continue
            if (one >= block.size) != (two >= block.size):
                # A pod has one empty seat at most.
                if short[b if one >= block.size else a]:
                    continue
                short[a], short[b] = short[b], short[a]
            pods[a][pods[a].index(one)], pods[b][pods[b].index(two)] = two, one
            pod_of[one], pod_of[two] = b, a
            now += change
            if now < best:
                best, found = now, pod_of[:]
        warmth = warmth * COOLS[0] // COOLS[1]
    return found, tried


def chances(block):
    """(for each stage the trials, as two nodes and −ln u in FINEs each; how many they are), by the lots of
    the block's players."""
    lots = b"".join(block.field.digests[place] for place in block.places)
    seed = int.from_bytes(hashlib.sha256(lots).digest()[:8])
    tried = min(MOST_TRIALS, TRIALS_PER_SEAT * block.nodes) // STAGES * STAGES
    raw = np.random.PCG64(seed).random_raw(tried)
    one, two = raw % np.uint64(block.nodes), (raw >> np.uint64(26)) % np.uint64(block.nodes)
    logs = np.array(LOGS)[raw >> np.uint64(64 - BITS)]
    columns = (part.reshape(STAGES, -1).tolist() for part in (one, two, logs))
    return [zip(*stage, strict=True) for stage in zip(*columns, strict=True)], tried
