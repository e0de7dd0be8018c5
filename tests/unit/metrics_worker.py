"""``python -m tests.unit.metrics_worker PORT NAME``: a worker of a site with metrics, until its input ends."""

import sys
import threading

from starbond_site.shared import metrics


def main(port: str, name: str) -> None:
    """Count one refusal by a name, say that the port is listened on, and serve metrics."""
    server = metrics.Server(int(port), metrics.Health(list))
    metrics.REFUSALS.labels(name).inc()

    def tell() -> None:
        while True:
            server.tell()

    threading.Thread(target=tell, daemon=True).start()
    server.listen()
    print("ready", flush=True)
    sys.stdin.read()
    server.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
