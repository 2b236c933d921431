"""Valid files that the attacks start from."""

import json


def chrome_trace(path, events):
    """A trace of nested operators on one thread, in steps of 100 events."""
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n')
        for number in range(events):
            step, place = divmod(number, 100)
            start, length = 1000 * step + 10 * place, 9
            name, category = f"aten::operator{place % 40}", "cpu_op"
            if place == 0:
                start, length, name, category = 1000 * step, 999, f"ProfilerStep#{step}", "user_annotation"
            event = {"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 1, "ts": start, "dur": length,
                     "args": {"External id": number}}
            file.write(("," if number else " ") + json.dumps(event) + "\n")
        file.write("]}\n")
