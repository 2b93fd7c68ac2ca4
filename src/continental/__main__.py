"""`python -m continental`: the same as the command `continental`."""

import sys

from continental.cli import main

sys.exit(main())
