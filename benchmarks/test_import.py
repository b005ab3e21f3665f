"""What an import costs after that of NumPy, in fresh processes."""

import subprocess
import sys
from pathlib import Path
from statistics import median

import peers
import pytest
from comparison import Comparison, Row, median_ratio

SCRIPT = Path(__file__).with_name("import_cost.py")
ROUNDS = 15
MEBIBYTE = 1 << 20


def cost(module: str) -> tuple[float, float]:
    """Seconds and mebibytes."""
    command = [sys.executable, str(SCRIPT), module]
    time, memory = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(time), int(memory) / MEBIBYTE


def test_import(comparison: Comparison) -> None:
    pytest.importorskip("resource", reason="this platform has no module resource")
    peers.needed("eval7")
    for module in ("eval7", "mazzo"):
        cost(module)
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    timed = comparison.alternate(lambda: ours.append(cost("mazzo")), lambda: theirs.append(cost("eval7")), ROUNDS)
    if not timed:
        return
    goals = [("import, time", "s", 60e-3), ("import, memory", "MiB", 8)]
    for i, (what, unit, at_most) in enumerate(goals):
        mine, other = ([run[i] for run in runs] for runs in (ours, theirs))
        ratio = median_ratio(other, mine)
        comparison.add(Row(what, median(mine), unit, median(other), "eval7", ratio, at_most=at_most))
