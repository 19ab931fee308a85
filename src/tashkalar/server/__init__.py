"""The server: tables for people and bots, and what each of them is shown."""
