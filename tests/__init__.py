"""The tests: a folder a field, and what several of them need in `support`."""
