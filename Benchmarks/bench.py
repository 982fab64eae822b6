"""Measures Vincula beside its limits and a peer, in one run on one machine.

Each figure stands next to what it is compared with, measured in the same run, because machines are noisy: the ratio is
what counts. Goals stand beside the figures; nothing fails when one is missed.

Usage: bench.py BUILD_FOLDER [SECONDS] [--accounts N] [--write DOCUMENTATION_FOLDER]
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import limits
import mail
import pocketbase
import report
import vincula
from load import CONNECTIONS, CORES


def progress(text):
    print(f"  {text} …", file=sys.stderr, flush=True)


def pocketbase_binary():
    """PocketBase from the project's Python environment, or from wherever it is installed."""
    beside = Path(sys.executable).parent / "pocketbase"
    return str(beside) if beside.exists() else shutil.which("pocketbase")


def measure(build, folder, seconds, accounts):
    progress("limits of this machine")
    bounds = limits.measure(build, folder, seconds)
    progress("start-up and idle memory")
    (cold, warm), idle = vincula.start_times(build, folder)
    progress("Vincula")
    with vincula.serve(build, folder / "data") as server:
        load = vincula.Workload(server, folder / "load", seconds)
        figures = load.all()
        progress("refreshes while sign-ins are saturated")
        figures["refresh beside sign-ins"] = load.refresh_beside_sign_ins()
        busy = server.memory()
        progress("the client SDK beside the request alone")
        raw, sdk = vincula.sdk_overhead(build, server)
    progress("Vincula with ES256")
    with vincula.serve(build, folder / "es256", "--tokens-algorithm", "ES256") as server:
        figures["refresh, ES256"] = vincula.Workload(server, folder / "es256-load", seconds, people=1).refresh()
    progress("mailed links")
    mailed = mail.measure(build, folder, seconds)
    peer = None
    if binary := pocketbase_binary():
        progress("PocketBase")
        peer = pocketbase.measure(binary, folder, seconds)
    full = None
    if accounts:
        progress(f"{accounts:,} accounts are being made")
        started = time.perf_counter()
        subprocess.run([build / "vincula-limits", "fill", str(folder / "full"), str(accounts)], check=True)
        progress(f"made in {time.perf_counter() - started:.0f} s; Vincula with them, and without, in turn")
        with vincula.serve(build, folder / "full") as server:
            crowded = vincula.Workload(server, folder / "full-load", seconds)
            with vincula.serve(build, folder / "few") as other:
                few = vincula.Workload(other, folder / "few-load", seconds)
                full = {name: (getattr(few, method)(), getattr(crowded, method)()) for name, method in report.KINDS.items()}
            full["memory"] = server.memory()
    return {
        "bounds": bounds, "cold": cold, "warm": warm, "idle": idle, "busy": busy, "figures": figures, "peer": peer,
        "mail": mailed, "accounts": accounts, "full": full, "raw": raw, "sdk": sdk,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("seconds", type=int, nargs="?", default=5)
    parser.add_argument("--accounts", type=int, default=1_000_000)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="also keep the results there, as Performance.md")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="vincula-bench-"))
    print(f"{options.seconds} s a figure, wrk with {CONNECTIONS} connections, client and server share {CORES} cores.\n")
    try:
        results = measure(options.build, folder, options.seconds, options.accounts)
    finally:
        shutil.rmtree(folder)
    rows = report.rows(results)
    print(report.text(rows, results))
    if options.write:
        report.write(options.write, rows, results, options.seconds)
        print(f"\nKept in {options.write / 'Performance.md'}")


main()
