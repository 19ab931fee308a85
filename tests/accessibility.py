"""What axe-core finds on a page: everything it knows, good practice included."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parent.parent / "web/node_modules/axe-core/axe.min.js"
# Handed over as a text: the content security policy of the page has no say in a debugger's scripts.
RUN = """async (run) => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
}"""


def violations(page: Page) -> list[str]:
    """One line for each element that breaks a rule, with the rule and what would mend it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
    found: list[str] = page.evaluate(RUN)
    return found
