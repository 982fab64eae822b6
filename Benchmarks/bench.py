"""Measures Vincula against its limits and a peer, in one run on one machine.

Each figure is compared with another one measured in the same run: machines are noisy, so the ratio is what counts.
Figures have goals; missing a goal is not a failure.

Usage: bench.py BUILD_FOLDER [SECONDS] [--accounts N] [--write DOCUMENTATION_FOLDER]
       bench.py BUILD_FOLDER [SECONDS] --only-refresh [ROUNDS]    only the refreshes, against their limits
       bench.py BUILD_FOLDER [SECONDS] --only-phones              only sign-ins by phone and with second factors
       bench.py BUILD_FOLDER [SECONDS] --only-databases [COUNT...]  SQLite beside PostgreSQL with these numbers of accounts, and
                                                                  several servers
       bench.py BUILD_FOLDER --only-import [COUNT...]             only imports of Firebase exports of these sizes
"""

import argparse
import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bound
import databases
import imports
import limits
import mail
import phones
import pocketbase
import report
import vincula
from load import CONNECTIONS, CORES, alternately


ROOT = Path(__file__).resolve().parent.parent


def progress(text):
    print(f"  {text} …", file=sys.stderr, flush=True)


def pocketbase_binary():
    """Returns PocketBase from the project's Python environment, or from wherever it is installed."""
    beside = Path(sys.executable).parent / "pocketbase"
    return str(beside) if beside.exists() else shutil.which("pocketbase")


def measure(build, folder, seconds, accounts, rounds=3):
    progress("verifications of ID tokens")
    verified = limits.verifications(ROOT, seconds)
    progress("start-up and idle memory")
    (cold, warm), idle = vincula.start_times(build, folder)
    bounds, peer = {"insert": limits.program(build, folder, "insert")}, None
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(vincula.serve(build, folder / "data"))
        load = vincula.Workload(server, folder / "load", seconds)
        other = stack.enter_context(vincula.serve(build, folder / "es256", "--tokens-algorithm", "ES256"))
        kinds = {
            "sign-in": load.sign_in, "argon2id": lambda: {"rate": limits.program(build, folder, "argon2id")},
            "lookup": load.look_up, "hello": stack.enter_context(limits.hello(build, seconds)),
            "sign-up": load.sign_up, "rsa": lambda: {"rate": limits.rsa(seconds)},
            "refresh": load.refresh, "refresh, bound": lambda: bound.refreshes(load),
            "refresh, ES256": vincula.Workload(other, folder / "es256-load", seconds, people=1).refresh,
        }
        if binary := pocketbase_binary():
            peer_server, run = stack.enter_context(pocketbase.serve(binary, folder, seconds))
            # A sign-in by all 32 clients takes PocketBase seconds: a short run would end before the first response.
            kinds |= {
                "peer refresh": lambda: run("refresh"), "peer lookup": lambda: run("record"),
                "peer sign-in": lambda: run("sign-in", max(seconds, 8)),
            }
        figures = alternately(kinds, rounds, progress)
        bounds |= {name: figures.pop(name)["rate"] for name in ["argon2id", "hello", "rsa"]}
        if binary:
            peer = {name: figures.pop(f"peer {name}") for name in ["sign-in", "lookup", "refresh"]}
            peer["memory"] = peer_server.memory()
        progress("refreshes while sign-ins are saturated")
        figures["refresh beside sign-ins"] = load.refresh_beside_sign_ins()
        busy = server.memory()
        progress("the client SDK against the bare request")
        raw, sdk = vincula.sdk_overhead(build, server)
    progress("email links")
    mailed = mail.measure(build, folder, seconds)
    progress("phones and second factors")
    phoned = phones.measure(build, folder, seconds)
    full = None
    if accounts:
        progress(f"creating {accounts:,} accounts")
        started = time.perf_counter()
        subprocess.run([build / "vincula-limits", "fill", str(folder / "full"), str(accounts)], check=True)
        progress(f"created in {time.perf_counter() - started:.0f} s; Vincula with and without them, alternately")
        with vincula.serve(build, folder / "full") as server:
            crowded = vincula.Workload(server, folder / "full-load", seconds)
            with vincula.serve(build, folder / "few") as other:
                few = vincula.Workload(other, folder / "few-load", seconds)
                full = {name: (getattr(few, method)(), getattr(crowded, method)()) for name, method in report.KINDS.items()}
            full["memory"] = server.memory()
    imported = imports.measure_once(build, accounts, progress) if accounts else None
    return {
        "bounds": bounds, "cold": cold, "warm": warm, "idle": idle, "busy": busy, "figures": figures, "peer": peer,
        "mail": mailed, "phones": phoned, "accounts": accounts, "full": full, "raw": raw, "sdk": sdk,
        "verified": verified, "imported": imported,
    }


