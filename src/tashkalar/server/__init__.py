"""The server: tables for people and bots, and what each of them is shown.

Four rooms, and a question goes through them in this order::

    browser -> wire -> tables -> storage -> notices -> browser, mail
                 |        |
                 +-- scene (what a viewer is shown; knows no server)

``wire``     what comes in and goes out: REST, websockets, headers, rate limits, the client's files.
             It understands messages, decides nothing about a game, and sends scenes.
``tables``   what a table is: seats, clocks, orders and the projection of its events; bots that sit
             at it, and the processes in which they think. It never sees a request or a socket.
``notices``  whoever is waited for in a game over days is told, by push messages or by mail.
``storage``  the event log in the database, its schema and migrations, and the news between workers.
             An event is stored here before anybody hears of it.

``settings``, ``metrics`` and ``refusals`` are known to all of them.
"""
