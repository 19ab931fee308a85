"""What is kept: the event log of every table, guests, and the news between workers."""
