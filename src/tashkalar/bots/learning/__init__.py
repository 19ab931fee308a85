"""Training: what turns games into weights."""
