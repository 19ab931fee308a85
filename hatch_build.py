"""Build hook: no package without the browser client; message catalogues (.po) compiled (.mo)."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "src/tashkalar/locale/*/LC_MESSAGES/tashkalar.po"
CLIENT = "src/tashkalar/server/web/index.html"


class PackageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before every build of a source archive or a wheel, standard or editable."""

    PLUGIN_NAME = "custom"

    def clean(self, versions: list[str]) -> None:
        for source in self._sources():
            source.with_suffix(".mo").unlink(missing_ok=True)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install comes first: the client is built with what it installs.
        if version != "editable" and not (Path(self.root) / CLIENT).is_file():
            self.app.abort(
                "The browser client is not built, and a package without it could not serve. "
                "Build both with `make package`, or the client alone with `make web`."
            )
        if self.target_name == "wheel":
            for source in self._sources():
                compile_catalogue(source)

    def _sources(self) -> list[Path]:
        return sorted(Path(self.root).glob(CATALOGUES))


def compile_catalogue(source: Path) -> None:
    """Write the .mo file beside the .po file; a line that Babel cannot read is an error."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    locale = source.parent.parent.name
    with source.open("rb") as file:
        catalog = read_po(file, locale=locale, abort_invalid=True)
    # Otherwise Babel writes the time of the build, and no two wheels are equal.
    catalog.creation_date = catalog.revision_date
    target = source.with_suffix(".mo")
    with target.open("wb") as file:
        write_mo(file, catalog)
