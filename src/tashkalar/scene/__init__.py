"""What a viewer is shown of a game: pure functions of a view, which know no server.

The server sends scenes to the page; the terminal uses parts of them. Whoever makes one has a view,
so nothing can be shown that the viewer may not know::

    view, events -> scene -> difference -> whoever shows it

``scene``       puts the whole together, and what the table adds: names, clocks, offers.
``players``     scores, supplies and hands as their number of cards, for each seat.
``hand``        the viewer's cards: where each fits, with which pieces, and what the nearest fit
                lacks.
``tracker``     what may still come of each deck.
``tasks``       the tasks on the table with their parts: have, need, squares.
``question``    what is asked now: choices as squares, cards and buttons, with marks and counters.
``events``      what has happened, as typed structs for animation.
``story``       what has happened, in words, for the log.
``texts``       what never changes during a game: cards, forms, schools, messages in a language.
``rules``       the rules as pages, and what they say of a card.
``examples``    scenarios as rows of boards.
``replay``      a game looked back at: its turns and steps, and what was seen at each of them.
``puzzles``     puzzles in a list, and a try in words.
``summary``     what is kept of a finished game, for figures over many of them.
``trial``       a card tried on a board of one's own.
``verbs``       what a card can do, in single words.
``difference``  a scene in parts, so that only those that changed are sent.
``fields``      the closed sets of values in all of them.

Every struct here becomes a type of the browser client (``server.wire.contract``), and a test finds
fields that no page reads.
"""
