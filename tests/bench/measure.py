"""Runs programs one after the other and says what each cost: one JSON command per line in, one JSON result per line out.

Python, because wait4 gives a finished child's CPU time in microseconds and its peak memory, which Node does not offer.
"""
import json
import os
import sys
import time

for line in sys.stdin:
    words = json.loads(line)
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        silent = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(silent, descriptor)
        try:
            os.execvp(words[0], words)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    result = {
        "code": os.waitstatus_to_exitcode(status),
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": time.perf_counter() - start,
        "peak": usage.ru_maxrss * unit,
    }
    print(json.dumps(result), flush=True)
