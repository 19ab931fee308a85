"""Understanding what a player types: choices in notation, or with parts of the names of cards.

Several choices of one intention may be typed at once: ``summon knight e6``.
"""

from __future__ import annotations

from tashkalar import arena
from tashkalar.cards import CARDS
from tashkalar.catalogue import name, text
from tashkalar.choice import FINISH, Asking, Choice, Kind, choice
from tashkalar.notation import BadChoice, parse_choice
from tashkalar.view import View

_VERBS = {
    "place": Kind.PLACE,
    "lift": Kind.LIFT,
    "summon": Kind.SUMMON,
    "discard": Kind.DISCARD,
    "return": Kind.RETURN,
    "card": Kind.CARD,
    "invoke": Kind.FLARE,
    "claim": Kind.CLAIM,
}
_ON_SQUARES = (Kind.PLACE, Kind.LIFT)
_COUNTED = ("option", "way", "colour")
# What people say for ending a turn; as part of a name it would mean a task.
_ENDS = (["finish"], ["end"], ["end", "turn"])
# A card's name alone means this, by what is asked.
_BARE = {
    Asking.ACTION: (Kind.SUMMON, Kind.FLARE, Kind.CLAIM),
    Asking.END: (Kind.CLAIM, Kind.FLARE, Kind.SUMMON),
    Asking.RETURNED: (Kind.RETURN,),
    Asking.CARD: (Kind.CARD,),
}


class Unclear(ValueError):
    """An answer that cannot be understood; what is unclear about it is put into words later."""

    def __init__(self, why: str, **values: str) -> None:
        super().__init__(why, values)
        self.why, self.values = why, values

    def words(self, language: str = "en") -> str:
        """What is unclear, and what would be right."""
        return text(f"unclear.{self.why}", language, **self.values)

    def __str__(self) -> str:
        return self.words()


def understand(v: View, typed: str, language: str = "en") -> tuple[Choice, ...]:
    """The choices that are meant. Whether they are legal is for the position to say.

    >>> from tashkalar import Game, choice_text
    >>> v = Game.new("high-form", ("highland", "sylvan"), 1).view(0)
    >>> [choice_text(c) for c in understand(v, "summon wild e e5")]
    ['summon wild_eagle', 'e5']
    >>> understand(v, "summon the moon")
    Traceback (most recent call last):
    tashkalar.answers.Unclear: Unknown card “the moon”.
    """
    words = typed.lower().replace(",", " ").split()
    first, rest = _split(words)
    found = [_meant(v, first, language)]
    while rest:
        part, rest = _split(rest)
        found.append(_plain(part, typed))
    return tuple(found)


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The words of the first choice, and those after it. The name of a card ends at a square."""
    match words:
        case ["pass", "control", *_] | ["end", "turn", *_]:
            n = 2
        case [word, _, *_] if word in _COUNTED or _VERBS.get(_verb(word) or "") in _ON_SQUARES:
            n = 2
        case [word, *_] if word in arena.NAMES or word in arena.DIRECTIONS or word == "pass":
            n = 1
        case _:
            squares = (i for i, word in enumerate(words) if i and word in arena.NAMES)
            n = next(squares, len(words))
    return words[:n], words[n:]


def _meant(v: View, words: list[str], language: str) -> Choice:
    if words in _ENDS:
        return FINISH
    square = _square(v, words)
    if square is not None:
        return square
    verb = _verb(words[0]) if words else None
    if verb is not None and len(words) > 1:
        return _with_verb(v, verb, words[1:], language)
    typed = " ".join(words)
    try:
        return parse_choice(typed)
    except BadChoice:
        named = _bare(v, words, language) if words else None
        if named is not None:
            return named
        return _plain(words, typed)


def _plain(words: list[str], typed: str) -> Choice:
    """A choice in notation."""
    shown = " ".join(words)
    try:
        return parse_choice(shown)
    except BadChoice:
        if len(shown) == 2 and shown[0].isalpha() and shown[1].isdigit():
            raise Unclear("square", square=shown) from None
        raise Unclear("words", typed=typed) from None


def _square(v: View, words: list[str]) -> Choice | None:
    """A square alone; between actions it means placing, or lifting in a shortage."""
    if len(words) != 1 or words[0] not in arena.NAMES or not words[0]:
        return None
    square = arena.square(words[0])
    if v.asking not in (Asking.ACTION, Asking.END):
        return choice(Kind.SQUARE, square)
    lifts = any(c.kind == Kind.LIFT for c in v.choices())
    return choice(Kind.LIFT if lifts else Kind.PLACE, square)


def _verb(word: str) -> str | None:
    """A verb, perhaps cut short."""
    found = [verb for verb in _VERBS if verb.startswith(word)]
    return word if word in _VERBS else found[0] if len(found) == 1 else None


def _with_verb(v: View, verb: str, rest: list[str], language: str) -> Choice:
    kind = _VERBS[verb]
    if kind in _ON_SQUARES:
        shown = " ".join(rest)
        if shown not in arena.NAMES:
            raise Unclear("square", square=shown)
        return choice(kind, arena.square(shown))
    return choice(kind, _card(v, (kind,), rest, language))


def _bare(v: View, words: list[str], language: str) -> Choice | None:
    kinds = _BARE.get(Asking(v.asking))
    if kinds is None:
        return None
    try:
        card = _card(v, kinds, words, language)
    except Unclear as error:
        if error.why == "names":
            raise
        return None
    deck = CARDS[card].deck
    if len(kinds) == 1:
        return choice(kinds[0], card)
    return choice({"flares": Kind.FLARE, "tasks": Kind.CLAIM}.get(deck, Kind.SUMMON), card)


def _card(v: View, kinds: tuple[Kind, ...], words: list[str], language: str) -> int:
    """A card by part of its name: among what is offered first, then the hand, then all cards."""
    offered = [c.value for c in v.choices() if c.kind in kinds]
    mine = [*v.beings[v.viewer], *v.legends[v.viewer], *v.flares[v.viewer], *v.tasks]
    for among in (offered, mine, CARDS):
        found = list(dict.fromkeys(n for n in among if _fits(n, words, language)))
        exact = [n for n in found if _same(n, words, language)]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found:
            names = ", ".join(name(CARDS[n].id, language) for n in found[:4])
            raise Unclear("names", typed=" ".join(words), names=names)
    raise Unclear("card", typed=" ".join(words))


def _parts(called: str) -> list[str]:
    return called.lower().replace("-", " ").replace("_", " ").replace("'", "").split()


def _same(number: int, words: list[str], language: str) -> bool:
    wanted = _parts(" ".join(words))
    card = CARDS[number].id
    return wanted in (_parts(card), _parts(name(card, language)))


def _fits(number: int, words: list[str], language: str) -> bool:
    """Every word typed begins a word of the name, in any order."""
    card = CARDS[number].id
    parts = _parts(card) + _parts(name(card, language))
    return all(any(part.startswith(w) for part in parts) for w in _parts(" ".join(words)))
