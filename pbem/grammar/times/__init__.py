"""The one grammar of times: spans, days, hours and zones, however people write them."""
