"""The house is in order: what the documents promise is what the commands do."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import upcard

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "upcard"

FIRST = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/upcard"
SECOND = ".venv/bin/pip install '.[test]' && .venv/bin/python scripts/test"

# A file that is longer than 400 lines, and why it reads better in one piece.
LONG_FILES: dict[str, str] = {}

# Words that say nothing about the domain (CONTRIBUTING.md, "Words").
EMPTY_WORDS = re.compile(r"(?i)manager|handler|utils?\b|helper|process(?!or\b)")
# Names that another library chose.
FOREIGN_WORDS = re.compile(r"exception_handlers?|as_completed|ProcessPoolExecutor|subprocess")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def help_of(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "upcard", *arguments, "--help"],
        capture_output=True,
        text=True,
        env={"PATH": "", "COLUMNS": "80", "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def commands() -> list[str]:
    """The commands that `upcard --help` names, each at the start of a line of its own."""
    found = re.findall(r"^ {2,6}([a-z][a-z-]+) {2,}\S", help_of(), re.MULTILINE)
    return [name for name in found if not name.startswith("-")]


def test_the_readme_holds_its_two_commands() -> None:
    assert FIRST in text("README.md")
    assert SECOND in text("README.md")


def test_ci_runs_the_commands_of_the_readme() -> None:
    ci = text(".ci/run")
    assert f"\n{FIRST} --help\n" in ci
    install, test = SECOND.split(" && ")
    assert f"\n{install}\n" in ci
    assert f"\n{test} --browser\n" in ci


def test_the_examples_of_the_readme_run() -> None:
    examples = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert examples.failed == 0


def test_the_help_is_one_screen() -> None:
    shown = help_of().splitlines()
    assert len(shown) <= 40
    assert max(map(len, shown)) <= 80


def test_the_help_names_the_commands_that_there_are() -> None:
    names = commands()
    assert {"play", "match", "score", "rules", "verify"} <= set(names)
    for name in names:
        assert name in help_of(name)


def test_the_readme_names_every_command() -> None:
    for name in commands():
        assert f"upcard {name}" in text("README.md")


def test_no_file_is_long_without_a_reason() -> None:
    written = [*SOURCE.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *ROOT.glob("scripts/*")]
    source = ROOT / "frontend" / "src"
    written += [path for kind in ("ts", "tsx", "css") for path in source.rglob(f"*.{kind}")]
    long = {
        str(path.relative_to(ROOT))
        for path in written
        if "static" not in path.parts and len(path.read_text(encoding="utf-8").splitlines()) > 400
    }
    assert long == set(LONG_FILES)


def test_names_are_words_of_the_domain() -> None:
    empty = []
    for path in SOURCE.rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            named = re.match(r"\s*(?:async )?(?:def|class) (\w+)", line)
            if named and EMPTY_WORDS.search(FOREIGN_WORDS.sub("", named[1])):
                empty.append(f"{path.relative_to(ROOT)}:{number}: {named[1]}")
        if EMPTY_WORDS.search(path.stem):
            empty.append(str(path.relative_to(ROOT)))
    assert not empty


@pytest.mark.parametrize("name", [m.name for m in pkgutil.walk_packages(upcard.__path__, "upcard.")], ids=str)
def test_every_module_says_what_it_is_and_exports_what_it_has(name: str) -> None:
    if name.endswith("__main__"):
        return
    module = importlib.import_module(name)
    assert module.__doc__
    for exported in getattr(module, "__all__", ()):
        assert hasattr(module, exported)


def test_the_package_exports_what_it_documents() -> None:
    exported = set(getattr(upcard, "__all__", ()))
    assert exported == {name for name in exported if hasattr(upcard, name)}
    assert re.fullmatch(r"\d+\.\d+\.\d+", upcard.__version__)


def test_the_changelog_tells_of_this_version() -> None:
    assert re.search(rf"^## {re.escape(upcard.__version__)}\b", text("CHANGELOG.md"), re.MULTILINE)


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("*.md")))
def test_links_between_documents_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text(name)):
        assert (ROOT / target).exists(), f"{name} points to {target}"


def test_architecture_and_import_linter_draw_the_same_layers() -> None:
    import tomllib

    layers = tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]["contracts"][0]["layers"]
    for line in layers:
        for module in re.findall(r"\w+", line):
            assert f"`{module}" in text("ARCHITECTURE.md") or f" {module}" in text("ARCHITECTURE.md")


def test_the_guide_to_the_tests_names_every_folder() -> None:
    guide = text("tests/README.md")
    for path in sorted((ROOT / "tests").iterdir()):
        if path.is_dir() and not path.name.startswith(("_", ".")):
            assert f"`{path.name}/" in guide, f"tests/README.md does not mention {path.name}/"
