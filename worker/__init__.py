"""Celery tasks, the sweeper and the in-process worker."""
