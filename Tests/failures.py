#!/usr/bin/env python3
"""Says again which tests failed, below the thousands of lines of those that passed: failures.py RESULTS.xml

RESULTS.xml is what `swift test --xunit-output` writes. Where a test failed is told in the lines above, beside its name.
"""

import sys
import xml.etree.ElementTree as xml


def main():
    try:
        tests = list(xml.parse(sys.argv[1]).iter("testcase"))
    except (OSError, xml.ParseError):
        # It is written to its end only if the tests come to theirs.
        sys.exit("The tests were not built, or did not come to their end: the last lines above tell why.")
    failed = [test for test in tests if test.find("failure") is not None]
    if not failed:
        sys.exit("No single test failed: the lines above with a cross tell what did.")
    print("Failed tests:", file=sys.stderr)
    for test in failed:
        print("  {classname}.{name}".format(**test.attrib), file=sys.stderr)
        for failure in test.iter("failure"):
            print("    " + " ".join(failure.get("message", "").split()), file=sys.stderr)


if __name__ == "__main__":
    main()
