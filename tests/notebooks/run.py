"""Runs the tests of attention_explorer.py and executes a notebook for those in browsers (figures.mjs). With the word
"snippets": those of the page for notebooks, which need PyTorch. The last line is "N passed, N failed"."""

import sys
import unittest
from pathlib import Path

here = Path(__file__).resolve().parent
wanted = "snippets_*.py" if "snippets" in sys.argv[1:] else "test_*.py"
found = unittest.TestLoader().discover(str(here), pattern=wanted)
result = unittest.TextTestRunner(verbosity=2).run(found)
failed = len(result.failures) + len(result.errors)
print(f"{result.testsRun - failed} passed, {failed} failed")
sys.exit(failed > 0 or result.testsRun == 0)
