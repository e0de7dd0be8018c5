"""Entry point of the command ``starbond``, and of ``python -m starbond_site.admin``."""

from starbond_site import logs
from starbond_site.admin import app


def main() -> None:
    logs.configure("console")
    app(prog_name="starbond")


if __name__ == "__main__":
    main()
