"""The advanced rules: Illuminati that are hidden or copy others, cheats and catching them (R11)."""
