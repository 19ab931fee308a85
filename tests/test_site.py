"""The documentation site: it builds, holds every document, and asks nobody else for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import tashkalar

ROOT = Path(__file__).parent.parent
BUILD = (sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs/site")
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/README.md", "tests/vectors/README.md"),
    *(f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md"))),
)
# A page of the generator without words of its own: all its links are the navigation's.
NAVIGATION = "search.html"
# Names of vocabularies, which no browser asks for; licenses in comments are cut before.
NAMES = ("http://www.w3.org/",)
OUTSIDE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)
LOADED = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)|@import\s+["']([^"']+)""")


@dataclass
class Page(HTMLParser):
    """What a page links to, what a browser loads for it, and the places that can be linked to."""

    html: str
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    language: str | None = None

    def __post_init__(self) -> None:
        super().__init__()
        self._styled = False
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._styled = tag == "style"
        if tag == "html":
            self.language = given.get("lang")
        if "id" in given:
            self.ids.add(given["id"])
        if tag in ("a", "area"):
            self.links += [given["href"]] if "href" in given else []
            return
        names = ("src", "data", "poster", "href", "xlink:href", "action")
        self.loads += [given[name] for name in names if name in given]
        self.loads += [part.split()[0] for part in given.get("srcset", "").split(",") if part]
        self.loads += loaded_by_style(given.get("style", ""))

    def handle_data(self, data: str) -> None:
        if self._styled:
            self.loads += loaded_by_style(data)

    def handle_endtag(self, tag: str) -> None:
        self._styled = False


def loaded_by_style(css: str) -> list[str]:
    """What a style sheet makes a browser load."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    found = ["".join(groups) for groups in LOADED.findall(css)]
    return [address for address in found if not address.startswith("data:")]


def named_by_script(js: str) -> list[str]:
    """The outside addresses in a script: it could ask for each of them."""
    js = re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", js, flags=re.DOTALL)
    found = re.findall(r"""(?:https?:|wss?:)?//\w[^"'`\s)]*""", js)
    return [address for address in found if not address.startswith(NAMES)]


def asked_elsewhere(folder: Path) -> list[str]:
    """Everything that a reader's browser would ask another server for."""
    found = []
    for file in sorted(folder.rglob("*")):
        read = {
            ".html": lambda text: Page(text).loads,
            ".svg": lambda text: Page(text).loads,
            ".css": loaded_by_style,
            ".js": named_by_script,
        }.get(file.suffix)
        if read is not None and file.name != "searchindex.js":  # that one is data
            text = file.read_text(encoding="utf-8")
            found += [f"{file.name}: {a}" for a in read(text) if OUTSIDE.match(a)]
    return found


def pages_of(folder: Path) -> dict[str, Page]:
    return {
        file.relative_to(folder).as_posix(): Page(file.read_text(encoding="utf-8"))
        for file in sorted(folder.rglob("*.html"))
    }


def target(folder: Path, page: str, link: str) -> tuple[str, str]:
    """The file of the site that a link on a page leads to, and the place in it."""
    path, _, anchor = link.partition("#")
    file = (folder / page).parent / unquote(path.partition("?")[0]) if path else folder / page
    return file.resolve().relative_to(folder.resolve()).as_posix(), unquote(anchor)


def leading_nowhere(folder: Path, pages: dict[str, Page]) -> list[str]:
    """Links and loads inside the site whose file or place in it does not exist."""
    found = []
    for name, page in pages.items():
        for link in page.links + page.loads:
            if OUTSIDE.match(link) or link.startswith("data:"):
                continue
            file, anchor = target(folder, name, link)
            there = (folder / file).is_file()
            if not there or (anchor and file in pages and anchor not in pages[file].ids):
                found.append(f"{name}: {link}")
    return found


def test_the_site_is_whole_and_asks_nobody_else(tmp_path: Path) -> None:
    """One test: the site is built once. Warnings of the generator are errors."""
    folder = tmp_path / "site"
    done = subprocess.run(
        [*BUILD, "-d", str(tmp_path / "doctrees"), ".", str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pages = pages_of(folder)
    assert asked_elsewhere(folder) == []
    assert leading_nowhere(folder, pages) == []

    listed = {
        target(folder, NAVIGATION, link)[0]
        for link in pages[NAVIGATION].links
        if not OUTSIDE.match(link)
    }
    expected = {re.sub(r"\.md$", ".html", name) for name in DOCUMENTS}
    assert expected - listed == set()
    assert pages["index.html"].html == pages["README.html"].html

    documented = pages["docs/site/reference.html"].ids
    assert [name for name in tashkalar.__all__ if f"tashkalar.{name}" not in documented] == []
    spoken = {name: pages[f"docs/rules{name}.html"].language for name in ("", ".pl", ".cs")}
    assert spoken == {"": "en", ".pl": "pl", ".cs": "cs"}


def test_what_is_asked_elsewhere_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<link rel="stylesheet" href="https://fonts.example/a.css"><a href="https://fine.example">'
        '<img src="here.png" srcset="//img.example/b.png 2x"><div style="background: url(//c.d)">'
        "<style>@import 'http://e.example/f.css'; p { src: url(g.woff) }</style>"
    )
    (tmp_path / "a.css").write_text("/* url(//no) */ p { x: url('data:image/svg+xml,http://n') }")
    (tmp_path / "b.css").write_text('@font-face { src: url( "https://h.example/i.woff" ) }')
    (tmp_path / "a.js").write_text(
        "// https://comment.example\nfetch('https://j.example/k'); x = 'http://www.w3.org/2000/svg'"
    )
    assert asked_elsewhere(tmp_path) == [
        "a.html: https://fonts.example/a.css",
        "a.html: //img.example/b.png",
        "a.html: //c.d",
        "a.html: http://e.example/f.css",
        "a.js: https://j.example/k",
        "b.css: https://h.example/i.woff",
    ]


def test_what_leads_nowhere_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="#here"><a href="#gone"><a href="b.html"><img src="c.png">'
        '<a href="https://elsewhere.example">'
    )
    found = leading_nowhere(tmp_path, pages_of(tmp_path))
    assert found == ["a.html: #gone", "a.html: b.html", "a.html: c.png"]
