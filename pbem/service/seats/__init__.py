"""Who sits where: absences, sitters, standby players, those who leave, and moderators."""
