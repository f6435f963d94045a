import unittest

from client import Client
from config import load


class RetriesTest(unittest.TestCase):
    def test_default(self):
        self.assertEqual(load({}).get("retries"), 3)

    def test_given(self):
        self.assertEqual(load({"retries": 5}).get("retries"), 5)

    def test_describe(self):
        self.assertEqual(Client({"timeout": 1}).describe(), "timeout 1, retries 3")
