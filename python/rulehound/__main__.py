"""The program `rulehound`: `python -m rulehound check my.rules`."""

import sys
from typing import NoReturn

from rulehound._rulehound import run


def main() -> NoReturn:
    """Does what the command line says and ends with the program's exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
