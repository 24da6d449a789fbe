"""The steps from each version of the schema to the next, in files that Alembic runs in order.

A file is named for its revision, as `v0002_what_changed.py`. Migrations are kept for ever, and they
import nothing from the rest of the package: they stay what they were when the package goes on.
"""
