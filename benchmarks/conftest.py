"""The fixture that all benchmarks use, and the table at the end."""

import pytest
from comparison import Comparison, Row, table
from pytest_benchmark.fixture import BenchmarkFixture

ROWS = pytest.StashKey[list[Row]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []


@pytest.fixture
def comparison(benchmark: BenchmarkFixture, pytestconfig: pytest.Config) -> Comparison:
    return Comparison(benchmark, pytestconfig.stash[ROWS])


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: "pytest.TerminalReporter", config: pytest.Config) -> None:
    rows = config.stash[ROWS]
    if not rows:
        return
    terminalreporter.section("mazzo and its peers, medians of alternating rounds")
    for line in table(rows):
        terminalreporter.line(line)
