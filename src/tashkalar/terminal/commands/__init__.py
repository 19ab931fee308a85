"""The commands of ``tashkalar``, one module for each section of its help.

A command reads its options and hands them to the module that does the work. It imports that module
when it runs, so that ``tashkalar cards`` never waits for what a contest or a server needs.
"""
