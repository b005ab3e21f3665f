"""`python -m mazzo` is the command line."""

from mazzo.cli import main

main()
