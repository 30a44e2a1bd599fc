"""Statements that every letter runs: compiled once, and read without the ORM.

The way from a statement to its rows through SQLAlchemy takes ten times what SQLite takes. Here the
text and the types are SQLAlchemy's, and so are the connection, its errors and its events; only what
is the same each time is done once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import instance_state
from sqlalchemy.sql.compiler import SQLCompiler
from sqlmodel import SQLModel

Model = TypeVar("Model", bound=SQLModel)
Values = Mapping[str, Any]
RowValues = tuple[Any, ...]
Convert = Callable[[Any], Any] | None
MOST_FORMS = 64
"""Forms of a statement that are kept; almost all have one."""


def converted(found: RowValues, converters: Sequence[Convert]) -> RowValues:
    """Values as the driver gives them, each as its column's type has it."""
    pairs = zip(found, converters, strict=True)
    return tuple([v if v is None or make is None else make(v) for v, make in pairs])


class _Parameter(NamedTuple):
    """A place in the text: its name there, and which of the values goes there, or which of a list.

    Where none is given, `make` makes one each time, or `value` is the same each time.
    """

    name: str
    source: str
    at: int | None
    make: Callable[[], Any] | None
    value: Any
    convert: Convert


class _Form(NamedTuple):
    """A statement as one kind of database takes it."""

    text: str
    parameters: tuple[_Parameter, ...]
    given: tuple[tuple[int, _Parameter], ...]
    is_positional: bool
    converters: tuple[Convert, ...]

    def arguments(self, values: Values) -> Any:
        found = [parameter.value for parameter in self.parameters]
        for place, (_name, source, at, make, _value, convert) in self.given:
            value = values[source] if make is None else make()
            value = value if at is None else value[at]
            found[place] = value if convert is None else convert(value)
        if self.is_positional:
            return tuple(found)
        names = (parameter.name for parameter in self.parameters)
        return dict(zip(names, found, strict=True))


class Prepared:
    """A statement to be run many times, in transactions that are open.

    It is given the same names each time. A list of values may be of any length; each length makes a
    form of its own.
    """

    def __init__(self, statement: sa.Executable, lists: Iterable[str] = ()) -> None:
        """`lists` are the parameters that stand for several values."""
        self._statement = statement
        self._lists = tuple(lists)
        self._forms: dict[tuple[object, ...], _Form] = {}

    def rows(self, connection: sa.Connection, values: Values) -> list[RowValues]:
        """What it gives, in the types of its columns."""
        found, converters = self.unread(connection, values)
        return [converted(row, converters) for row in found]

    def unread(
        self, connection: sa.Connection, values: Values
    ) -> tuple[list[RowValues], tuple[Convert, ...]]:
        """What it gives as the driver has it, and what makes values of it where one is wanted."""
        form = self._form_for(connection.dialect, values)
        return self._run(connection, form, values, _fetch), form.converters

    def scalar(self, connection: sa.Connection, values: Values) -> Any:
        """The first value of its first row; None where there is no row."""
        rows = self.rows(connection, values)
        return rows[0][0] if rows else None

    def count(self, connection: sa.Connection, values: Values) -> int:
        """How many rows it has changed."""
        form = self._form_for(connection.dialect, values)
        changed: int = self._run(connection, form, values, _changed)
        return changed

    def _run(
        self,
        connection: sa.Connection,
        form: _Form,
        values: Values,
        take: Callable[[DBAPICursor], Any],
    ) -> Any:
        assert connection.in_transaction(), "whoever runs it has begun"
        text, arguments = form.text, form.arguments(values)
        cursor = connection.connection.cursor()
        # As SQLAlchemy asks it: to look for listeners where there are none takes long.
        is_heard = connection._has_events or connection.engine._has_events
        try:
            for hear in connection.dispatch.before_cursor_execute if is_heard else ():
                text, arguments = hear(connection, cursor, text, arguments, None, False)
            connection.dialect.do_execute(cursor, text, arguments)
            for hear in connection.dispatch.after_cursor_execute if is_heard else ():
                hear(connection, cursor, text, arguments, None, False)
            return take(cursor)
        except connection.dialect.loaded_dbapi.Error as error:
            # It makes of it what it makes of any statement's, a lost connection's too.
            connection._handle_dbapi_exception(error, text, arguments, cursor, None)
        finally:
            cursor.close()

    def _form_for(self, dialect: sa.Dialect, values: Values) -> _Form:
        lengths = [len(values[name]) for name in self._lists]
        key = (dialect.name, *lengths)
        form = self._forms.get(key)
        if form is None:
            if len(self._forms) >= MOST_FORMS:
                self._forms.clear()
            form = self._forms[key] = _form_of(self._statement, dialect, values)
        return form


