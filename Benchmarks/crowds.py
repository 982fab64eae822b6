"""Many accounts at once, the same ones in either database: each with an email and a link to Google."""

import sqlite3
import subprocess

BATCH = 20_000
NOW = 1_764_000_000_000
ACCOUNT = ["project", "tenant", "uid", "email", "email_verified", "is_disabled", "generation", "created_at", "last_sign_in_at"]
IDENTITY = ["account", "project", "tenant", "provider", "subject", "issuer", "email", "display_name"]
ISSUER = "https://accounts.google.com"


def _mixed(number):
    """Returns a number that looks random, and is another one for each: users' IDs arrive in no order."""
    return number * 0x9E3779B97F4A7C15 % (1 << 64)


def _accounts(project, numbers):
    for n in numbers:
        yield project, "", f"{_mixed(n):016x}{n:012d}", f"person{n}@example.org", 0, 0, 1, NOW - n % 1_000_000_000, NOW


def _identities(project, first, numbers):
    for place, n in enumerate(numbers):
        yield first + place, project, "", "google.com", f"{_mixed(n):021d}", ISSUER, f"person{n}@example.org", "A Person"


def _batches(count, progress):
    for start in range(0, count, BATCH):
        yield range(start, min(start + BATCH, count))
        if (start // BATCH) % 50 == 49:
            progress(f"{start + BATCH:,} of {count:,}")


def fill_sqlite(path, project, count, progress):
    """Adds accounts to a database that no server uses."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    # The indexes of constraints stay, and get their entries in no order. With a cache of 4 GB (in KiB; used as needed) their pages
    # stay in memory; otherwise each would be read from the disk again.
    database.execute("PRAGMA cache_size = -4000000")
    # The others are made again afterwards, sorted.
    indexes = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name IN ('accounts', 'identities') AND sql IS NOT NULL").fetchall()
    for name, _ in indexes:
        database.execute(f"DROP INDEX {name}")
    first = database.execute("SELECT coalesce(max(id), 0) + 1 FROM accounts").fetchone()[0]
    insert = "INSERT INTO {} ({}) VALUES ({})"
    for numbers in _batches(count, progress):
        rows = ([first + n, *row] for n, row in zip(numbers, _accounts(project, numbers)))
        database.executemany(insert.format("accounts", ", ".join(["id", *ACCOUNT]), ", ".join("?" * (len(ACCOUNT) + 1))), rows)
        database.executemany(
            insert.format("identities", ", ".join(IDENTITY), ", ".join("?" * len(IDENTITY))),
            _identities(project, first + numbers.start, numbers))
        database.commit()
    for name, sql in indexes:
        progress(f"index {name}")
        database.execute(sql)
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def fill_postgresql(cluster, name, project, count, progress):
    """Adds accounts to a database that no server uses."""
    def copy(table, columns):
        command = [cluster.psql, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", cluster.folder, "-U", "postgres", "-d", name]
        return subprocess.Popen(
            [*command, "-c", f"COPY {table} ({', '.join(columns)}) FROM STDIN"], stdin=subprocess.PIPE, text=True, bufsize=1 << 20)

    first = int(cluster.run("SELECT coalesce(max(id), 0) + 1 FROM accounts", name))
    for columns, table, make in [
        (["id", *ACCOUNT], "accounts", lambda numbers: ([first + n, *row] for n, row in zip(numbers, _accounts(project, numbers)))),
        (IDENTITY, "identities", lambda numbers: _identities(project, first + numbers.start, numbers)),
    ]:
        process = copy(table, columns)
        for numbers in _batches(count, progress):
            process.stdin.writelines("\t".join(map(str, row)) + "\n" for row in make(numbers))
        process.stdin.close()
        if process.wait() != 0:
            raise SystemExit(f"{table} could not be filled.")
    for table in ["accounts", "identities"]:
        cluster.run(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}", name)
    cluster.run("VACUUM ANALYZE", name)
    cluster.run("CHECKPOINT", name)
