from config import load


class Client:
    def __init__(self, values):
        self.settings = load(values)

    def describe(self):
        return f"timeout {self.settings['timeout']}"
