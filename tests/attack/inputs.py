#!/usr/bin/env python3
"""Writes input files that are made to be slow, large or endless to read.

Each file is at most 100 MB and must be read or refused within 20 seconds and 2 GB. Needs the standard library only.

    inputs.py --list
    inputs.py --into FOLDER [--scale 0.1] [NAME...]
"""

import argparse
import gzip
import json
import lzma
import marshal
import os
import pathlib
import socket
import sqlite3
import struct
import sys
import zipfile

CASES = {}


def case(name, file):
    """Registers a generator with its name and the name of the file that it writes."""

    def register(write):
        CASES[name] = (file, write)
        return write

    return register


# Chrome traces


def span(name, start, duration, pid=1, tid=1, category="cpu_op", args=None):
    event = {"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": start, "dur": duration}
    if args is not None:
        event["args"] = args
    return json.dumps(event)


def write_trace(path, events, header='"schemaVersion": 1, ', opener=open):
    with opener(path, "wt") as file:
        file.write("{" + header + '"traceEvents": [\n')
        first = True
        for event in events:
            file.write(event if first else ",\n" + event)
            first = False
        file.write("\n]}\n")


@case("chrome-nested", "trace.json")
def chrome_nested(path, scale):
    count = int(200_000 * scale)
    write_trace(path, (span(f"op {i}", i, 2 * (count - i)) for i in range(count)))


@case("chrome-nested-one-name", "trace.json")
def chrome_nested_one_name(path, scale):
    count = int(800_000 * scale)
    write_trace(path, (span("op", i, 2 * (count - i)) for i in range(count)))


@case("chrome-nested-ranges", "trace.json")
def chrome_nested_ranges(path, scale):
    count = int(400_000 * scale)
    write_trace(path, (span(f"range {i}", i, 2 * (count - i), category="user_annotation") for i in range(count)))


@case("chrome-nested-python", "trace.json")
def chrome_nested_python(path, scale):
    count = int(400_000 * scale)
    write_trace(path, (span(f"f{i}.py(1): f", i, 2 * (count - i), category="python_function",
                            args={"Python id": i + 1}) for i in range(count)))


@case("chrome-nested-sawtooth", "trace.json")
def chrome_nested_sawtooth(path, scale):
    """Deep, and then repeatedly one level up and down, with another name each time."""
    depth = int(100_000 * scale)
    count = int(500_000 * scale)

    def events():
        for i in range(depth):
            yield span(f"op {i}", i, 10 * count - 2 * i)
        for i in range(count):
            yield span(f"leaf {i}", depth + i, 1)

    write_trace(path, events())


@case("chrome-begin-end", "trace.json")
def chrome_begin_end(path, scale):
    count = int(500_000 * scale)

    def events():
        for i in range(count):
            yield json.dumps({"ph": "B", "name": f"op {i}", "pid": 1, "tid": 1, "ts": i})
        for i in range(count):
            yield json.dumps({"ph": "E", "pid": 1, "tid": 1, "ts": count + i})

    write_trace(path, events())


@case("chrome-overlapping", "trace.json")
def chrome_overlapping(path, scale):
    """Events that overlap and are not nested: each needs its own row."""
    count = int(1_000_000 * scale)
    write_trace(path, (span("op", i, 2 * count) for i in range(count)))


@case("chrome-overlapping-growing", "trace.json")
def chrome_overlapping_growing(path, scale):
    count = int(1_000_000 * scale)
    write_trace(path, (span("op", i, count + 2 * i) for i in range(count)))


@case("chrome-overlapping-device", "trace.json")
def chrome_overlapping_device(path, scale):
    count = int(700_000 * scale)
    write_trace(path, (span(f"kernel {i}", i, 2 * count, pid=0, tid=7, category="kernel",
                            args={"device": 0, "stream": 7, "correlation": i + 1}) for i in range(count)))


@case("chrome-overlapping-device-ranges", "trace.json")
def chrome_overlapping_device_ranges(path, scale):
    count = int(700_000 * scale)
    write_trace(path, (span("range", i, count + 2 * i, pid=0, tid=7, category="gpu_user_annotation",
                            args={"device": 0, "stream": 7}) for i in range(count)))


@case("chrome-equal-times", "trace.json")
def chrome_equal_times(path, scale):
    write_trace(path, (span("op", 5, 5) for _ in range(int(1_000_000 * scale))))


@case("chrome-no-time-at-all", "trace.json")
def chrome_zero_durations(path, scale):
    write_trace(path, (span("op", 5, 0) for _ in range(int(1_000_000 * scale))))


@case("chrome-backwards", "trace.json")
def chrome_backwards(path, scale):
    count = int(1_000_000 * scale)
    write_trace(path, (span("op", count - i, 1) for i in range(count)))


@case("chrome-names", "trace.json")
def chrome_names(path, scale):
    write_trace(path, (span(f"operator {i}", i, 1) for i in range(int(1_000_000 * scale))))


