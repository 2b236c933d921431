"""`python3 -m stepscope train.py`: the same as `stepscope record -- python3 train.py`.

Options of `stepscope record` come first; `-m MODULE` and `-c CODE` are Python's.
"""

import os
import shutil
import sys

# The options of `stepscope record` that have a value, which may be the next argument.
WITH_VALUE = (
    "--library", "--name", "--runs-to", "--messages-to", "--step-on", "--window", "--profile-wait", "--profile-warmup",
    "--profile-active", "--profile-repeat",
)  # yapf: disable
USAGE = """usage: python3 -m stepscope [OPTION...] SCRIPT|-m MODULE|-c CODE [ARGUMENT...]

Records the program, like `stepscope record -- python3 ...`. The options are those of `stepscope record`, which
`stepscope record --help` explains."""


def _program():
    """The stepscope command: from the environment, from the installation of this file, or from the PATH."""
    named = os.environ.get("STEPSCOPE_COMMAND")
    if named:
        return named
    here = os.path.dirname(os.path.abspath(__file__))
    for levels in range(2, 6):  # PREFIX/share/stepscope/python/stepscope, or the build folder
        prefix = os.path.abspath(os.path.join(here, *[os.pardir] * levels))
        for place in ("bin/stepscope", "build/release/stepscope"):
            program = os.path.join(prefix, place)
            if os.access(program, os.X_OK) and os.path.isfile(program):
                return program
    return shutil.which("stepscope")


def main(arguments):
    options = []
    while arguments and arguments[0].startswith("-") and arguments[0][:2] not in ("-m", "-c"):
        options.append(arguments.pop(0))
        if options[-1] in WITH_VALUE and arguments:
            options.append(arguments.pop(0))
    if "-h" in options or "--help" in options or not arguments:
        print(USAGE)
        return 0 if arguments or options else 2
    program = _program()
    if not program:
        print("stepscope: the program stepscope was not found; install it or add it to the PATH", file=sys.stderr)
        return 127
    if os.environ.get("STEPSCOPE_RECORDING"):  # already under `stepscope record`
        command = [sys.executable] + arguments
    else:
        command = [program, "record"] + options + ["--", sys.executable] + arguments
    try:
        os.execv(command[0], command)
    except OSError as error:
        print("stepscope: %s cannot be started: %s" % (command[0], error.strerror), file=sys.stderr)
        return 126


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
