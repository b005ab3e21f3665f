"""Print the seconds and the bytes of memory that importing the module named takes, after NumPy."""

import importlib
import resource
import sys
from pathlib import Path
from time import perf_counter

import numpy as np  # noqa: F401 (not to be measured)

STATM = Path("/proc/self/statm")


def memory() -> int:
    """What is held now, or else the most that was held."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    held = memory()
    start = perf_counter()
    importlib.import_module(sys.argv[1])
    time = perf_counter() - start
    print(time, memory() - held)
