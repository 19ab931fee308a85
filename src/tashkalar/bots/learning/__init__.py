"""What turns games into weights."""
