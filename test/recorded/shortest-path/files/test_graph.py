import unittest

from graph import Graph, describe, shortest_path


class ShortestPathTest(unittest.TestCase):
    def setUp(self):
        self.graph = Graph()
        for a, b, weight in [("a", "b", 1), ("b", "c", 1), ("a", "c", 5), ("x", "y", 1)]:
            self.graph.connect(a, b, weight)

    def test_cheapest_not_fewest(self):
        self.assertEqual(shortest_path(self.graph, "a", "c"), ["a", "b", "c"])

    def test_itself(self):
        self.assertEqual(shortest_path(self.graph, "a", "a"), ["a"])

    def test_none(self):
        self.assertIsNone(shortest_path(self.graph, "a", "x"))

    def test_describe(self):
        self.assertEqual(describe(["a", "b"]), "a > b")


if __name__ == "__main__":
    unittest.main()
