"""Keeps the templates for translators in resources/translations up to date with the sources.

    translations.py check [FOLDER]     prints what differs, and ends with 1 if anything does
    translations.py update [FOLDER]    writes the templates anew
    translations.py pseudo FILE.mo [FOLDER]
                                       writes a translation in which each text is in brackets, for tests

FOLDER is the root of the sources; by default that of this file. core and app are translated by gettext
(stepscope.pot), ui by Qt (stepscope.ts). For ui, English too is a translation (stepscope_en.ts): of the plural forms
alone, which `update` leaves empty in new texts.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

XGETTEXT = [
    "xgettext", "--language=C++", "--from-code=UTF-8", "--keyword", "--keyword=translated:1",
    "--keyword=translatable:1", "--keyword=translatedPlural:1,2", "--add-comments=Translators:",
    "--flag=translated:1:python-brace-format", "--flag=translatable:1:python-brace-format",
    "--flag=translatedPlural:1:python-brace-format", "--flag=translatedPlural:2:python-brace-format",
    "--add-location=file", "--sort-by-file", "--width=110", "--package-name=Stepscope",
    "--copyright-holder=the authors of Stepscope", "--msgid-bugs-address=the authors",
]  # yapf: disable
LUPDATE = ["/usr/lib/qt6/bin/lupdate", "lupdate6", "lupdate"]


def sources(root, *rooms):
    found = (file for room in rooms for file in (root / room).rglob("*") if file.suffix in (".cpp", ".h"))
    return sorted(file.relative_to(root).as_posix() for file in found)


def gettext_template(root):
    done = subprocess.run([*XGETTEXT, "--output=-", *sources(root, "core", "app")], cwd=root, check=True,
                          capture_output=True, text=True)
    if done.stderr:
        sys.exit(done.stderr)
    text = re.sub(r'"POT-Creation-Date: .*\n', "", done.stdout)
    text = text.replace("charset=CHARSET", "charset=UTF-8")
    return text.replace("# SOME DESCRIPTIVE TITLE.\n", "# The text of Stepscope's commands, reports and messages.\n")


def run_lupdate(root, *arguments):
    """Without the headers, contexts would lack their namespaces. Prints what lupdate warns about: a text in a class
    without a context of its own, say, whose translation would not be found."""
    lupdate = next((tool for tool in LUPDATE if shutil.which(tool)), None)
    if not lupdate:
        sys.exit("lupdate is missing (Debian's package qt6-l10n-tools).")
    done = subprocess.run([lupdate, "-silent", "-I", root, "-locations", "none", "-no-obsolete", *arguments], cwd=root,
                          check=True, capture_output=True, text=True)
    if done.stderr:
        sys.exit(done.stderr)


def qt_template(root):
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "stepscope.ts"
        run_lupdate(root, root / "ui", "-ts", template)
        return template.read_text(encoding="utf-8")


# Text inside these calls is translated, or is for programmers.
MARKED = {"translated", "translatable", "translatedPlural", "tr", "assert", "static_assert"}
# The window shows the arguments of these.
SHOWN = {
    "addAction", "addItem", "addMenu", "addRow", "addTab", "plainLabel", "setLabel", "setPlaceholderText", "setPrefix",
    "setSpecialValueText", "setStatusTip", "setSuffix", "setText", "setTitle", "setToolTip", "setWindowTitle",
    "showMessage", "QAction", "QLabel", "QPushButton"
}
# A quote after a digit separates digits, as in 1'000.
TOKEN = re.compile(
    r'R"(\w*)\((?:.*?)\)\1"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|(?<![0-9a-fA-F])\'(?:[^\'\\\n]|\\.)+\'', re.S)
SENTENCE = re.compile(r'"[A-Z][a-z ][^"]* [a-z][^"]*[.:?]"')
# Sentences that are data: kept in run files in English, read back, or said inside the recorded program.
NOT_TEXT = {"core/run/imported_facts.cpp", "core/record/process/source_revision.cpp", "core/run_file/summary_cache.cpp"}


def call_around(source, position):
    """The name of the function whose argument is at the position; None: it is not an argument."""
    depth = 0
    for at in range(position - 1, max(position - 5000, 0), -1):
        if source[at] in ")]}":
            depth += 1
        elif source[at] in "([{":
            if depth == 0:
                name = re.search(r"(\w+)\s*$", source[:at])
                return name[1] if name and source[at] == "(" else None
            depth -= 1
        elif source[at] == ";" and depth == 0:
            return None
    return None


def unmarked(root):
    """Sentences, texts of errors and texts of widgets that no call marks as text."""
    found = []
    for name in sources(root, "core", "app", "ui"):
        if name in NOT_TEXT or name.startswith("core/probe/"):
            continue
        source = (root / name).read_text(encoding="utf-8")
        code = TOKEN.sub(lambda token: re.sub(r"[^\n]", " ", token[0]), source)  # of equal length, without literals
        previous, call = 0, None
        for token in TOKEN.finditer(source):
            if not token[0].startswith('"'):
                continue
            if code[previous:token.start()].strip() or not previous:  # not the second line of a literal
                call = call_around(code, token.start())
            previous = token.end()
            is_text = SENTENCE.fullmatch(token[0]) or call == "Error" and " " in token[0] or \
                name.startswith("ui/") and call in SHOWN and re.match('"[A-Z][a-z]', token[0])
            if is_text and call not in MARKED:
                found.append(f"{name}:{source.count(chr(10), 0, token.start()) + 1}: not marked as text: {token[0]}")
    return found


def english_plurals(root):
    """stepscope_en.ts with the texts of the sources and the forms that it has."""
    with tempfile.TemporaryDirectory() as folder:
        english = Path(folder) / "stepscope_en.ts"
        old = root / "resources/translations/stepscope_en.ts"
        if old.exists():
            shutil.copy(old, english)
        run_lupdate(root, "-pluralonly", "-target-language", "en", root / "ui", "-ts", english)
        return english.read_text(encoding="utf-8")


def unfinished(template):
    return [message.findtext("source") for message in xml.fromstring(template).iter("message")
            if message.find("translation").get("type")]


def gettext_messages(template):
    """The same for every version of gettext."""
    plain = subprocess.run(["msgcat", "--no-location", "--no-wrap", "-"], input=template, check=True,
                           capture_output=True, text=True).stdout
    blocks = [[line for line in block.splitlines() if not line.startswith("#")] for block in plain.split("\n\n")]
    return {"\n".join(block) for block in blocks[1:] if block}


def qt_messages(template):
    if not template:
        return set()
    return {
        " | ".join([context.findtext("name"), *(message.findtext(part, "") for part in ("source", "comment"))])
        for context in xml.fromstring(template).iter("context") for message in context.iter("message")
    }


def pseudo(root, output):
    """The first plural form is that for 1, as in English."""
    with tempfile.TemporaryDirectory() as folder:
        bracketed = Path(folder) / "pseudo.po"
        template = gettext_template(root).replace("nplurals=INTEGER; plural=EXPRESSION", "nplurals=2; plural=(n != 1)")
        filled = subprocess.run(["msgen", "-"], input=template, check=True, capture_output=True, text=True).stdout
        brackets = ["sed", "-e", "1s/^/⟦/", "-e", "$s/$/⟧/"]
        subprocess.run(["msgfilter", "--keep-header", "-o", bracketed, *brackets], input=filled, check=True, text=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["msgfmt", "--check-format", "--use-fuzzy", "-o", output, bracketed], check=True)


def main():
    arguments = sys.argv[2:]
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    output = Path(arguments.pop(0)) if mode == "pseudo" and arguments else None
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    if mode == "pseudo" and output:
        return pseudo(root, output)
    if mode not in ("check", "update"):
        sys.exit(__doc__)
    problems = unmarked(root) if mode == "check" else []
    for name, template, messages in (("stepscope.pot", gettext_template, gettext_messages),
                                     ("stepscope.ts", qt_template, qt_messages),
                                     ("stepscope_en.ts", english_plurals, qt_messages)):
        file = root / "resources/translations" / name
        fresh = template(root)
        if mode == "update":
            file.write_text(fresh, encoding="utf-8")
            continue
        old = messages(file.read_text(encoding="utf-8") if file.exists() else "")
        new = messages(fresh)
        problems += [f"{name} lacks: {message}" for message in sorted(new - old)]
        problems += [f"{name} has in vain: {message}" for message in sorted(old - new)]
    problems += [f"stepscope_en.ts: write the forms of “{source}”" for source in unfinished(fresh)]
    if problems:
        print("\n".join(problems[:200]))
        sys.exit("Mark text as core/language/translation.h says, and run `python3 tests/translations.py update`; "
                 "plural forms of ui are written by hand.")


main()