@case("chrome-shapes", "trace.json")
def chrome_shapes(path, scale):
    write_trace(path, (span("aten::mm", i, 1, args={"Input Dims": [[i, 2], [2, i]]})
                       for i in range(int(700_000 * scale))))


@case("chrome-kernels-names", "trace.json")
def chrome_kernel_names(path, scale):
    def events():
        for i in range(int(300_000 * scale)):
            yield span("cudaLaunchKernel", 3 * i, 1, category="cuda_runtime", args={"correlation": i + 1})
            yield span(f"void kernel_{i}<float>(int)", 3 * i + 1, 1, pid=0, tid=7, category="kernel",
                       args={"device": 0, "stream": 7, "correlation": i + 1})

    write_trace(path, events())


@case("chrome-kernels-of-one-deep-call", "trace.json")
def chrome_kernels_of_one_deep_call(path, scale):
    """Each kernel belongs to everything above its launch."""
    depth = int(100_000 * scale)
    count = int(200_000 * scale)

    def events():
        for i in range(depth):
            yield span(f"op {i}", i, 10 * (depth + count) - 2 * i)
        yield span("cudaLaunchKernel", depth + 1, 1, category="cuda_runtime", args={"correlation": 1})
        for i in range(count):
            yield span(f"kernel {i}", depth + 2 + i, 1, pid=0, tid=7, category="kernel",
                       args={"device": 0, "stream": 7, "correlation": 1})

    write_trace(path, events())


@case("chrome-threads", "trace.json")
def chrome_threads(path, scale):
    write_trace(path, (span("op", i, 1, tid=i) for i in range(int(1_000_000 * scale))))


@case("chrome-thread-texts", "trace.json")
def chrome_thread_texts(path, scale):
    write_trace(path, (span("op", i, 1, pid=f"p{i}", tid=f"t{i}") for i in range(int(800_000 * scale))))


@case("chrome-processes", "trace.json")
def chrome_processes(path, scale):
    write_trace(path, (span("op", i, 1, pid=i, tid=i) for i in range(int(1_000_000 * scale))))


@case("chrome-streams", "trace.json")
def chrome_streams(path, scale):
    write_trace(path, (span("kernel", i, 1, pid=i % 30_000, tid=i, category="kernel",
                            args={"device": i % 30_000, "stream": i}) for i in range(int(600_000 * scale))))


@case("chrome-counters", "trace.json")
def chrome_counters(path, scale):
    write_trace(path, (json.dumps({"ph": "C", "name": f"counter {i}", "pid": 1, "tid": 1, "ts": i,
                                   "args": {"value": i}}) for i in range(int(800_000 * scale))))


@case("chrome-counter-values", "trace.json")
def chrome_counter_values(path, scale):
    write_trace(path, (json.dumps({"ph": "C", "name": "counter", "pid": 1, "tid": 1, "ts": i, "args": {"value": i}})
                       for i in range(int(1_000_000 * scale))))


@case("chrome-counter-series", "trace.json")
def chrome_counter_series(path, scale):
    args = {f"series {i}": i for i in range(int(2_000_000 * scale))}
    write_trace(path, [json.dumps({"ph": "C", "name": "counter", "pid": 1, "tid": 1, "ts": 1, "args": args})])


@case("chrome-thread-names", "trace.json")
def chrome_thread_names(path, scale):
    def events():
        yield span("op", 0, 1)
        for i in range(int(800_000 * scale)):
            yield json.dumps({"ph": "M", "name": "thread_name", "pid": 1, "tid": i, "args": {"name": f"thread {i}"}})

    write_trace(path, events())


@case("chrome-allocations", "trace.json")
def chrome_allocations(path, scale):
    """Blocks that are never freed."""
    write_trace(path, (json.dumps({"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "ts": i,
                                   "args": {"Addr": i + 1, "Bytes": i + 1, "Device Type": 0, "Device Id": -1}})
                       for i in range(int(700_000 * scale))))


@case("chrome-allocations-deep", "trace.json")
def chrome_allocations_deep(path, scale):
    """Allocations that are in none of many open calls."""
    depth = int(200_000 * scale)
    count = int(300_000 * scale)

    def events():
        for i in range(depth):
            yield span("op", i, depth - i)
        for i in range(count):
            yield json.dumps({"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "ts": depth + i + 1,
                              "args": {"Addr": i + 1, "Bytes": 8, "Device Type": 0, "Device Id": -1}})

    write_trace(path, events())


@case("chrome-steps", "trace.json")
def chrome_steps(path, scale):
    write_trace(path, (span(f"ProfilerStep#{i}", 2 * i, 2, category="user_annotation")
                       for i in range(int(1_000_000 * scale))))


@case("chrome-steps-one-number", "trace.json")
def chrome_steps_one_number(path, scale):
    def events():
        for i in range(int(300_000 * scale)):
            yield span("ProfilerStep#7", 10 * i, 10, category="user_annotation")
            yield span("aten::mm", 10 * i + 1, 1)

    write_trace(path, events())


