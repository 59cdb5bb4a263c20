# SPDX-License-Identifier: MIT
#
# read-sarif.py REPORT: makes every object of a SARIF report with the classes of `sarif_om`, which were
# generated from OASIS' schema. A property that no such object has, or one that it must have and has not,
# is an error. Prints how many rules and results there are.
import json
import sys

import attr
import sarif_om

# Which class the objects in a property have. A property with objects that is not here is an error too.
CLASSES = {
    "runs": "Run", "tool": "Tool", "driver": "ToolComponent", "rules": "ReportingDescriptor",
    "results": "Result", "message": "Message", "shortDescription": "MultiformatMessageString",
    "fullDescription": "MultiformatMessageString", "help": "MultiformatMessageString",
    "locations": "Location", "physicalLocation": "PhysicalLocation",
    "artifactLocation": "ArtifactLocation", "logicalLocations": "LogicalLocation",
    "suppressions": "Suppression",
}
# Bags of whatever a tool wants to say.
FREE = {"properties", "partialFingerprints"}


def make(kind, value):
    names = {a.metadata["schema_property_name"]: a.name for a in attr.fields(kind)}
    parts = {}
    for name, part in value.items():
        if name not in names:
            raise SystemExit(f"{kind.__name__} has no property {name}")
        if name in FREE:
            parts[names[name]] = part
        elif isinstance(part, dict):
            parts[names[name]] = make(getattr(sarif_om, CLASSES[name]), part)
        elif isinstance(part, list):
            parts[names[name]] = [make(getattr(sarif_om, CLASSES[name]), each) for each in part]
        else:
            parts[names[name]] = part
    return kind(**parts)


with open(sys.argv[1], encoding="utf-8") as file:
    log = make(sarif_om.SarifLog, json.load(file))
for run in log.runs:
    rules = [rule.id for rule in run.tool.driver.rules]
    for result in run.results:
        if rules[result.rule_index] != result.rule_id:
            raise SystemExit(f"{result.rule_id} names another rule by its place")
    print(len(rules), "rules,", len(run.results), "results")
