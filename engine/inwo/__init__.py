"""The rules of Illuminati: New World Order (I1 to I39), pure: no clock and no chance of its own."""
