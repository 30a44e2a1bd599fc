"""What Flask and Werkzeug compile for each application anew, kept for all of a process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class _KeptTemplates(BytecodeCache):
    """Every template as compiled; Jinja compares its source."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


def keep_compiled() -> None:
    """Let the applications that are made from now on share their templates and routes."""
    Flask.jinja_options = {"bytecode_cache": _KeptTemplates()}
    kept: dict[object, Callable[..., Any]] = {}
    compile_builder = Rule._compile_builder

    def kept_builder(self: Rule, append_unknown: bool = True) -> Callable[..., Any]:
        key = self.rule, self.subdomain, self.host, repr(self.defaults), append_unknown
        if key not in kept:
            kept[key] = compile_builder(self, append_unknown)
        return kept[key]

    Rule._compile_builder = kept_builder  # type: ignore[method-assign]
