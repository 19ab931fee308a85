"""What comes in and goes out: REST, websockets, and the files of the client.

It understands messages and decides nothing about a game: an order goes to ``tables``, and what is
shown comes from ``scene``. Two ways lead in, both through ``shell`` (headers, origins, sizes,
rates)::

    request   -> app -> rest, people -> tables.lobby, tables.guests, storage.archive
    websocket -> app -> conversation -> tables.orders
    browser   <- sockets <- rendering <- tables.table (a course has changed)

``app``           the application: routes, and what runs as long as it does; ``run`` starts it.
``worker``        what all connections of one process share: the table service, limits, renderer.
``shell``         around every request; ``limits`` has its token buckets.
``people``        who somebody is: guests, other devices, protected names, being forgotten.
``company``       other players: muting, blocking and reporting them.
``ratings``       lists of ratings; ``tournaments`` makes, shows and runs tournaments.
``rest``          lobby and records; ``rows`` are tables as lists show them, ``names`` what
                  everybody at a table is called. ``reference`` has what is the same for everybody,
                  ``manual`` the description of this interface as a page.
``talk``          what all websockets have in common: greeting, reading, answering, refusing.
``rehearsal``     a table in memory for one websocket: ``learning`` has lessons at it, ``puzzling``
                  puzzles; ``lessons`` and ``puzzles`` list them and tell who has done what.
``replays``       looking back at games of tables and of records, and going on from a step.
``games``         finished games: one's own, all of their records, and those of the club.
``invitations``   links to pass on; ``network`` knows where the server is reached, ``qr`` draws.
``notifying``     how somebody wants to be told of games over days.
``reporting``     problems that players report, as their seats saw the game.
``health``        what answers and what does not, and figures, for whoever runs the server.
``conversation``  reads the messages of one websocket and answers each; ``protocol`` has the
                  messages.
``sockets``       one websocket as a watcher of a table: what waits to be sent, and what its owner
                  has seen, so that a scene can be sent as its difference from the last.
``rendering``     makes the scenes, one at a time and after the moves, and lets watchers with the
                  same eyes and language share one.
``languages``     which language an answer is in.
``web``           the files of the browser client; ``manifest`` says how it is installed.
``contract``      all messages and scenes as TypeScript, written by ``typescript`` from the
                  structs.

A choice, from click to paint: ``conversation`` decodes it, ``orders`` plays it once on the course,
``registry`` stores the event, exchanges the course and tells the watchers, ``conversation``
acknowledges, ``rendering`` makes what each watcher sees, ``sockets`` sends what is new in it.
"""
