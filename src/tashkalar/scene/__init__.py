"""What a viewer is shown of a game: pure functions of a view, which know no server.

``scene`` puts the whole together: ``players``, ``hand``, ``tasks``, the ``question`` that is asked,
the ``events`` to animate and the ``story`` in words. ``texts`` is what never changes during a game.
``difference`` takes a scene apart, so that only what changed is sent; ``fields`` names closed sets.
"""
