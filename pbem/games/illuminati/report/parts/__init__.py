"""What a report tells, part by part."""
