"""Which kind of database an address means, for a server and for others."""

from __future__ import annotations

from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import NoSuchModuleError

from garrison.play.server.store.database import driver_missing, parsed
from garrison.play.server.store.store import SqliteStore, Store, sqlite_engine
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


def open_engine(url: str) -> Engine:
    """Connections to a database; an error if its driver is not installed."""
    own = parsed(url)
    kind = own.get_backend_name()
    if kind == "sqlite":
        return sqlite_engine(url)
    try:
        own = own.set(drivername="postgresql+psycopg") if kind == "postgresql" else own
        return create_engine(own, hide_parameters=True)
    except (ImportError, NoSuchModuleError) as error:
        raise driver_missing(own, error) from None