@case("chrome-step-numbers", "trace.json")
def chrome_step_numbers(path, scale):
    numbers = [9223372036854775807, 9223372036854775806, 0, 5, 3, 99999999999999999999]
    write_trace(path, (span(f"ProfilerStep#{n}", 10 * i, 10, category="user_annotation")
                       for i, n in enumerate(numbers)))


@case("chrome-steps-nested", "trace.json")
def chrome_steps_nested(path, scale):
    count = int(300_000 * scale)
    write_trace(path, (span(f"ProfilerStep#{i}", i, 2 * (count - i), category="user_annotation")
                       for i in range(count)))


@case("chrome-sequences", "trace.json")
def chrome_sequences(path, scale):
    """One sequence number on many threads."""
    def events():
        for i in range(int(300_000 * scale)):
            yield span("aten::mm", i, 1, tid=i % 60_000, args={"Sequence number": 7, "Fwd thread id": 0})
            yield span("MmBackward", i, 1, tid=i % 60_000, args={"Sequence number": 7, "Fwd thread id": 1 + i % 100})

    write_trace(path, events())


@case("chrome-correlations", "trace.json")
def chrome_correlations(path, scale):
    """Correlation ids that share one slot of a hash table with a known multiplier."""
    inverse = pow(0x9E3779B97F4A7C15, -1, 1 << 64)

    def ids(count):
        found = 0
        product = 0
        while found < count:
            product += 1 << 44
            number = product * inverse % (1 << 64)
            if number < 1 << 58:
                found += 1
                yield number << 4

    def events():
        for i, number in enumerate(ids(int(200_000 * scale))):
            yield span("cudaLaunchKernel", i, 1, category="cuda_runtime", args={"correlation": number})

    write_trace(path, events())


@case("chrome-huge-string", "trace.json")
def chrome_huge_string(path, scale):
    write_trace(path, [span("x" * int(95_000_000 * scale), 0, 1)])


