"""What every test run shares: a server to talk to, and one line that says what was skipped.

With TASHKALAR_NO_SKIPS=1 in the environment, a run in which a test was skipped fails.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar import catalogue
from tests import clubs, programs
from tests.catalogues import compile_changed
from tests.clubs import Club
from tests.duels import Duel
from tests.serving import Running, running


def _missing(key: str) -> str:
    raise AssertionError(f"there is no text {key} in the catalogues")


catalogue.missing = _missing  # players would be shown the id; a test fails


def pytest_configure(config: pytest.Config) -> None:
    """Compile the message catalogues that have changed, so that the tests see their texts."""
    if not hasattr(config, "workerinput"):  # the controller does it before its workers start
        compile_changed()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a database of its own."""
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def duel(site: Running) -> Iterator[Duel]:
    with Duel(site) as found:
        yield found


@pytest.fixture(scope="module", params=clubs.BACKENDS)
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    with clubs.servers(request.param, tmp_path_factory.mktemp("services")) as found:
        yield found


@pytest.fixture
def club(servers: dict[str, str], tmp_path: Path) -> Club:
    """One worker on SQLite, then two on PostgreSQL with Redis."""
    return clubs.club(servers, tmp_path)


@pytest.fixture
def old_club(servers: dict[str, str], tmp_path: Path) -> Club:
    """The same without any tables."""
    return clubs.club(servers, tmp_path, migrated=False)


def skip_reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason given for a skip, on one line."""
    longrepr = report.longrepr
    text = str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)
    return " ".join(text.removeprefix("Skipped:").split()) or "no reason given"


def skips(config: pytest.Config) -> Counter[str]:
    """How many tests (or whole modules) were skipped, by reason; expected failures do not count."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    counts: Counter[str] = Counter()
    modules = set()
    if reporter is None:  # a worker process of pytest-xdist: the controller does the counting
        return counts
    for report in {id(r): r for reports in reporter.stats.values() for r in reports}.values():
        if not isinstance(report, pytest.TestReport | pytest.CollectReport):
            continue
        if not report.skipped or hasattr(report, "wasxfail"):
            continue
        if isinstance(report, pytest.CollectReport):  # each worker reports the same module
            if report.nodeid in modules:
                continue
            modules.add(report.nodeid)
        counts[skip_reason(report)] += 1
    return counts


def forbidden_skips(config: pytest.Config) -> Counter[str]:
    """The skips that make this run fail."""
    if os.environ.get("TASHKALAR_NO_SKIPS", "") in ("", "0"):
        return Counter()
    return skips(config)


def one_line(counts: Counter[str]) -> str:
    return "; ".join(f"{count} {reason}" for reason, count in sorted(counts.items())) or "none"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.exitstatus == pytest.ExitCode.OK and forbidden_skips(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    terminalreporter.write_line(f"skipped: {one_line(skips(config))}")
    if forbidden := forbidden_skips(config):
        terminalreporter.write_line(f"failed: skips not allowed here: {one_line(forbidden)}")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Repeat in red, below the last line of pytest, what was not tested for want of a program."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for reason, count in sorted(skips(config).items()):
        if programs.LOUD in reason and reporter is not None:
            line = reason if count > 1 else reason.replace("tests", "test", 1)
            reporter.write_line(f"{count} {line}", red=True, bold=True)
