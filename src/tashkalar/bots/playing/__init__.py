"""What a bot is, and what its levels think with. Nothing here knows of contests or training.

::

    server, terminal, contests -> player -> bot (a level) -> turns -> evaluation -> features

``bot``         what a bot must be able to do, and where bots are found, those of others too.
``player``      how everybody asks one: with what is left of the turn's ``budget``; it refuses an
                answer that is no choice.
``dice``        the chance of bots: it depends on the seed and on what a bot sees.

``levels``      random, novice, greedy and planner; ``strategist`` is the fifth. It judges the best
                turns again by the replies they allow, in worlds with the hidden cards dealt anew.
``alternatives``  the discard action and passing control, made from the turns that it found.
``turns``       searches whole turns, from view to end of turn, with few and likely choices first.

``evaluation``  the value of a position: features times weights.
``features``    what a player would look at: pieces, points, threats; with the cards from
                ``holdings`` and the tasks from ``progress``.
``weights``     what each feature counts in each form, read from ``weights.json``.
``fixed``       numbers as integers, so that every machine finds the same value.

``compiled``    the same thinking in the compiled core, where it is there.

``review``      what a game's players missed, by the same search.
``tactics``     positions with something to be found, and how many of them a bot finds.
"""
