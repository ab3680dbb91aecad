"""python -m swingpipe: the tool itself."""

from ._tool import main

main()