@case("chrome-open-string", "trace.json")
def chrome_open_string(path, scale):
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n{"ph": "X", "name": "' + "x" * int(95_000_000 * scale))


@case("chrome-huge-strings", "trace.json")
def chrome_huge_strings(path, scale):
    write_trace(path, (span(f"{i}" + "x" * 1_000_000, i, 1) for i in range(int(95 * scale))))


@case("chrome-quotes", "trace.json")
def chrome_quotes(path, scale):
    """Quotes that are not escaped, in every name."""
    write_trace(path, (f'{{"ph": "X", "name": "a"{i}"b", "pid": 1, "tid": 1, "ts": {i}, "dur": 1}}'
                       for i in range(int(1_000_000 * scale))))


@case("chrome-only-quotes", "trace.json")
def chrome_only_quotes(path, scale):
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n{"ph": "X", "name": "' + '"' * int(90_000_000 * scale))


@case("chrome-open-arrays", "trace.json")
def chrome_open_arrays(path, scale):
    """Each event ends where the file does."""
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n{"ph": "M"}')
        file.write(',{"ph": "X", "args": {"a": [' * int(3_000_000 * scale))


@case("chrome-quoted-braces", "trace.json")
def chrome_quoted_braces(path, scale):
    """Texts that look like the start of an event."""
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n{"ph": "X", "name": "')
        file.write(',{\\"ph\\":1, {"ph":' * int(4_000_000 * scale))


@case("chrome-broken-events", "trace.json")
def chrome_broken_events(path, scale):
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n')
        file.write('{"ph": "X", "name": \n,' * int(4_000_000 * scale))


@case("chrome-many-arguments", "trace.json")
def chrome_many_arguments(path, scale):
    write_trace(path, [span("op", 0, 1, args={f"argument {i}": i for i in range(int(2_000_000 * scale))})])


@case("chrome-same-argument", "trace.json")
def chrome_same_argument(path, scale):
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n{"ph": "X", "name": "op", "pid": 1, "tid": 1, "ts": 0, '
                   '"dur": 1, "args": {')
        file.write(", ".join(['"Input Dims": [[1]]'] * int(4_000_000 * scale)) + "}}]}")


@case("chrome-deep-arrays", "trace.json")
def chrome_deep_arrays(path, scale):
    depth = int(45_000_000 * scale)
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n{"ph": "X", "name": "op", "pid": 1, "tid": 1, "ts": 0, '
                   '"dur": 1, "args": {"Input Dims": ' + "[" * depth + "]" * depth + "}}]}")


@case("chrome-deep-header", "trace.json")
def chrome_deep_header(path, scale):
    depth = int(30_000_000 * scale)
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "deviceProperties": ' + "[" * depth + "]" * depth + ', "traceEvents": []}')


@case("chrome-header-keys", "trace.json")
def chrome_header_keys(path, scale):
    keys = "".join(f'"key {i}": {i}, ' for i in range(int(3_000_000 * scale)))
    write_trace(path, [span("op", 0, 1)], header='"schemaVersion": 1, ' + keys)


@case("chrome-header-devices", "trace.json")
def chrome_header_devices(path, scale):
    devices = ", ".join(f'{{"id": {i}, "name": "device {i}"}}' for i in range(int(1_200_000 * scale)))
    write_trace(path, [span("op", 0, 1)], header=f'"deviceProperties": [{devices}], ')


@case("chrome-header-repeated", "trace.json")
def chrome_header_repeated(path, scale):
    devices = '"deviceProperties": [{"id": 0, "name": "device"}], '
    write_trace(path, [span("op", 0, 1)], header=devices * int(1_000_000 * scale))


@case("chrome-behind", "trace.json")
def chrome_behind(path, scale):
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [' + span("op", 0, 1) + "]")
        file.write("".join(f', "key {i}": [1, 2]' for i in range(int(4_000_000 * scale))) + "}")


@case("chrome-own-threads", "trace.json")
def chrome_own_threads(path, scale):
    """A file that claims to be written by Stepscope, with more threads and counters than it has."""
    threads = [{"id": i, "name": f"t{i}", "process": 1, "device": -1} for i in range(int(500_000 * scale))]
    counters = [{"name": f"c{i}", "pid": 1, "process": 1, "device": -1} for i in range(int(500_000 * scale))]
    own = {"version": "1", "events": 1, "steps": 0, "threads": threads, "counters": counters}
    with open(path, "w") as file:
        file.write('{"schemaVersion": 1, "traceEvents": [' +
                   span("op", 0, 1, args={"Stepscope": [0, 0, -1, -1]}) + '], "stepscope": ' + json.dumps(own) + "}")


@case("gzip-bomb", "trace.json.gz")
def gzip_bomb(path, scale):
    """1.5 GB of events in a few megabytes."""
    with gzip.open(path, "wt", compresslevel=6) as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n')
        for start in range(0, int(10_000_000 * scale), 10_000):
            file.write("".join(f'{{"ph":"X","cat":"cpu_op","name":"aten::operator_with_a_name","pid":1,"tid":1,'
                               f'"ts":{i}.000,"dur":1.000,"args":{{"Record function id":0,"Input Dims":[[1]]}}}},\n'
                               for i in range(start, start + 10_000)))
        file.write(span("last", 1, 1) + "]}")


@case("gzip-bomb-nested", "trace.json.gz")
def gzip_bomb_nested(path, scale):
    """10 million events, each within the previous one, with different names."""
    count = int(10_000_000 * scale)
    with gzip.open(path, "wt", compresslevel=6) as file:
        file.write('{"schemaVersion": 1, "traceEvents": [\n')
        for start in range(0, count, 10_000):
            file.write("".join(f'{{"ph":"X","name":"n{i}","pid":1,"tid":1,"ts":{i},"dur":{2 * (count - i)}}},\n'
                               for i in range(start, min(start + 10_000, count))))
        file.write(span("last", count, 1) + "]}")


@case("gzip-zeros", "trace.json.gz")
def gzip_zeros(path, scale):
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(int(10_000 * scale)):
            file.write(bytes(1_000_000))


@case("gzip-members", "trace.json.gz")
def gzip_members(path, scale):
    """A member for each byte."""
    empty = gzip.compress(b" ", 9)
    with open(path, "wb") as file:
        file.write(empty * int(4_000_000 * scale))


@case("gzip-one-string", "trace.json.gz")
def gzip_one_string(path, scale):
    with gzip.open(path, "wt", compresslevel=9) as file:
        file.write('{"schemaVersion": 1, "traceEvents": [{"ph": "X", "name": "')
        for _ in range(int(3_000 * scale)):
            file.write("x" * 1_000_000)


@case("gzip-header", "trace.json.gz")
def gzip_header(path, scale):
    with gzip.open(path, "wt", compresslevel=9) as file:
        file.write('{"schemaVersion": 1, "deviceProperties": [')
        for _ in range(int(3_000 * scale)):
            file.write('{"id": 0},' * 100_000)


# SQLite files


def write_database(path, script, rows=()):
    database = sqlite3.connect(path)
    database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + script)
    for sql, values in rows:
        database.executemany(sql, values)
    database.commit()
    database.close()


NVTX_TABLES = """
    CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
    CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER,
                              globalTid INTEGER);
"""


@case("nsight-nested", "nested.sqlite")
def nsight_nested(path, scale):
    count = int(200_000 * scale)
    write_database(path, NVTX_TABLES, [("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, NULL, 1)",
                                        ((i + 1, 2 * count - i, f"range {i}") for i in range(count)))])


@case("nsight-nested-one-name", "nested.sqlite")
def nsight_nested_one_name(path, scale):
    count = int(1_000_000 * scale)
    write_database(path, NVTX_TABLES, [("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, 'range', NULL, 1)",
                                        ((i + 1, 2 * count - i) for i in range(count)))])


@case("nsight-overlapping", "overlapping.sqlite")
def nsight_overlapping(path, scale):
    count = int(1_000_000 * scale)
    write_database(path, NVTX_TABLES, [("INSERT INTO NVTX_EVENTS VALUES (?, ?, 60, 'range', NULL, 1)",
                                        ((i + 1, i + 2 * count) for i in range(count)))])


@case("nsight-open", "open.sqlite")
def nsight_open(path, scale):
    count = int(1_000_000 * scale)
    write_database(path, NVTX_TABLES, [("INSERT INTO NVTX_EVENTS VALUES (?, NULL, 59, ?, NULL, ?)",
                                        ((i + 1, f"batch {i}", i) for i in range(count)))])


@case("nsight-strings", "strings.sqlite")
def nsight_strings(path, scale):
    write_database(path, NVTX_TABLES, [("INSERT INTO StringIds VALUES (?, ?)",
                                        ((i, f"string {i}") for i in range(int(4_000_000 * scale))))])


@case("nsight-tables", "tables.sqlite")
def nsight_tables(path, scale):
    tables = "".join(f"CREATE TABLE t{i} (a);" for i in range(int(20_000 * scale)))
    write_database(path, NVTX_TABLES + "BEGIN;" + tables + "COMMIT;")


@case("nsight-columns", "columns.sqlite")
def nsight_columns(path, scale):
    columns = ", ".join(f"c{i}" for i in range(1_990))
    tables = "".join(f"CREATE TABLE t{i} ({columns});" for i in range(int(2_000 * scale)))
    write_database(path, NVTX_TABLES + "BEGIN;" + tables + "COMMIT;")


@case("nsight-views", "views.sqlite")
def nsight_views(path, scale):
    write_database(path, """
        CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER,
                                                  nameId INTEGER);
        CREATE VIEW NVTX_EVENTS AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)
            SELECT n AS start, n + 1 AS end, 59 AS eventType, 'x' AS text, NULL AS textId, 1 AS globalTid FROM r;
    """)


@case("nsight-generated", "generated.sqlite")
def nsight_generated(path, scale):
    write_database(path, """
        CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT AS (hex(zeroblob(200000000))) VIRTUAL);
        CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT AS (zeroblob(200000000)),
                                  textId INTEGER, globalTid INTEGER);
        INSERT INTO StringIds (id) VALUES (1), (2);
        INSERT INTO NVTX_EVENTS (start, end, eventType, textId, globalTid) VALUES (1, 2, 59, 1, 1);
    """)


@case("nsight-huge-text", "text.sqlite")
def nsight_huge_text(path, scale):
    write_database(path, NVTX_TABLES, [("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, NULL, 1)",
                                        ((10 * i, 10 * i + 5, f"{i}" + "x" * 1_000_000)
                                         for i in range(int(90 * scale))))])


@case("nsight-kernels", "kernels.sqlite")
def nsight_kernels(path, scale):
    count = int(600_000 * scale)
    write_database(path, """
        CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,
            streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);
    """, [("INSERT INTO StringIds VALUES (?, ?)", ((i, "_Z" + "N1aI" * 200 + "E" * 200) for i in range(1))),
          ("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, ?, 1, ?, ?, ?, 0)",
           ((i + 1, 2 * count + i, i % 30_000, i, i, i << 24) for i in range(count)))])


@case("nsight-wal", "wal.sqlite")
def nsight_wal(path, scale):
    """All data is in the log next to the file; a program was killed before it could clean up."""
    database = sqlite3.connect(path)
    database.executescript("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;" + NVTX_TABLES)
    count = int(100_000 * scale)
    database.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, 'range', NULL, 1)",
                         ((10 * i, 10 * i + 5) for i in range(count)))
    database.commit()
    saved = {name: pathlib.Path(str(path) + name).read_bytes() for name in ("", "-wal")}
    database.close()
    for name, content in saved.items():
        pathlib.Path(str(path) + name).write_bytes(content)


