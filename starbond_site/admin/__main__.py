"""Entry point of ``python -m starbond_site.admin``."""

from starbond_site import logs
from starbond_site.admin import app

if __name__ == "__main__":
    logs.configure("console")
    app(prog_name="python -m starbond_site.admin")
