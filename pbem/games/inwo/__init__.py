"""*Illuminati: New World Order* as the service knows it."""
