"""Mail as values: bytes to Letter, Message to bytes; no database, no network, no clock."""