@case("nvprof-markers", "markers.nvvp")
def nvprof_markers(path, scale):
    count = int(300_000 * scale)

    def rows():
        for i in range(count):
            yield i, 2, i + 1, 1
        for i in range(count):
            yield i, 4, 2 * count - i, 0

    write_database(path, """
        CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value TEXT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (start INTEGER, end INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, processId INTEGER, threadId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (id INTEGER, flags INTEGER, timestamp INTEGER, name INTEGER,
            objectKind INTEGER, objectId BLOB, domain INTEGER);
        INSERT INTO StringTable VALUES (1, 'range');
    """, [("INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (?, ?, ?, ?, 2, NULL, 0)", rows())])


# Sums per stack


@case("folded-deep", "stacks.folded")
def folded_deep(path, scale):
    pathlib.Path(path).write_text(";".join(f"f{i}" for i in range(int(1_000_000 * scale))) + " 1\n")


@case("folded-deep-many", "stacks.folded")
def folded_deep_many(path, scale):
    with open(path, "w") as file:
        for i in range(int(5_000 * scale)):
            file.write(";".join(["a", f"b{i}"] * 5_000) + " 1\n")


@case("folded-lines", "stacks.folded")
def folded_lines(path, scale):
    with open(path, "w") as file:
        for i in range(int(4_000_000 * scale)):
            file.write(f"main;f{i};g{i} 1\n")


