"""Why an order is refused, in English that says what would have worked."""
