"""Which kind of store goes with which database address."""

from __future__ import annotations

from sqlalchemy.exc import NoSuchModuleError

from garrison.play.server.store.database import driver_missing, parsed
from garrison.play.server.store.store import SqliteStore, Store
from garrison.play.server.wire.settings import Settings


def open_store(settings: Settings) -> Store:
    """The store of a server with these settings."""
    url = parsed(settings.database)
    kind = url.get_backend_name()
    if kind == "sqlite":
        return SqliteStore(settings.database)
    try:
        if kind == "postgresql":
            from garrison.play.server.store.postgresql import PostgresqlStore

            own = url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
            return PostgresqlStore(own, settings.lock_every, settings.presence_every, settings.busy_after)
        return Store(settings.database)
    except (ImportError, NoSuchModuleError) as error:
        raise driver_missing(url, error) from None
