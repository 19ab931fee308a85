"""What a bot is, and what its levels think with."""
