"""Understanding what a player types: a number, a choice in notation, or part of a name."""

from __future__ import annotations

from tashkalar import Asking, BadChoice, Choice, Kind, View, arena, parse_choice
from tashkalar.cards import CARDS
from tashkalar.choice import choice
from tashkalar.terminal.screen import Screen

_VERBS = {
    "place": Kind.PLACE, "lift": Kind.LIFT, "summon": Kind.SUMMON, "discard": Kind.DISCARD,
    "return": Kind.RETURN, "card": Kind.CARD, "invoke": Kind.FLARE, "claim": Kind.CLAIM,
}  # fmt: skip
_ON_SQUARES = (Kind.PLACE, Kind.LIFT)
# A card's name alone means this, by what is asked.
_BARE = {
    Asking.ACTION: (Kind.SUMMON, Kind.FLARE, Kind.CLAIM),
    Asking.END: (Kind.CLAIM, Kind.FLARE, Kind.SUMMON),
    Asking.RETURNED: (Kind.RETURN,),
    Asking.CARD: (Kind.CARD,),
}


class Unclear(ValueError):
    """An answer that cannot be understood; the message says why."""


def understand(screen: Screen, v: View, typed: str, numbered: list[Choice]) -> Choice:
    """The choice that is meant. Whether it is legal is for the position to say."""
    words = typed.lower().replace(",", " ").split()
    if len(words) == 1 and words[0].isdigit():
        number = int(words[0])
        if not 1 <= number <= len(numbered):
            raise Unclear(screen.say("unclear.number", last=len(numbered)))
        return numbered[number - 1]
    square = _square(v, words)
    if square is not None:
        return square
    verb = _verb(words[0])
    if verb is not None and len(words) > 1:
        return _with_verb(screen, v, verb, words[1:])
    try:
        return parse_choice(typed)
    except BadChoice:
        named = _bare(screen, v, words)
        if named is not None:
            return named
        if len(typed) == 2 and typed[0].isalpha() and typed[1].isdigit():
            raise Unclear(screen.say("unclear.square", square=typed)) from None
        raise Unclear(screen.say("unclear.words", typed=typed)) from None


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


def _with_verb(screen: Screen, v: View, verb: str, rest: list[str]) -> Choice:
    kind = _VERBS[verb]
    if kind in _ON_SQUARES:
        return parse_choice(f"{verb} {' '.join(rest)}")
    return choice(kind, _card(screen, v, (kind,), rest))


def _bare(screen: Screen, v: View, words: list[str]) -> Choice | None:
    kinds = _BARE.get(Asking(v.asking))
    if kinds is None:
        return None
    try:
        card = _card(screen, v, kinds, words)
    except BadChoice:
        return None
    deck = CARDS[card].deck
    if len(kinds) == 1:
        return choice(kinds[0], card)
    return choice({"flares": Kind.FLARE, "tasks": Kind.CLAIM}.get(deck, Kind.SUMMON), card)


def _card(screen: Screen, v: View, kinds: tuple[Kind, ...], words: list[str]) -> int:
    """A card by part of its name: among what is offered first, then the hand, then all cards."""
    offered = [c.value for c in v.choices() if c.kind in kinds]
    mine = [*v.beings[v.viewer], *v.legends[v.viewer], *v.flares[v.viewer], *v.tasks]
    for among in (offered, mine, CARDS):
        found = list(dict.fromkeys(n for n in among if _fits(screen, n, words)))
        exact = [n for n in found if _same(screen, n, words)]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found:
            names = ", ".join(screen.name(CARDS[n].id) for n in found[:4])
            raise Unclear(screen.say("unclear.names", typed=" ".join(words), names=names))
    raise BadChoice(screen.say("unclear.card", typed=" ".join(words)))


def _parts(name: str) -> list[str]:
    return name.lower().replace("-", " ").replace("_", " ").replace("'", "").split()


def _same(screen: Screen, number: int, words: list[str]) -> bool:
    wanted = _parts(" ".join(words))
    card = CARDS[number].id
    return wanted in (_parts(card), _parts(screen.name(card)))


def _fits(screen: Screen, number: int, words: list[str]) -> bool:
    """Every word typed begins a word of the name, in any order."""
    card = CARDS[number].id
    parts = _parts(card) + _parts(screen.name(card))
    return all(any(part.startswith(w) for part in parts) for w in _parts(" ".join(words)))
