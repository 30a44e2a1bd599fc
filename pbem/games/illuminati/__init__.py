"""Illuminati (1999): how it is typed, judged, told and tried."""