def measure_refresh(build, folder, seconds, rounds):
    """Measures refreshes and what they are compared with."""
    with contextlib.ExitStack() as stack:
        def workload(name, *flags):
            server = stack.enter_context(vincula.serve(build, folder / name, *flags))
            return vincula.Workload(server, folder / f"{name}-load", seconds, people=1)

        rs256 = workload("rs256")
        kinds = {
            "refresh": rs256.refresh, "refresh, bound": lambda: bound.refreshes(rs256),
            "refresh, ES256": workload("es256", "--tokens-algorithm", "ES256").refresh,
        }
        if binary := pocketbase_binary():
            _, run = stack.enter_context(pocketbase.serve(binary, folder, seconds))
            kinds["peer"] = lambda: run("refresh")
        kinds["rsa"] = lambda: {"rate": limits.rsa(seconds)}
        medians = alternately(kinds, rounds, progress)
    peer = {"refresh": medians.pop("peer"), "memory": None} if "peer" in medians else None
    return {
        "bounds": {"rsa": medians.pop("rsa")["rate"]}, "figures": medians, "peer": peer, "mail": None, "phones": None, "full": None,
        "cold": None, "busy": None, "verified": None, "imported": None,
    }


def measure_phones(build, folder, seconds):
    """Measures sign-ins by phone and with second factors only."""
    return {
        "bounds": {}, "figures": {}, "peer": None, "mail": None, "phones": phones.measure(build, folder, seconds), "full": None,
        "cold": None, "busy": None, "verified": None, "imported": None,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("seconds", type=int, nargs="?", default=5)
    parser.add_argument("--accounts", type=int, default=1_000_000)
    parser.add_argument("--only-refresh", type=int, nargs="?", const=3, metavar="ROUNDS")
    parser.add_argument("--only-phones", action="store_true")
    parser.add_argument("--only-import", type=int, nargs="*", metavar="COUNT")
    parser.add_argument("--only-databases", type=int, nargs="*", metavar="COUNT")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="also save the results there, as Performance.md")
    options = parser.parse_args()
    if options.only_import is not None:
        imports.measure(options.build, options.only_import or [100_000, 1_000_000], progress)
        return
    folder = Path(tempfile.mkdtemp(prefix="vincula-bench-"))
    print(f"{options.seconds} s per figure, wrk with {CONNECTIONS} connections, client and server share {CORES} cores.\n")
    try:
        if options.only_databases is not None:
            found = databases.measure(options.build, folder, options.seconds, options.only_databases or [0], progress)
            print(databases.tables(found, report.mark))
            return
        if options.only_refresh:
            results = measure_refresh(options.build, folder, options.seconds, options.only_refresh)
        elif options.only_phones:
            results = measure_phones(options.build, folder, options.seconds)
        else:
            results = measure(options.build, folder, options.seconds, options.accounts)
    finally:
        shutil.rmtree(folder)
    rows = report.rows(results)
    print(report.text(rows, results))
    if options.write and not options.only_refresh and not options.only_phones:
        report.write(options.write, rows, results, options.seconds)
        print(f"\nSaved to {options.write / 'Performance.md'}")


main()
