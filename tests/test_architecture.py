"""The walls of the house: who imports whom, what is loaded, what is shipped."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from cases import Case, poker_cases

import mazzo

SOURCE = Path(mazzo.__file__).parent

# Each module may import those before it.
ORDER = [
    "cards",
    "_native",
    "_threads",
    "strength",
    "ranges",
    "_tally",
    "preflop",
    "_spots",
    "_exact",
    "_sampling",
    "equity",
    "draw",
    "game",
    "wire",
    "poker",
    "burraco",
    "match",
    "fair",
    "store",
    "thinking",
    "standing",
    "table",
    "bots",
    "arena",
    "games",
    "terminal",
    "cli",
]
ROOMS = {"arena", "bots", "burraco", "cli", "poker", "terminal"}  # folders, whose files may import each other

# What `import mazzo` loads; the rest loads when it is used.
LOADED = set(ORDER[: ORDER.index("draw")])


def imports_of(path: Path) -> set[str]:
    """Names of the package's modules that a file imports anywhere, the first part each."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names |= {f"{module}.{alias.name}" for alias in node.names} if module == "mazzo" else {module}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("mazzo.")}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_run_one_way(path):
    place = path.relative_to(SOURCE).with_suffix("").parts[0]
    if place not in ("__init__", "__main__"):
        assert imports_of(path) <= {*ORDER[: ORDER.index(place)], *(ROOMS & {place})}


@pytest.mark.parametrize("name", ["fair", "store", "thinking", "standing", "table"])
def test_what_hosts_games_knows_none(name):
    assert not imports_of(SOURCE / f"{name}.py") & {"poker", "burraco", "bots", "arena", "games"}


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_import_loads_no_more_than_it_needs():
    new = loaded_by("import mazzo") - loaded_by("import numpy")
    costly = {"click", "rich", "importlib.metadata", "concurrent.futures", "multiprocessing", "asyncio", "matplotlib"}
    assert not {name for name in new if name in costly or name.split(".")[0] in costly}
    assert {name.split(".")[1] for name in new if name.startswith("mazzo.")} == LOADED


def test_public_names_exist_and_are_documented():
    for name in mazzo.__all__:
        assert getattr(mazzo, name).__doc__, name
    assert sorted(mazzo.__all__) == mazzo.__all__


def test_package_data_is_small():
    assert sum(path.stat().st_size for path in (SOURCE / "data").iterdir()) <= 500_000


PACKAGING = {"PK-001": "wheels", "PK-003": "removed modules", "PK-005": "console encoding"}


@poker_cases("packaging")
def test_case(case: Case):
    match PACKAGING[case["id"]]:
        case "wheels":
            pytest.skip("installing without a compiler waits for wheels")
        case "removed modules":
            removed = {"distutils", "imp", "pkg_resources", "asyncore"}
            for path in SOURCE.rglob("*.py"):
                tree = ast.parse(path.read_text(encoding="utf-8"))
                names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
                names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
                assert not removed & {name.split(".")[0] for name in names}, path
        case "console encoding":
            for encoding in ("cp1252", "ascii"):
                command = [sys.executable, "-m", "mazzo", "evaluate", "AhKh", "QdQc", "-b", "Qs7h2hTh3d"]
                result = subprocess.run(command, capture_output=True, check=True, env={"PYTHONIOENCODING": encoding})
                text = result.stdout.decode(encoding)
                assert "Qs 7h 2h Th 3d" in text
                assert "Ah Kh Th 7h 2h" in text
