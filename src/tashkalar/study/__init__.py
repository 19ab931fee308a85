"""Studies: a position, and what could follow it, as a tree with comments.

``tree``      the study as a value: where it starts, its steps, how it is played through.
``text``      its text form, a record with variations, which reads back exactly.
``setup``     a position put together by hand, and a position as such a set-up.
``bringing``  studies out of other texts: records, scenarios, positions.
``taking``    what a study gives: a scenario, or the record of one of its lines.
"""

from tashkalar.study.bringing import bring
from tashkalar.study.text import BadStudy, parse_study
from tashkalar.study.tree import Study, StudyStep

__all__ = ["BadStudy", "Study", "StudyStep", "bring", "parse_study"]
