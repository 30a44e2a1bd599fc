"""How fast the parts of the service are, beside the limits they must keep to."""
