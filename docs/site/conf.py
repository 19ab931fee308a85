"""The documentation site: the documents as they lie in the repository, with a navigation.

The source folder is the repository itself, so links between the documents are links of the site.
``make docs`` builds it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from tashkalar import __version__

ROOT = Path(__file__).parent.parent.parent

# The navigation: every document once. A test compares it with the folder.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Players": ("docs/play", "docs/rules", "docs/rules.pl", "docs/rules.cs"),
    "Hosting": ("docs/server", "docs/scale"),
    "Programs": (
        "docs/api",
        "docs/site/reference",
        "docs/notation",
        "docs/puzzles",
        "docs/bots",
        "docs/strength",
        "docs/trials",
        "docs/research",
    ),
    "Inside": (
        "docs/architecture",
        "docs/language",
        "core/README",
        "web/README",
        "tests/vectors/README",
    ),
    "Taking part": ("CONTRIBUTING", "docs/translating", "CHANGELOG"),
}
# Documents that are not in English, by the ends of their names.
LANGUAGES = {".pl": "pl", ".cs": "cs"}

project = "Tash-Kalar in Python"
author = "The Tash-Kalar in Python founders"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["README.md", *(f"{name}.*" for names in SECTIONS.values() for name in names)]
# What is not walked through: all but the folders of the documents.
exclude_patterns = [
    *(
        file.name
        for file in ROOT.iterdir()
        if file.is_dir() and file.name not in ("core", "docs", "tests", "web")
    ),
    "web/node_modules",
]

# Links to headings are those of code hosts; examples without a language are drawn boards.
myst_heading_anchors = 6
myst_enable_extensions = ["html_image"]
highlight_language = "text"

# Docstrings put names in single or double backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_default_options = {"exclude-members": "__init__, __new__"}
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = project
html_favicon = str(ROOT / "web" / "public" / "favicon.svg")
html_show_copyright = html_show_sphinx = False
html_copy_source = False
# The teal of the page, for light and dark.
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6560", "color-brand-content": "#0b6560"},
    "dark_css_variables": {"color-brand-primary": "#63d6c9", "color-brand-content": "#63d6c9"},
}


def _with_navigation(app: Sphinx, name: str, source: list[str]) -> None:
    """The first page holds the navigation; in the repository it does without."""
    if name == root_doc:
        for caption, names in SECTIONS.items():
            pages = "\n".join(f"/{page}" for page in names)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def _in_its_language(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Readers aloud, hyphenation and search engines are told the language of a page."""
    for ending, language in LANGUAGES.items():
        if name.endswith(ending):
            context["language"] = language


def _under_the_usual_name(app: Sphinx, error: Exception | None) -> None:
    """A folder is opened, by browsers and servers, at its ``index.html``."""
    if error is None:
        shutil.copyfile(app.outdir / f"{root_doc}.html", app.outdir / "index.html")


def setup(app: Sphinx) -> None:
    app.add_lexer("scenario", TextLexer)
    app.connect("source-read", _with_navigation)
    app.connect("html-page-context", _in_its_language)
    app.connect("build-finished", _under_the_usual_name)
