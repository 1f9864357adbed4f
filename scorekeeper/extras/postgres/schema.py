"""How a database becomes a ledger: its tables are made, and looked at before they are used.

The SQL is plain, so that other engines that speak PostgreSQL's protocol can stand behind it: no
sequences, no notices, no extensions. Where an engine has no triggers it goes without the guards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from psycopg import Error, errors

from scorekeeper.extras.postgres.pool import Connection
from scorekeeper.ledger import Unusable, now, store

LANES = 64
"""So many writers do not wait for each other; a match is always of the same lane."""

_EVENTS = f"""
create table events (
  match text not null,
  seq integer not null,
  kind text not null,
  body text not null,
  key text not null,
  at text not null,
  hash text not null,
  lane smallint not null,
  place bigint not null,
  written timestamp with time zone not null default clock_timestamp(),
  primary key (match, seq),
  unique (match, key),
  check (seq > 0)
);
create index events_by_place on events (lane, place);
create index openings on events (match) where seq = 1;
create table lanes (lane smallint primary key, place bigint not null);
insert into lanes values {", ".join(f"({lane}, 0)" for lane in range(LANES))};
"""
_SHARED = """
create table shared (
  name text primary key, body text not null, at double precision not null
);
"""
_SAMPLES = """
alter table events alter column body set statistics 0;
alter table events alter column body type text;
"""
"""The server keeps no samples of bodies, whose names may have to be forgotten; a column that has a
type anew loses those that it has.
"""
_PHONES = f"{store.TABLE.format(temporary='')}; {store.INDEX};"
_NOBODY_LOOKS_ON = "delete from shared where name like 'phones/%'"
"""What was noted of phones that looked on, for an hour, by versions that noted it."""
MIGRATIONS = {
    "create_events": _EVENTS,
    "create_shared": _SHARED,
    "create_phones": _PHONES,
    "take_no_samples": _SAMPLES,
    "create_summaries": "select 1",  # of an older version
    "forget_who_looked_on": _NOBODY_LOOKS_ON,
    "drop_summaries": "drop table if exists summaries",
    "drop_counts": "drop table if exists counts",
}
"""Name → what it does to the tables; they are done in this order, each once."""

FORGETTING = "scorekeeper.forgetting"
"""A setting that lets one transaction change events, as names are forgotten."""
_GUARDS = f"""
create function only_the_next_event() returns trigger language plpgsql as $guard$
begin
  if new.seq <> 1 + coalesce((select max(seq) from events where match = new.match), 0)
    or (new.kind = 'opened') <> (new.seq = 1)
  then raise exception 'only the next event can be added'; end if;
  return new;
end $guard$;
create function events_stay() returns trigger language plpgsql as $guard$
begin
  if current_setting('{FORGETTING}', true) = 'yes' then return coalesce(new, old); end if;
  raise exception 'an event is never changed';
end $guard$;
create trigger events_follow_the_last before insert on events
for each row execute function only_the_next_event();
create trigger events_are_not_changed before update or delete on events
for each row execute function events_stay();
create trigger events_are_not_emptied before truncate on events
for each statement execute function events_stay();
"""


def set_up(connection: Connection, place: str) -> None:
    """Makes what is missing of the tables, within a transaction of the caller's.

    Raises Unusable for a database that is no ledger, or one of a newer version, or cannot hold
    every letter.
    """
    # Not by a query: a database without an encoding answers one in bytes.
    encoding = connection.info.parameter_status("server_encoding") or ""
    if encoding.upper() not in ("UTF8", "UTF-8"):
        raise Unusable(f"{place} is kept in {encoding}: make it with createdb --encoding UTF8")
    done = _known(connection, place)
    if not done:
        connection.execute("create table migrations (name text primary key, at text not null)")
    for name, sql in MIGRATIONS.items():
        if name not in done:
            connection.execute(sql)
            connection.execute("insert into migrations values (%s, %s)", (name, now()))
    if not done:  # the database itself refuses changes, where it can
        with suppress(errors.FeatureNotSupported, errors.SyntaxError), connection.transaction():
            connection.execute(_GUARDS)


def require_ledger(connection: Connection, place: str) -> None:
    """Raises Unusable for a database without a ledger of this version, and leaves it as it is."""
    if set(_known(connection, place)) != set(MIGRATIONS):
        raise Unusable(f"{place} holds no ledger of this version: look at its address")


def _known(connection: Connection, place: str) -> list[str]:
    """The names of the migrations that were done; none in an empty database. Raises Unusable for
    those of newer versions, and for tables of others.
    """
    there = {name for (name,) in connection.execute(_TABLES)}
    if "migrations" not in there:
        if there & {"events", "lanes"}:
            raise Unusable(
                f"{place} has a table events with no record of its version: name another database"
            )
        return []
    done = [name for (name,) in connection.execute("select name from migrations")]
    if newer := set(done) - set(MIGRATIONS):
        raise Unusable(
            f"{place} was written by a newer version of Scorekeeper ({', '.join(sorted(newer))}): "
            "start that one"
        )
    return done


_TABLES = "select table_name from information_schema.tables where table_schema = current_schema()"


def faults_in(connection: Connection) -> Iterator[str]:
    """What an index hides or adds: by them and without them the same must be counted."""
    ways = {"by its key": "on", "by looking at all of it": "off"}
    counts = {}
    for way, index in ways.items():
        connection.execute(f"set local enable_indexscan = {index}")
        connection.execute(f"set local enable_indexonlyscan = {index}")
        connection.execute(f"set local enable_seqscan = {'off' if index == 'on' else 'on'}")
        try:
            (counts[way],) = connection.execute(_COUNT).fetchone() or (0,)
        except Error as error:
            yield f"events cannot be read {way}: {error}"
            return
    if len(set(counts.values())) > 1:
        yield "events are not as many " + ", ".join(f"{w}: {n}" for w, n in counts.items())


_COUNT = "select count(*) from events where match >= ''"
