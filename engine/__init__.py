"""The rules: pure, knowing no clock, no chance, no file and no log."""
