"""Reads jobs (schema file, values, expected verdicts) from stdin; prints which verdicts differ."""

import json
import sys

from jsonschema import Draft202012Validator

judged = 0
wrong = []
for job in json.load(sys.stdin):
    with open(job["schema"], encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for value, expected, name in zip(job["values"], job["expected"], job["names"]):
        judged += 1
        if validator.is_valid(value) != expected:
            wrong.append(name)
print(json.dumps({"judged": judged, "wrong": wrong}))
