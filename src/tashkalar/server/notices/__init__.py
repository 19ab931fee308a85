"""Notices: whoever is waited for in a game over days is told, if they asked for it.

It knows no request and decides nothing about a game. That somebody is waited for is noted with the
event that led to it (``tables.waiting``, ``storage.notices``); from there it goes::

    waits -> courier.gather -> outbox -> courier.deliver -> push, mail

``subscribing``  how somebody wants to be told: browsers, and a confirmed address of e-mail.
``letters``      what is sent: which tables, and the words for it. Nothing hidden is in it.
``courier``      gathers what is due, sends it, tries again later, gives up.
``push``         to a browser: encrypted for it, signed with the key of the house.
``endpoints``    where push messages may be sent to: the world, not the network of the server.
``mail``         to an address of e-mail, over SMTP.

Everything is off until whoever runs the server sets it, and then until somebody asks for it.
"""
