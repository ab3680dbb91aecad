#!/bin/sh
# Says again which tests failed, and why, below the thousands of lines of those that passed: failures.sh RESULTS.xml
#
# RESULTS.xml is what `swift test --xunit-output` writes at its end.
set -eu
if [ ! -f "$1" ]; then
  echo 'The tests did not come to their end: the last lines above tell why.' >&2
  exit
fi
echo 'Failed tests:' >&2
# A line for each element, whose attributes are between quotation marks.
tr '\n' ' ' <"$1" | sed 's/</\n</g' | awk -F'"' '
  /^<testcase / { test = $2 "." $4 }
  /^<failure / {
    if (test != told) print "  " test
    told = test
    print "    " $2
  }' | sed "s/&quot;/\"/g; s/&apos;/'/g; s/&lt;/</g; s/&gt;/>/g; s/&#8594;/→/g; s/&amp;/\&/g" >&2
