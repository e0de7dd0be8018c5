"""``python -m art.scenes [NAME ...]``: renders scenes and cuts their pictures."""

import sys

from art.scenes.pictures import render

render(sys.argv[1:] or None)
