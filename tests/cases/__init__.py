"""Tables of small situations with the right answer."""

import json
from pathlib import Path
from typing import Any

import pytest

Case = dict[str, Any]


def poker_cases(area: str) -> pytest.MarkDecorator:
    """Parametrize a test by the cases of one area of poker.jsonl, named by their number."""
    lines = (Path(__file__).parent / "poker.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["area"] == area]
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])
