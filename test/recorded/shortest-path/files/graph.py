"""A small weighted graph."""
import heapq


class Graph:
    def __init__(self):
        self.edges = {}

    def connect(self, a, b, weight=1):
        self.edges.setdefault(a, {})[b] = weight
        self.edges.setdefault(b, {})[a] = weight


def shortest_path(graph, start, goal):
    """The nodes of a cheapest path from start to goal, both included; None where there is none."""
    raise NotImplementedError


def describe(path):
    return "no way" if path is None else " > ".join(path)
