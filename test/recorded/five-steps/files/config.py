"""Settings of the service."""

TIMEOUT = 30


def load(values):
    return {"timeout": values.get("timeout", TIMEOUT)}
