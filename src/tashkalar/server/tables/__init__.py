"""Tables: who sits there, what they order, what its events add up to, and the bots at it.

It never sees a request or a socket. A table is what its stored events add up to, and there is one
way to change it::

    orders, bots -> registry.append -> storage (the event is safe) -> the new course -> watchers

Values:

``projection``  the course of a table: a value that each event turns into a new one. An order plays
                a choice here once, and what it led to becomes the course as soon as it is stored.
``seats``       who sits where, and what a name may look like.
``clocks``      the time each seat has left, worked out from the times of the events.
``waiting``     who is waited for at a table over days, and may want to be told.
``stored``      a table as rows of the database, and derived again from them, or refused if the
                game would come out otherwise.

What lives as long as a worker, put together in ``service``:

``table``       one table in memory: its course, a lock, and whoever watches it.
``registry``    the tables in memory, and the one way an event comes into a table.
``orders``      what people ask for at a table (choose, undo, take back, resign, replace): each
                becomes one event or is refused.
``lobby``       making and finding tables; ``continuing`` makes one that goes on from a position of
                another game.
``guests``      who somebody is, by the tokens of browsers; ``accounts`` protects names, and
                ``leaving`` deletes what is known of somebody.
``club``        counts rated games and takes tournaments from round to round. ``ratings`` says which
                games count and ``rating`` has the arithmetic; ``tournaments`` has the rounds,
                ``pairing`` and ``standings`` are pure. ``admission`` says who sits down together.
``solving``     how well somebody solves puzzles, worked out from first tries.
``moderation``  what whoever runs the server has decided; ``office`` is where they decide it, on
                the command line, and ``transcripts`` takes games out of a database and into one.
``past_games``  finished games in lists and figures; those that go on from a position do not count.
``presence``    who is here, written down for other workers.
``bots``        notices that a bot is to choose, asks ``thinking`` and orders what it answers;
                ``thinking`` keeps the processes in which ``thinker`` runs, so that no table waits.
"""
