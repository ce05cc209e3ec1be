"""What every test may use: which tests run, golden files, and Hypothesis' settings."""

import difflib
from collections.abc import Callable, Generator
from pathlib import Path

import hypothesis
import pytest

from tests.chromium import find_chromium

ROOT = Path(__file__).resolve().parent.parent
BLESSED = {"bless", "golden"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("upcard")
    group.addoption("--long", action="store_true", help="run the tests marked `long` too")
    group.addoption(
        "--browser", action="store_true", help="every browser test; fail where there is no Chromium"
    )
    group.addoption("--bless", action="store_true", help="write golden files anew; see scripts/bless")


def pytest_configure(config: pytest.Config) -> None:
    # No deadline: a test's time depends on what else a machine does. The quick run is the same
    # every time; the long one looks for examples that nobody has seen.
    hypothesis.settings.register_profile("quick", deadline=None, max_examples=50, derandomize=True)
    hypothesis.settings.register_profile("long", deadline=None, max_examples=1000, print_blob=True)
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "quick")
    if config.getoption("--browser") and find_chromium() is None:
        raise pytest.UsageError("--browser insists on Chromium, and there is none on the PATH")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chromium = find_chromium() is not None

    def runs(item: pytest.Item) -> bool:
        if config.getoption("--bless") and not BLESSED & set(getattr(item, "fixturenames", ())):
            return False
        if item.get_closest_marker("long") and not config.getoption("--long"):
            return False
        if item.get_closest_marker("thorough") and not (
            config.getoption("--browser") or config.getoption("--long")
        ):
            return False
        return chromium or not item.get_closest_marker("browser")

    config.hook.pytest_deselected(items=[item for item in items if not runs(item)])
    items[:] = [item for item in items if runs(item)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and item.config.getoption("--browser") and item.get_closest_marker("browser"):
        report.outcome = "failed"  # --browser insists: a browser test that was skipped has not run
        report.longrepr = f"skipped, but --browser insists: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout that the tests belong to."""
    return ROOT


@pytest.fixture(scope="session")
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether to write the expected values anew instead of comparing with them."""
    return bool(request.config.getoption("--bless"))


@pytest.fixture(scope="session")
def golden(bless: bool) -> Callable[[str, str], None]:
    """`golden(name, text)`: the text is what tests/golden/name holds (or, blessed, will hold)."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "golden" / name
        if bless:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        if not path.exists():
            pytest.fail(f"tests/golden/{name} is not there yet: scripts/bless, then read it")
        kept = path.read_text(encoding="utf-8")
        if kept != text:
            lines = difflib.unified_diff(
                kept.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm=""
            )
            shown = list(lines)
            more = [f"… and {len(shown) - 60} more lines"] if len(shown) > 60 else []
            pytest.fail("\n".join([*shown[:60], *more]), pytrace=False)

    return compare
