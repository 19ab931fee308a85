"""What comes in and goes out: REST, websockets, and the files of the client."""
