# SPDX-License-Identifier: MIT
"""What a figure needs beside it to mean something elsewhere."""

import os
import pathlib
import platform
import time


def facts():
    """The machine, and how busy it was when the measuring began."""
    model = "unknown"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "processor": model,
        "processors": os.cpu_count(),
        "memoryMebibytes": pages * size >> 20,
        "load": os.getloadavg()[0],
        "user": "root" if os.geteuid() == 0 else "ordinary",
    }


def line(facts):
    """The facts that a table begins with."""
    return (
        f"kernel {facts['kernel']}, {facts['processors']} processors ({facts['processor']}), "
        f"{facts['user']} user, load {facts['load']:.2f}"
    )
