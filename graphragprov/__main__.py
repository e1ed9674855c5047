"""``python -m graphragprov``."""

import sys

from .cli import main

sys.exit(main())
