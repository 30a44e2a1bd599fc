"""What a process does once, when it has loaded all that it works with."""

import gc


def freeze_loaded_objects() -> None:
    """Leave everything loaded so far out of later garbage collections.

    The libraries and their tables are kept to the end anyhow, and are most of what a collection
    would have to look at; in a process that forks they stay shared.
    """
    gc.collect()
    gc.freeze()