@case("folded-one-line", "stacks.folded")
def folded_one_line(path, scale):
    pathlib.Path(path).write_text("main;work 1\n" + "f;" * int(45_000_000 * scale) + " 1\n")


@case("folded-frames", "stacks.folded")
def folded_frames(path, scale):
    """As many different frames as fit: 2,000 deep, in no two lines the same."""
    with open(path, "w") as file:
        for i in range(int(9_000 * scale)):
            file.write(";".join([f"{i}"] + ["f"] * 1_998) + ";x 1\n")


@case("callgrind-chain", "callgrind.out")
def callgrind_chain(path, scale):
    with open(path, "w") as file:
        file.write("events: Ir\n")
        for i in range(int(500_000 * scale)):
            file.write(f"fn=({i}) f{i}\n1 1\ncfn=({i + 1}) f{i + 1}\ncalls=1 1\n1 1\n")


@case("callgrind-cycles", "callgrind.out")
def callgrind_cycles(path, scale):
    """Every function calls every other one."""
    count = int(1_400 * scale ** 0.5)
    with open(path, "w") as file:
        file.write("events: Ir\n")
        for i in range(count):
            file.write(f"fn=({i}) f{i}\n1 1\n")
            for j in range(count):
                file.write(f"cfn=({j})\ncalls=1 1\n1 5\n")


@case("callgrind-lattice", "callgrind.out")
def callgrind_lattice(path, scale):
    """Two functions on each level call both of the next level: the number of paths doubles with each level."""
    with open(path, "w") as file:
        file.write("events: Ir\n")
        for i in range(int(100_000 * scale)):
            for side in "ab":
                file.write(f"fn={side}{i}\n1 1\ncfn=a{i + 1}\ncalls=1 1\n1 1000000\n"
                           f"cfn=b{i + 1}\ncalls=1 1\n1 1000000\n")


@case("callgrind-names", "callgrind.out")
def callgrind_names(path, scale):
    with open(path, "w") as file:
        file.write("events: Ir\n")
        for i in range(int(3_000_000 * scale)):
            file.write(f"fn=({i}) f{i}\n1 1\n")


@case("cprofile-deep", "profile.prof")
def cprofile_deep(path, scale):
    pathlib.Path(path).write_bytes(b"{)\x03" + b"(\x01\x00\x00\x00" * int(15_000_000 * scale))


@case("cprofile-complete", "profile.prof")
def cprofile_complete(path, scale):
    count = int(900 * scale ** 0.5)
    names = [(f"f{i}.py", i, f"f{i}") for i in range(count)]
    pathlib.Path(path).write_bytes(
        marshal.dumps({name: (count, count, 1.0, 2.0, {caller: (1, 1, 0.1, 0.2) for caller in names}) for name in names}))


@case("cprofile-list", "profile.prof")
def cprofile_list(path, scale):
    """A list that claims to have two thousand million members."""
    pathlib.Path(path).write_bytes(b"{)\x03[" + struct.pack("<i", 2_000_000_000) + b"N" * int(90_000_000 * scale))


def varint(value):
    text = b""
    while value > 127:
        text += bytes([value & 127 | 128])
        value >>= 7
    return text + bytes([value])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


@case("pprof-deep", "profile.pb.gz")
def pprof_deep(path, scale):
    """One stack of millions of frames, as a packed list."""
    count = int(20_000_000 * scale)
    locations = field(4, b"\x08\x01" + field(4, b"\x08\x01"))
    functions = field(5, b"\x08\x01\x10\x01")
    sample = field(2, field(1, b"\x01" * count) + field(2, b"\x01"))
    strings = field(6, b"") + field(6, b"f") + field(6, b"count")
    with gzip.open(path, "wb") as file:
        file.write(field(1, b"\x08\x01\x10\x02") + sample + locations + functions + strings)


@case("pprof-functions", "profile.pb")
def pprof_functions(path, scale):
    with open(path, "wb") as file:
        file.write(field(1, b"\x08\x00\x10\x00") + field(6, b""))
        for i in range(1, int(1_500_000 * scale)):
            number = varint(i)
            file.write(field(2, field(1, number) + field(2, b"\x01")) +
                       field(4, b"\x08" + number + field(4, b"\x08" + number)) +
                       field(5, b"\x08" + number + b"\x10" + number) + field(6, b"f%d" % i))


@case("pprof-lines", "profile.pb")
def pprof_lines(path, scale):
    """A place in the code with millions of inlined calls, in many stacks."""
    lines = field(4, b"\x08\x01") * int(1_000_000 * scale)
    sample = field(2, field(1, b"\x01" * 1_000) + field(2, b"\x01"))
    pathlib.Path(path).write_bytes(field(1, b"\x08\x01\x10\x01") + sample * 1_000 + field(4, b"\x08\x01" + lines) +
                                   field(5, b"\x08\x01\x10\x01") + field(6, b"") + field(6, b"f"))


