# SPDX-License-Identifier: MIT
#
# read-junit.py REPORT: reads a JUnit report with `junitparser`, and counts.
import collections
import sys

import junitparser

report = junitparser.JUnitXml.fromfile(sys.argv[1])
counts = collections.Counter()
for suite in report:
    seen = collections.Counter()
    for case in suite:
        kinds = [type(result).__name__ for result in case.result] or ["Passed"]
        seen.update(kinds)
    if (suite.tests, suite.failures, suite.errors, suite.skipped) != (
        sum(seen.values()), seen["Failure"], seen["Error"], seen["Skipped"]):
        raise SystemExit(f"{suite.name} counts otherwise than it lists")
    counts.update(seen)
print(", ".join(f"{name} {counts[name]}" for name in sorted(counts)))
