"""Vincula on SQLite and on PostgreSQL, side by side; and one, two and four servers on one PostgreSQL.

Servers, database and clients share the cores. What counts are the ratio of two figures of one run, and the CPU time of a request.
"""

import base64
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import time

import crowds
from load import CONNECTIONS, Server, alternately, call, result, start_wrk
from postgresql import Cluster, seconds_of
from vincula import EMPTY, Workload

KINDS = ["sign-up", "lookup", "refresh", "sign-in"]
# Decisions that are checked against each other: PostgreSQL runs them as serializable transactions.
CHECKED = ["sign-up with a password", "sign-up, password added", "sign-up, deleted", "name changed"]
# The least work that a password may cost, so that the decisions are measured and not the hashes.
CHEAP = ["--hash-memory-kib", "1024", "--hash-passes", "1"]
PROJECT = "bench"


class Deployment:
    """A production installation, on SQLite or PostgreSQL, and its servers."""

    def __init__(self, build, folder, database=None):
        self.build, self.data = build, folder / "data"
        folder.mkdir(parents=True, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VINCULA_")}
        self.environment = kept | {
            "VINCULA_DATA": str(self.data), "VINCULA_PROJECT": PROJECT, "VINCULA_MASTER_KEY": base64.b64encode(os.urandom(32)).decode(),
            "VINCULA_LIMITS_RATE": "false", "VINCULA_PUBLIC_URL": "https://auth.example.com",
            "VINCULA_BEHIND_PROXY": "true", "VINCULA_LOG_LEVEL": "error",
        }
        if database:
            self.environment["VINCULA_DATABASE"] = database
        self.run("projects", "create", PROJECT)
        for method in ["anonymous", "email"]:
            self.run("sign-in", "enable", method)
        self.key = re.search(r"AIza[\w-]{35}", self.run("api-keys", "create", "--label", "bench")).group(0)

    def run(self, *arguments):
        done = subprocess.run([self.build / "vincula", *arguments], env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"vincula {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def serve(self, *flags):
        return ProductionServer([self.build / "vincula", "serve", *flags], self.environment)


class ProductionServer(Server):
    """A server that prints its public address: the one that it listens on is given to it."""

    def __init__(self, command, environment):
        self.environment = environment
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = f"127.0.0.1:{free.getsockname()[1]}"
        super().__init__([*command, "--listen", address], r"Server +(\S+)")
        self.url = f"http://{address}"

    def start(self, command):
        return subprocess.Popen(
            [str(part) for part in command], stdout=self.output, stderr=subprocess.STDOUT, env=self.environment)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Crowd(Workload):
    """The requests of one deployment, sent to all its servers at once, each with its share of the connections."""

    def __init__(self, servers, deployment, folder, seconds):
        self.servers, self.key = servers, deployment.key
        super().__init__(servers[0], folder, seconds, key=deployment.key)

    def start(self, kind, seconds, servers=None):
        servers = servers or self.servers
        script, path, lines = {
            "sign-up": ("post.lua", "/v1/accounts:signUp", EMPTY),
            "sign-in": ("post.lua", "/v1/accounts:signInWithPassword", self.passwords),
            "lookup": ("post.lua", "/v1/accounts:lookup", self.id_tokens),
            "refresh": ("refresh.lua", "/v1/token", self._refresh_tokens()),
            "sign-up with a password": ("sign-up.lua", "/v1/accounts:signUp", "first"),
            "sign-up, password added": ("sign-up.lua", "/v1/accounts:signUp", "later"),
            "sign-up, deleted": ("sign-up.lua", "/v1/accounts:signUp", "deleted"),
            "name changed": ("post.lua", "/v1/accounts:update", self._names()),
        }[kind]
        share = CONNECTIONS // len(servers)
        return [
            start_wrk(f"{server.url}{path}?key={self.key}", seconds, script, [lines], connections=share)
            for server in servers
        ]

    def _names(self):
        """Returns new names of many people, each by their own ID token."""
        file = self.folder / "names"
        if not file.exists():
            people = [call(f"{self.accounts}:signUp?key={self.key}", {})["idToken"] for _ in range(32 * CONNECTIONS)]
            self._file(file, [json.dumps({"idToken": token, "displayName": name}) for name in ["Ana", "Bea"] for token in people])
        return file

    def warm_up(self):
        """Signs up for a moment, and waits until the planner has looked at the tables that have grown."""
        for process in self.start("sign-up", 1):
            result(process)
        time.sleep(4)

    def used(self, cluster=None):
        """Returns the seconds of a core that the servers and the database have used."""
        return sum(seconds_of(server.process.pid) for server in self.servers), cluster.seconds() if cluster else 0.0

    def measure(self, kind, cluster=None):
        """Returns the figures of all servers together, and the milliseconds of a core that a request costs each side."""
        before = self.used(cluster)
        figures = [result(process) for process in self.start(kind, self.seconds)]
        after = self.used(cluster)
        rate = sum(figure["rate"] for figure in figures)
        requests = max(1, rate * self.seconds)
        return {
            "rate": rate, "p50": max(f["p50"] for f in figures), "p99": max(f["p99"] for f in figures),
            "bad": sum(f["bad"] for f in figures),
            "server_ms": 1000 * (after[0] - before[0]) / requests, "database_ms": 1000 * (after[1] - before[1]) / requests,
        }

    def measure_in_turn(self, kind):
        """Returns the milliseconds of a core that a request costs all servers if each in turn gets all callers.

        On machines of their own they would not take turns on the same cores, which costs more than the requests differ.
        """
        seconds = max(1, self.seconds // len(self.servers))
        before, _ = self.used()
        figures = [result(process) for server in self.servers for process in self.start(kind, seconds, [server])]
        after, _ = self.used()
        return 1000 * (after - before) / max(1, sum(figure["rate"] for figure in figures) * seconds)


def _running(stack, deployment, count, *flags):
    return [stack.enter_context(deployment.serve(*flags)) for _ in range(count)]


def side_by_side(build, folder, seconds, accounts, progress):
    """Returns each kind's figures on SQLite and PostgreSQL, with so many accounts, measured in turn."""
    found = {}
    with Cluster() as cluster, contextlib.ExitStack() as stack:
        deployments = {
            "SQLite": Deployment(build, folder / "sqlite"),
            "PostgreSQL": Deployment(build, folder / "postgresql", cluster.database("side")),
        }
        if accounts:
            progress(f"filling SQLite with {accounts:,} accounts")
            crowds.fill_sqlite(deployments["SQLite"].data / "vincula.sqlite", PROJECT, accounts, progress)
            progress(f"filling PostgreSQL with {accounts:,} accounts")
            crowds.fill_postgresql(cluster, "side", PROJECT, accounts, progress)
        loads = {
            name: Crowd(_running(stack, deployment, 1), deployment, folder / f"{name}-load", seconds)
            for name, deployment in deployments.items()
        }
        for load in loads.values():
            load.warm_up()
        for kind in KINDS:
            progress(f"{kind}, {accounts:,} accounts")
            found[kind] = alternately({
                name: lambda load=load, of=cluster if name == "PostgreSQL" else None: load.measure(kind, of)
                for name, load in loads.items()
            })
        size = int(cluster.run("SELECT pg_database_size('side')"))
        file = sum(path.stat().st_size for path in deployments["SQLite"].data.glob("vincula.sqlite*"))
    return {"kinds": found, "bytes": {"SQLite": file, "PostgreSQL": size}}


def checked(build, folder, seconds, progress, accounts=100_000):
    """Returns the figures of decisions that are checked against each other, of one server on SQLite, and one and four on PostgreSQL."""
    found = {}
    with Cluster() as cluster:
        sqlite = Deployment(build, folder / "sqlite")
        shared = Deployment(build, folder / "postgresql", cluster.database("checked"))
        crowds.fill_sqlite(sqlite.data / "vincula.sqlite", PROJECT, accounts, progress)
        crowds.fill_postgresql(cluster, "checked", PROJECT, accounts, progress)
        for name, deployment, count in [("SQLite", sqlite, 1), ("1", shared, 1), ("4", shared, 4)]:
            with contextlib.ExitStack() as stack:
                load = Crowd(_running(stack, deployment, count, *CHEAP), deployment, folder / f"checked-{name}", seconds)
                load.warm_up()
                for kind in CHECKED:
                    progress(f"{kind}, {name if name == 'SQLite' else f'PostgreSQL, servers: {name}'}")
                    found.setdefault(kind, {})[name] = load.measure(kind, cluster if deployment is shared else None)
    return found


def several(build, folder, seconds, progress):
    """Returns each kind's figures with one, two and four servers, and those of three servers while the fourth is killed."""
    found = {}
    with Cluster() as cluster:
        deployment = Deployment(build, folder / "several", cluster.database("several"))
        for count in [1, 2, 4]:
            with contextlib.ExitStack() as stack:
                load = Crowd(_running(stack, deployment, count), deployment, folder / f"several-{count}", seconds)
                load.warm_up()
                for kind in KINDS:
                    progress(f"{kind}, {count} server{'s' * (count > 1)}")
                    found.setdefault(kind, {})[count] = load.measure(kind, cluster) | {"in_turn_ms": load.measure_in_turn(kind)}
        killed = {}
        with contextlib.ExitStack() as stack:
            servers = _running(stack, deployment, 3)
            load = Crowd(servers, deployment, folder / "killed", seconds)
            for kind in ["sign-up", "refresh"]:
                progress(f"{kind} while a fourth server is killed")
                quiet = load.measure(kind)
                fourth = deployment.serve()
                victim = Crowd([fourth], deployment, folder / f"killed-{kind}", seconds)
                others = load.start(kind, seconds)
                lost = victim.start(kind, seconds)
                time.sleep(seconds / 2)
                fourth.kill()
                figures = [result(process) for process in others]
                for process in lost:
                    process.communicate()
                fourth.output.close()
                killed[kind] = {
                    "quiet": quiet["p99"], "p99": max(f["p99"] for f in figures), "bad": sum(f["bad"] for f in figures),
                }
    return {"kinds": found, "killed": killed}


def measure(build, folder, seconds, counts, progress):
    crowded = {count: side_by_side(build, folder / f"with-{count}", seconds, count, progress) for count in counts}
    return {
        "crowded": crowded, "checked": checked(build, folder / "checked", seconds, progress),
        "several": several(build, folder / "servers", seconds, progress),
    }


# What is printed and written.

def tables(found, mark):
    """Returns the figures as Markdown tables."""
    lines = []
    for count, part in found["crowded"].items():
        lines += [
            f"**{count:,} accounts.** SQLite {part['bytes']['SQLite'] / 1e6:,.0f} MB, PostgreSQL {part['bytes']['PostgreSQL'] / 1e6:,.0f} MB.",
            "",
            "| | SQLite/s | p99 ms | CPU ms | PostgreSQL/s | p99 ms | CPU ms of the server | of the database | failed | ratio | goal | met |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
        ]
        for kind, sides in part["kinds"].items():
            ours, theirs = sides["SQLite"], sides["PostgreSQL"]
            ratio = theirs["rate"] / max(ours["rate"], 0.1)
            lines.append(
                f"| {kind} | {ours['rate']:,.0f} | {ours['p99']:.1f} | {ours['server_ms']:.2f} | {theirs['rate']:,.0f} | {theirs['p99']:.1f} "
                f"| {theirs['server_ms']:.2f} | {theirs['database_ms']:.2f} | {ours['bad'] + theirs['bad']} | {ratio:.2f} | 0.6 | {mark(ratio >= 0.6)} |")
        lines.append("")
    lines += [
        "| Decisions that are checked against each other | SQLite/s | p99 ms | PostgreSQL/s | p99 ms | CPU ms of the server | of the database "
        "| failed | ratio | goal | met | 4 servers/s | p99 ms |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for kind, runs in found["checked"].items():
        file, one, four = runs["SQLite"], runs["1"], runs["4"]
        ratio = one["rate"] / max(file["rate"], 0.1)
        lines.append(
            f"| {kind} | {file['rate']:,.0f} | {file['p99']:.1f} | {one['rate']:,.0f} | {one['p99']:.1f} | {one['server_ms']:.2f} "
            f"| {one['database_ms']:.2f} | {sum(run['bad'] for run in runs.values())} | {ratio:.2f} | 0.6 | {mark(ratio >= 0.6)} "
            f"| {four['rate']:,.0f} | {four['p99']:.1f} |")
    lines.append("")
    lines += [
        "| PostgreSQL | servers | requests/s | p99 ms | CPU ms of the servers | of the database | database's share | failed "
        "| 4 to 1 server | CPU ms, one after the other | 4 to 1 |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind, runs in found["several"]["kinds"].items():
        for count, run in runs.items():
            share = run["database_ms"] / max(0.001, run["server_ms"] + run["database_ms"])
            growth, alone = [
                f"{run[name] / max(0.001, runs[1][name]):.2f}" if count == max(runs) else "" for name in ("server_ms", "in_turn_ms")
            ]
            lines.append(
                f"| {kind} | {count} | {run['rate']:,.0f} | {run['p99']:.1f} | {run['server_ms']:.2f} | {run['database_ms']:.2f} "
                f"| {share:.0%} | {run['bad']} | {growth} | {run['in_turn_ms']:.2f} | {alone} |")
    lines += ["", "| While one of four servers is killed | p99 of the others, ms | before, ms | failed there |", "| --- | ---: | ---: | ---: |"]
    for kind, run in found["several"]["killed"].items():
        lines.append(f"| {kind} | {run['p99']:.1f} | {run['quiet']:.1f} | {run['bad']} |")
    return "\n".join(lines)
