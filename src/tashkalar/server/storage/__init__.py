"""What is kept: the event log of every table, guests, and the news between workers.

It knows no rules: an event is a row with a number, and what rows add up to is worked out in
``tables``. Nothing here is called from ``wire`` while a game is played, except to read::

    tables -> store -> archive -> schema (SQLite or PostgreSQL)
    tables <-> fanout (Redis, or nobody when a worker is alone)

``event_log``   the kinds of events, as they are written. They are never changed, so a new version
                reads those of all earlier ones.
``schema``      the tables of the database; ``migrations`` bring an older one up to date.
``archive``     every question to the database and every change of it, each inside a transaction;
                ``people`` has those about guests, ``games`` those about finished
                games and their summaries, ``sanctions`` what operators
                decide, ``reports`` the problems that players have reported, ``avoided`` whom they
                mute or block, ``ratings``, ``tournaments`` and ``puzzles`` what their names say,
                ``progress`` lessons, ``notices`` who is to be told what, and how.
``store``       the one thread that writes. It puts whatever waits into one transaction, and a
                caller goes on only when its own part is safe. Failing means: nothing was promised.
``fanout``      tells other workers which table has changed; they read what from the database.

Two workers may hold the same table. The number of an event is unique at its table, so of two
events that were decided on at once the second is refused by the database; its worker catches up
and decides again.
"""
