"""Checks every #include against the table of rooms in ARCHITECTURE.md: a room is a folder of source files, and may
include only itself and rooms of lower floors. Also checks which rooms include Qt and LibTorch, that no folder of sources or
tests has too many files, and that every test is built.

    rooms.py [FOLDER]

FOLDER is the root of the sources; by default that of this file. Prints each include that is not allowed, with its file and
line, and ends with 1 if there is one.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
QT = re.compile(r"Q[A-Z][A-Za-z]+(/|$)|Qt[A-Z]|qcustomplot|qt6")
LIBTORCH = re.compile(r"(torch|ATen|c10|caffe2)/")
MOST_FILES = 40


def floors(architecture):
    """The number of its floor for each room."""
    floor_of = {}
    for line in architecture.read_text().splitlines():
        row = re.match(r"\| (\d+) \| ([^|]*) \|", line)
        for room in re.findall(r"`([^`]+)`", row[2]) if row else ():
            if room in floor_of:
                sys.exit(f"{architecture}: {room} is on two floors.")
            floor_of[room] = int(row[1])
    if not floor_of:
        sys.exit(f"{architecture} has no table of rooms.")
    return floor_of


def problem(room, include, floor_of):
    """Why the room may not include this; None if it may."""
    if QT.match(include) and not room.startswith("ui/"):
        return "Qt is for ui"
    if LIBTORCH.match(include) and not room.startswith("core/torch"):
        return "LibTorch is for core/torch"
    other = include.rpartition("/")[0]
    if not re.match(r"(core|ui|app)(/|$)", other) or other == room:
        return None
    if other not in floor_of:
        return f"{other} is not in the table of rooms"
    if floor_of[other] >= floor_of[room]:
        return f"{room} is on floor {floor_of[room]}, {other} on floor {floor_of[other]}"
    return None


def forgotten_tests(tests):
    """The tests that no CMakeLists.txt builds, and so nobody would miss."""
    def text(folder):
        file = folder / "CMakeLists.txt"
        return file.read_text() if file.exists() else ""

    def is_added(folder):
        return folder == tests or any(
            re.search(rf"\b{re.escape(folder.relative_to(outer).as_posix())}\b", text(outer)) and is_added(outer)
            for outer in folder.parents if outer == tests or tests in outer.parents
        )

    for file in sorted(tests.rglob("test_*.cpp")):
        name = file.stem.removeprefix("test_")
        if not re.search(rf"\b{name}\b", text(file.parent)) or not is_added(file.parent):
            yield f"{file.relative_to(tests.parent)} is not built: no CMakeLists.txt names it or its folder."


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    floor_of = floors(root / "ARCHITECTURE.md")
    problems = []
    files_in = {}
    checked = 0
    sources = [file for top in ("core", "ui", "app") for file in (root / top).rglob("*")]
    for file in sorted(sources):
        room = file.parent.relative_to(root).as_posix()
        files_in[room] = files_in.get(room, 0) + file.is_file()
        if file.suffix not in (".h", ".cpp", ".c"):
            continue
        if room not in floor_of:
            problems.append(f"{file.relative_to(root)}: {room} is not in ARCHITECTURE.md's table of rooms.")
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if include := INCLUDE.match(line):
                checked += 1
                name = include[1] or include[2]
                if why := problem(room, name, floor_of):
                    problems.append(f"{file.relative_to(root)}:{number}: may not include {name}: {why}.")
    problems += [f"{room} is in the table of rooms, but has no files." for room in floor_of if not files_in.get(room)]
    for file in (root / "tests").rglob("*"):
        if file.is_file() and file.parent.name != "__pycache__":
            folder = file.parent.relative_to(root).as_posix()
            files_in[folder] = files_in.get(folder, 0) + 1
    problems += [
        f"{folder} has {count} files, more than {MOST_FILES}: divide it."
        for folder, count in files_in.items() if count > MOST_FILES
    ]
    problems += forgotten_tests(root / "tests")
    for each in problems:
        print(each, file=sys.stderr)
    print(f"{checked} includes in {len(floor_of)} rooms checked, {len(problems)} not allowed.")
    return 1 if problems or checked == 0 else 0


sys.exit(main())