@case("pprof-values", "profile.pb")
def pprof_values(path, scale):
    """Millions of types of values."""
    pathlib.Path(path).write_bytes(field(1, b"\x08\x01\x10\x01") * int(10_000_000 * scale) + field(6, b"") +
                                   field(6, b"f") + field(2, field(1, b"\x01") + field(2, b"\x01")))


# TensorBoard


def masked_crc(data, table=[]):
    if not table:
        for i in range(256):
            crc = i
            for _ in range(8):
                crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
            table.append(crc)
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 255]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked_crc(length)) + data + struct.pack("<I", masked_crc(data))


def tensorboard_event(step, content):
    return record(b"\x09" + struct.pack("<d", 1.7e9 + step) + b"\x10" + varint(step) + content)


VERSION_RECORD = record(b"\x09" + struct.pack("<d", 1.7e9) + field(3, b"brain.Event:2"))


@case("tensorboard-tags", "events.out.tfevents.1700000000.host.1.0")
def tensorboard_tags(path, scale):
    with open(path, "wb") as file:
        file.write(VERSION_RECORD)
        for i in range(int(300_000 * scale)):
            file.write(tensorboard_event(i, field(5, field(1, field(1, b"tag %d" % i) + b"\x15" +
                                                           struct.pack("<f", 1.0)))))


@case("tensorboard-values", "events.out.tfevents.1700000000.host.1.0")
def tensorboard_values(path, scale):
    """Millions of values in one record."""
    value = field(1, field(1, b"loss") + b"\x15" + struct.pack("<f", 1.0))
    content = field(5, value * int(500_000 * scale))
    pathlib.Path(path).write_bytes(VERSION_RECORD + tensorboard_event(1, content))


@case("tensorboard-length", "events.out.tfevents.1700000000.host.1.0")
def tensorboard_length(path, scale):
    length = struct.pack("<Q", 1 << 62)
    pathlib.Path(path).write_bytes(VERSION_RECORD + length + struct.pack("<I", masked_crc(length)) + b"x" * 100)


@case("tensorboard-graph", "events.out.tfevents.1700000000.host.1.0")
def tensorboard_graph(path, scale):
    nodes = b"".join(field(1, field(1, b"node/%d" % i) + field(2, b"Add") + field(3, b"node/%d" % (i - 1)))
                     for i in range(1, int(100_000 * scale)))
    pathlib.Path(path).write_bytes(VERSION_RECORD + tensorboard_event(1, field(4, nodes)))


@case("tensorboard-graph-deep", "events.out.tfevents.1700000000.host.1.0")
def tensorboard_graph_deep(path, scale):
    name = b"/".join([b"a"] * int(200_000 * scale))
    pathlib.Path(path).write_bytes(VERSION_RECORD +
                                   tensorboard_event(1, field(4, field(1, field(1, name) + field(2, b"Add")))))


# Models


@case("onnx-nodes", "model.onnx")
def onnx_nodes(path, scale):
    nodes = b"".join(field(1, field(1, b"v%d" % i) + field(2, b"v%d" % (i + 1)) + field(4, b"Relu"))
                     for i in range(int(300_000 * scale)))
    pathlib.Path(path).write_bytes(b"\x08\x08" + field(2, b"attack") + field(7, nodes) + field(8, b"\x10\x0d"))


@case("onnx-deep", "model.onnx")
def onnx_deep(path, scale):
    """Graphs nested in nodes of graphs."""
    graph = b""
    for _ in range(int(4_000 * scale)):
        graph = field(1, field(4, b"If") + field(5, field(1, b"then_branch") + field(6, graph)))
    pathlib.Path(path).write_bytes(b"\x08\x08" + field(2, b"attack") + field(7, graph) + field(8, b"\x10\x0d"))


@case("onnx-fan", "model.onnx")
def onnx_fan(path, scale):
    """Every node reads the outputs of all previous nodes."""
    count = int(2_500 * scale ** 0.5)
    nodes = b"".join(field(1, b"".join(field(1, b"v%d" % j) for j in range(i)) + field(2, b"v%d" % i) +
                           field(4, b"Concat")) for i in range(count))
    pathlib.Path(path).write_bytes(b"\x08\x08" + field(2, b"attack") + field(7, nodes) + field(8, b"\x10\x0d"))


@case("onnx-dims", "model.onnx")
def onnx_dims(path, scale):
    tensor = field(1, b"\x01" * int(20_000_000 * scale)) + b"\x10\x01" + field(8, b"weight")
    graph = field(5, tensor) + field(1, field(1, b"weight") + field(2, b"y") + field(4, b"Relu"))
    pathlib.Path(path).write_bytes(b"\x08\x08" + field(2, b"attack") + field(7, graph) + field(8, b"\x10\x0d"))


def write_torch(path, data, code=None, files=()):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model/data.pkl", data)
        archive.writestr("model/version", "3\n")
        archive.writestr("model/constants.pkl", b"\x80\x02).")
        for name, content in (code or {}).items():
            archive.writestr("model/code/" + name, content)
        for name, content in files:
            archive.writestr(name, content)


