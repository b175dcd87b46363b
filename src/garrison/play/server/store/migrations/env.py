"""What Alembic runs: the migrations, on the connection that the server has opened."""

from alembic import context

from garrison.play.server.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
