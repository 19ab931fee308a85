"""Tables: who sits there, what they order, what its events add up to, and the bots at it."""