SMALL_MODEL = (b"\x80\x02c__torch__\nNet\n)\x81}X\x08\x00\x00\x00training\x89sb.")


@case("torch-zip-bomb", "model.pt")
def torch_zip_bomb(path, scale):
    write_torch(path, bytes(int(3_000_000_000 * scale)))


@case("torch-code-bomb", "model.pt")
def torch_code_bomb(path, scale):
    write_torch(path, SMALL_MODEL, {"__torch__.py": "class Net(Module):\n" + "  #" * int(1_000_000_000 * scale)})


@case("torch-members", "model.pt")
def torch_members(path, scale):
    write_torch(path, SMALL_MODEL, files=[(f"model/data/{i}", b"") for i in range(int(200_000 * scale))])


@case("torch-deep-pickle", "model.pt")
def torch_deep_pickle(path, scale):
    depth = int(30_000_000 * scale)
    write_torch(path, b"\x80\x02" + b"(" * depth + b"t" * depth + b".")


@case("torch-memo", "model.pt")
def torch_memo(path, scale):
    """Each tuple has the previous tuple twice: the number of members doubles with each tuple."""
    pickled = b"\x80\x02)q\x00"
    for i in range(1, 200):
        pickled += b"h%ch%c\x86q%c" % (i - 1, i - 1, i)
    write_torch(path, pickled + b".")


@case("torch-deep-code", "model.pt")
def torch_deep_code(path, scale):
    depth = int(300_000 * scale)
    code = ("class Net(Module):\n  training : bool\n  def forward(self: __torch__.Net, x: Tensor) -> Tensor:\n"
            "    return " + "torch.relu(" * depth + "x" + ")" * depth + "\n")
    write_torch(path, SMALL_MODEL, {"__torch__.py": code})


@case("torch-deep-blocks", "model.pt")
def torch_deep_blocks(path, scale):
    lines = ["class Net(Module):", "  training : bool", "  def forward(self: __torch__.Net, x: Tensor) -> Tensor:"]
    for i in range(int(10_000 * scale)):
        lines.append(" " * (4 + i) + "if True:")
    lines.append(" " * (4 + len(lines)) + "y = x")
    write_torch(path, SMALL_MODEL, {"__torch__.py": "\n".join(lines) + "\n    return x\n"})


# Files without content


@case("xz-bomb", "trace.json.xz")
def xz_bomb(path, scale):
    with lzma.open(path, "wb") as file:
        for _ in range(int(3_000 * scale)):
            file.write(bytes(1_000_000))


@case("zip-bomb", "trace.zip")
def zip_bomb(path, scale):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("trace.json", "w", force_zip64=True) as file:
            for _ in range(int(5_000 * scale)):
                file.write(bytes(1_000_000))


@case("zeros", "zeros.json")
def zeros(path, scale):
    pathlib.Path(path).write_bytes(bytes(int(100_000_000 * scale)))


@case("noise", "noise.json")
def noise(path, scale):
    pathlib.Path(path).write_bytes(os.urandom(int(100_000_000 * scale)))


@case("sparse", "sparse.json")
def sparse(path, scale):
    """A sparse terabyte that needs no disk space."""
    with open(path, "wb") as file:
        file.truncate(1 << 40)


@case("empty", "empty.json")
def empty(path, scale):
    pathlib.Path(path).write_bytes(b"")


@case("fifo", "fifo.json")
def fifo(path, scale):
    os.mkfifo(path)


@case("socket", "socket.json")
def unix_socket(path, scale):
    here = os.getcwd()
    os.chdir(os.path.dirname(path))  # the path of a socket must be short
    try:
        socket.socket(socket.AF_UNIX).bind(os.path.basename(path))
    finally:
        os.chdir(here)


@case("endless-device", "zero.json")
def endless_device(path, scale):
    os.symlink("/dev/zero", path)


@case("loop", "loop.json")
def loop(path, scale):
    os.symlink(os.path.basename(path), path)


def write_inputs(into, names=None, scale=1.0):
    """Writes the files, each into its own folder, and returns their paths by name."""
    paths = {}
    for name in names or CASES:
        file, write = CASES[name]
        folder = pathlib.Path(into).absolute() / name
        folder.mkdir(parents=True)
        paths[name] = folder / file
        write(str(paths[name]), scale)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="inputs to write; default: all")
    parser.add_argument("--into", metavar="FOLDER", help="folder for the files")
    parser.add_argument("--scale", type=float, default=1.0, help="size as a share of the full one")
    parser.add_argument("--list", action="store_true", help="only list the names")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in CASES]
    if unknown:
        sys.exit(f"There is no input called {unknown[0]}; --list shows all.")
    if options.list:
        print("\n".join(CASES))
    elif not options.into:
        parser.error("--into FOLDER is missing")
    else:
        for name, path in write_inputs(options.into, options.names, options.scale).items():
            print(f"{name}: {path}")


if __name__ == "__main__":
    main()
