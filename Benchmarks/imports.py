"""Measures the import of a Firebase export: time, rate and peak memory, then the same with kills at random moments."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import firebase_export

ROOT = Path(__file__).resolve().parent.parent
KILLS = 10
GOAL_SECONDS = 120


class Import:
    """An export, and the data folder that it is imported into."""

    def __init__(self, build, folder, count):
        self.vincula, self.folder, self.count = build / "vincula", folder, count
        self.export, self.config = folder / "users.json", folder / "hash.txt"

    def write(self):
        firebase_export.write(self.count, str(self.export), str(self.config), interval=1000)

    def data(self, name):
        environment = os.environ | {"VINCULA_DATA": str(self.folder / name), "VINCULA_PROJECT": "shop"}
        subprocess.run(
            [self.vincula, "api-keys", "create"], env=environment, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        return environment

    def start(self, environment):
        command = [self.vincula, "import", "firebase", str(self.export), "--hash-config", str(self.config)]
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, environment):
        """Imports to the end, and returns the seconds and the peak memory in MB."""
        started = time.perf_counter()
        _, status, usage = os.wait4(self.start(environment).pid, 0)
        seconds = time.perf_counter() - started
        # One in a thousand is refused.
        assert os.waitstatus_to_exitcode(status) == 1, status
        return seconds, usage.ru_maxrss / 1000

    def check(self, name):
        script = ROOT / "Tests" / "Fixtures" / "import_check.py"
        data = self.folder / name / "vincula.sqlite"
        return subprocess.run(
            [sys.executable, str(script), str(self.export), str(data), str(self.folder / "users.json.rejected.jsonl")],
            check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def measure_once(build, count, progress):
    """Imports an export of that many accounts, and returns the seconds and the peak memory in MB."""
    with tempfile.TemporaryDirectory(prefix="vincula-import-") as folder:
        work = Import(build, Path(folder), count)
        progress(f"an export of {count:,} accounts")
        work.write()
        progress("the import")
        found = work.run(work.data("data"))
        work.check("data")
        return found


def measure(build, counts, progress):
    """Prints a line for each size, and one for the kills."""
    for count in counts:
        with tempfile.TemporaryDirectory(prefix="vincula-import-") as folder:
            work = Import(build, Path(folder), count)
            progress(f"an export of {count:,} accounts")
            work.write()
            progress("the import")
            seconds, memory = work.run(work.data("data"))
            verdict = work.check("data")
            goal = "" if count < 1_000_000 else f" (goal: {GOAL_SECONDS} s)"
            print(
                f"{count:>9,} accounts: {seconds:.1f} s{goal}, {count / seconds:,.0f} a second, peak memory {memory:.0f} MB; "
                f"check: {verdict}", flush=True)
            progress("the import with kills")
            environment = work.data("killed")
            (work.folder / "users.json.rejected.jsonl").unlink()
            done = 0
            for _ in range(KILLS):
                process = work.start(environment)
                time.sleep(random.uniform(0.05, seconds / (KILLS + 1)))
                if process.poll() is None:
                    process.send_signal(signal.SIGKILL)
                    done += 1
                process.wait()
            work.run(environment)
            print(f"{count:>9,} accounts, killed {done} times: check: {work.check('killed')}", flush=True)
