"""The icons of the installed page, drawn from the mark of the project.

``python -m tests.icons web/public/icons`` writes them (needs Chromium).
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.chromium import started

OCTAGON = "M0-13 9.2-9.2 13 0 9.2 9.2 0 13-9.2 9.2-13 0-9.2-9.2Z"
RUNE = "M0-7V7M-5-3 0-7l5 4M-5 3h10"
LINE = 'fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"'
MARK = f'<path d="{OCTAGON}" fill="#0a6462"/><path d="{RUNE}" stroke="#fff" {LINE}/>'
# Launchers cut what may be masked to a circle or a drop; the badge is a shape without colours.
DRAWN = {
    "icon-192": (192, 28, MARK),
    "icon-512": (512, 28, MARK),
    "icon-maskable-512": (512, 40, f'<path d="M-20-20h40v40h-40Z" fill="#0a6462"/>{MARK}'),
    "badge-96": (96, 24, f'<path d="{RUNE}" stroke="#fff" {LINE}/>'),
}


def main(folder: Path) -> None:
    with started() as browser:
        for name, (pixels, box, drawn) in DRAWN.items():
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            view = f"{-box / 2} {-box / 2} {box} {box}"
            page.set_content(
                f'<style>*{{margin:0}}svg{{display:block}}</style><svg viewBox="{view}" '
                f'width="{pixels}" height="{pixels}" xmlns="http://www.w3.org/2000/svg">'
                f"{drawn}</svg>"
            )
            page.screenshot(path=folder / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
