"""What an app stands on where it serves many phones: a ledger, limits, packed answers, logs."""

from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.instance import SETTINGS, usual_ledger
from scorekeeper.ledger import Ledger, open_ledger
from scorekeeper.ledger.following import Follower
from scorekeeper.ledger.house import SharedTables, shared_by
from scorekeeper.web.operation.arrival import check_arrivals
from scorekeeper.web.operation.counting import limit_requests
from scorekeeper.web.operation.logs import log_requests
from scorekeeper.web.operation.packing import compress
from scorekeeper.web.operation.starting import read_config, require_one_secret, secret_key


class Server:
    """A `Platform`: the data lie in the app's instance folder, which is made if it is missing."""

    def configure(self, app: Flask) -> None:
        """Takes the settings of the folder's config.py. Raises BadSettings."""
        folder = Path(app.instance_path)
        # Names lie in it: it is its owner's alone.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        app.config.from_mapping(LEDGER=usual_ledger(folder), SECRET_KEY=None)
        read_config(app, folder / SETTINGS)

    def begin(self, app: Flask) -> Ledger:
        """The ledger of the settings, and what is looked at before a request is read.

        Raises OSError for a secret that cannot be used, or is not that of the machines which share
        the ledger, and what `open_ledger` raises.
        """
        folder = Path(app.instance_path)
        app.secret_key = app.config["SECRET_KEY"] or secret_key(folder / "secret.key")
        log_requests(app)
        check_arrivals(app)
        compress(app)
        if hops := app.config["PROXIES"]:
            app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
                app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops
            )
        ledger = open_ledger(app.config["LEDGER"])
        shared = shared_by(ledger)
        if shared:
            _require_one_secret(ledger, shared, app.secret_key)
        app.extensions["follower"] = Follower(ledger)
        return ledger

    def finish(self, app: Flask) -> None:
        """Puts the limits on an app that has all its pages."""
        limit_requests(app, shared_by(app.extensions["matches"].ledger))


def _require_one_secret(ledger: Ledger, shared: SharedTables, secret: str | bytes) -> None:
    try:
        require_one_secret(shared, secret)
    except BaseException:
        ledger.close()
        raise