def _fetch(cursor: DBAPICursor) -> list[RowValues]:
    return list(cursor.fetchall())


def _changed(cursor: DBAPICursor) -> int:
    return cursor.rowcount


def _form_of(statement: sa.Executable, dialect: sa.Dialect, values: Values) -> _Form:
    compiled = statement.compile(dialect=dialect, column_keys=[*values])  # type: ignore[attr-defined]
    assert isinstance(compiled, SQLCompiler), "a statement that has rows or changes them"
    state = compiled.construct_expanded_state(dict(values))
    of_list = {
        name: (source, at)
        for source, names in state.parameter_expansion.items()
        for at, name in enumerate(names)
    }

    defaults = {column.key: column.default for column in compiled.prefetch}

    def parameter(name: str) -> _Parameter:
        source, at = of_list.get(name, (name, None))
        bind = compiled.binds[source]
        convert = bind.type.dialect_impl(dialect).bind_processor(dialect)
        if source in values or (bind.required and source not in defaults):
            return _Parameter(name, source, at, None, None, convert)
        make, value = _otherwise(bind, defaults.get(source))
        if make is None:
            value = value if at is None else value[at]
            value = value if convert is None else convert(value)
        return _Parameter(name, "", at, make, value, convert)

    names = state.parameters if state.positiontup is None else state.positiontup
    parameters = tuple(map(parameter, names))
    results = [row.type.dialect_impl(dialect) for row in compiled._result_columns]
    return _Form(
        state.statement,
        parameters,
        tuple((at, one) for at, one in enumerate(parameters) if one.source or one.make),
        state.positiontup is not None,
        tuple([result.result_processor(dialect, None) for result in results]),
    )


def _otherwise(bind: sa.BindParameter[Any], default: Any) -> tuple[Callable[[], Any] | None, Any]:
    """What makes the value that goes where none is given, or that value where it is always one: a
    column's default, or what the statement says itself."""
    if default is None:
        return (None, bind.value) if bind.callable is None else (bind.callable, None)
    return (partial(default.arg, None), None) if default.is_callable else (None, default.arg)


class TableRows(Generic[Model]):
    """The rows of a table, made of a part of a longer row: as the ORM makes them, but at once."""

    def __init__(self, model: type[Model]) -> None:
        self._mapper = sa.inspect(model, raiseerr=True)
        self.columns: tuple[Any, ...] = tuple(self._mapper.columns)
        self._keys = tuple(self._mapper.columns.keys())
        self._key_at = self._keys.index("id")

    def made(self, values: RowValues) -> Model:
        """A row of these values of all `columns`, of no session."""
        row: Model = self._mapper.class_manager.new_instance()
        instance_state(row).dict.update(zip(self._keys, values, strict=True))
        return row

    def add(self, session: Session, found: RowValues, converters: Sequence[Convert]) -> Model:
        """The session's row of all `columns`; one that it has read before stays as it is."""
        key = self._mapper.identity_key_from_primary_key((found[self._key_at],))
        known: Model | None = session.identity_map.get(key)
        if known is not None:
            return known
        row = self.apart(found, converters)
        state = instance_state(row)
        state.session_id = session.hash_key
        session.identity_map.add(state)
        return row

    def apart(self, found: RowValues, converters: Sequence[Convert]) -> Model:
        """A row of all `columns` that no session knows, as one is whose session has ended."""
        row = self.made(converted(found, converters))
        key = self._mapper.identity_key_from_primary_key((found[self._key_at],))
        instance_state(row).key = key
        return row


def parts_of(*tables: TableRows[Any]) -> Iterator[slice]:
    """Where in a row that begins with all columns of these tables each one's stand."""
    end = 0
    for table in tables:
        start, end = end, end + len(table.columns)
        yield slice(start, end)
