"""The moderator's commands, the same by mail, on the command line and in the web console."""
