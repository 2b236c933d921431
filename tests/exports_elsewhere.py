#!/usr/bin/env python3
"""Reads what Stepscope exports with other programs' readers.

Trains two small networks with `stepscope sweep` and checks: the run files with SQLite, the tables with Python's csv and json,
the trace by the rules of the format that Perfetto reads, the report with an HTML parser, its Markdown for pictures that exist,
and, where Chromium is installed, that the page opens in it without an error and without asking the network for anything.

    exports_elsewhere.py PROGRAM

Exits with 1 and a sentence where something is wrong.
"""

import csv
import html.parser
import io
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

APPLICATION_ID_IN_HEADER = slice(68, 72)
NAME = "<script>document.title='changed'<script>"  # of a run: it must stay a text
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Only the page counts, not what the browser requests from its vendor.
BROWSER_ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync")
VOID_ELEMENTS = {"meta", "br", "hr", "img", "input", "link", "col"}


def check(holds, sentence):
    if not holds:
        sys.exit(f"exports_elsewhere: {sentence}")


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.environment = dict(os.environ, STEPSCOPE_LIBRARY=str(folder / "library"))

    def run(self, *arguments):
        done = subprocess.run([self.path, *map(str, arguments)], env=self.environment, capture_output=True, text=True)
        check(done.returncode == 0, f"`stepscope {arguments[0]}` ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout


def check_run_file(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        check(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"{path.name} is not sound")
        number = database.execute("PRAGMA application_id").fetchone()[0]
    in_header = int.from_bytes(path.read_bytes()[APPLICATION_ID_IN_HEADER], "big")
    check(number != 0 and number == in_header, f"{path.name} has no application id")


def rename(path, name):
    with sqlite3.connect(path) as database:
        database.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('label', ?)",
                         [json.dumps({"name": name, "tags": [], "note": "", "color": ""})])


def check_tables(program, run):
    for what in ("metrics", "epochs", "samples", "operators", "steps"):
        rows = list(csv.reader(io.StringIO(program.run("export", run, "--what", what))))
        check(len(rows) > 1, f"{what}.csv has no rows")
        check(len({len(row) for row in rows}) == 1, f"rows of {what}.csv have different numbers of columns")
        objects = json.loads(program.run("export", run, "--what", what, "--format", "json"))["rows"]
        check(len(objects) == len(rows) - 1, f"{what} has other rows as JSON than as CSV")
        lines = program.run("export", run, "--what", what, "--format", "markdown").splitlines()
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in lines if line.startswith("|")}
        check(len(cells) == 1, f"rows of {what} have different numbers of columns as Markdown")


def check_trace(text):
    """The rules of the Trace Event Format: complete events of a track lie in each other or apart, flows have both ends."""
    events = json.loads(text)["traceEvents"]
    open_until = {}
    flows = {}
    complete = [event for event in events if event["ph"] == "X"]
    check(len(complete) > 100, "the trace has hardly any events")
    for event in sorted(complete, key=lambda each: (float(each["ts"]), -float(each["dur"]))):
        begin, length = float(event["ts"]), float(event["dur"])
        check(event["name"] and length >= 0, f"the event at {begin} us has no name or a negative duration")
        track = open_until.setdefault((event["pid"], event["tid"]), [])
        tolerance = 0.0015  # of times in us with three decimals, as doubles
        while track and track[-1] <= begin + tolerance:
            track.pop()
        check(not track or begin + length <= track[-1] + tolerance, f"{event['name']} at {begin} us sticks out of its caller")
        track.append(begin + length)
    for event in events:
        if event["ph"] in "sf":
            flows.setdefault((event["cat"], event["id"]), set()).add(event["ph"])
    check(all(ends == {"s", "f"} for ends in flows.values()), "an arrow of the trace has one end only")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.counts = {}
        self.texts = []

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1

    def handle_endtag(self, tag):
        check(self.open and self.open[-1] == tag, f"</{tag}> closes <{self.open[-1] if self.open else 'nothing'}>")
        self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


def check_page(path):
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    check(not page.open, f"<{page.open[-1] if page.open else ''}> is never closed")
    check(page.counts.get("table", 0) >= 6, "the page lacks tables")
    check(page.counts.get("svg", 0) >= 6, "the page lacks pictures")
    check(page.counts.get("script", 0) <= 1, "a run's name became a script")
    check(any(NAME in text for text in page.texts), "the page does not show the run's name")


def check_markdown(folder):
    text = (folder / "report.md").read_text(encoding="utf-8")
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text) + re.findall(r"\]\((tables/[^)]+)\)", text):
        file = folder / name
        check(file.is_file() and file.stat().st_size > 0, f"report.md points to {name}, which is not there")
        check(file.suffix != ".png" or file.read_bytes().startswith(b"\x89PNG\r\n\x1a\n"), f"{name} is no PNG")


def check_in_browser(page, folder):
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        print("Chromium was not found (Debian: apt install chromium): the page was not opened in it.")
        return
    log = folder / "network.json"
    done = subprocess.run([browser, *BROWSER_ARGUMENTS, f"--user-data-dir={folder / 'browser'}", "--enable-logging=stderr",
                           f"--log-net-log={log}", "--virtual-time-budget=5000", "--dump-dom", page.as_uri()],
                          capture_output=True, text=True, timeout=120)
    check(done.returncode == 0, f"Chromium ended with {done.returncode}")
    said = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    check(not said, f"the page says in the console: {said[:1]}")
    check("</html>" in done.stdout and "<title>changed" not in done.stdout, "Chromium did not show the page as it is")
    events = json.loads(log.read_text())
    jobs = events["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    asked = [event["params"] for event in events["events"] if event["type"] == jobs and "url" in event.get("params", {})]
    outside = [each["url"] for each in asked
               if not each["url"].startswith(("file:", "data:", "blob:")) and each.get("initiator") != "not an origin"]
    check(not outside, f"the page asks for {outside[:1]}")
    print("Opened in Chromium.")


def main():
    check(len(sys.argv) == 2, "takes the program")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        program = Program(sys.argv[1], folder)
        program.run("sweep", "--dataset", "synthetic", "--synthetic-images", 6000, "--network", "mlp", "--steps", 80,
                    "--batch-sizes", "16,64", "--out", folder / "sweep")
        runs = sorted((folder / "sweep" / "runs").glob("000*.stepscope"))
        check(len(runs) == 2, "the sweep did not keep two runs")
        named = folder / "named.stepscope"
        shutil.copyfile(runs[0], named)
        rename(named, NAME)
        check_run_file(named)
        check_tables(program, named)
        check_trace(program.run("export", named, "--what", "trace"))
        report = folder / "report"
        program.run("report", named, runs[1], "--out", report)
        check_page(report / "report.html")
        check_markdown(report)
        check_in_browser(report / "report.html", folder)


main()
