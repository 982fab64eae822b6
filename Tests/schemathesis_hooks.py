"""What scripts/schemathesis.sh does with the header `DPoP`, which nearly every path takes.

No made-up proof is right, so a request with one is refused before anything else is looked at: most well-formed ones are left out.
An administrator's request is not asked for one, whatever the header has.
"""

import os
import re
import zlib

import schemathesis

FORM = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")


@schemathesis.hook
def before_load_schema(context, raw_schema):
    if os.environ.get("AS_ADMINISTRATOR"):
        for path in raw_schema["paths"].values():
            for operation in path.values():
                operation["parameters"] = [each for each in operation.get("parameters", []) if "$ref" not in each]


@schemathesis.hook
def before_call(context, case, **kwargs):
    proof = (case.headers or {}).get("DPoP")
    if isinstance(proof, str) and FORM.fullmatch(proof) and zlib.crc32(proof.encode()) % 8:
        del case.headers["DPoP"]
