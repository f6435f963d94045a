#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""Shapes in the plane."""
from __future__ import annotations

import functools
from typing import overload

__all__ = ["Point", "area"]
LIMIT: int = 10
first, second = 1, 2
type Pair[T] = tuple[T, T]


# A point.
# In the plane.
@functools.total_ordering
@register(
    name="point",
)
class Point:
    """A point.

    def hidden(self):
        pass
    """

    count = 0
    x: int
    y: int = 0

    def __init__(self, x, y=0):
        self.x = x

    @property
    def size(self):
        return abs(self.x)

    @size.setter
    def size(self, value):
        self.x = value

    # Made elsewhere.
    @staticmethod
    async def load(
        path: str,
        *,
        mode="r",
    ) -> Point:
        async with open(path) as file:
            return Point(await file.read())

    class Inner:
        def run(self): pass

        class Deep:
            value = lambda self: 1

    @overload
    def find(self, key: int) -> int: ...
    @overload
    def find(self, key: str) -> str: ...
    def find(self, key):
        def helper(n):
            return n + 1
        return helper(key)


def area[T](shape: T, scale: float = 1.0) -> float:
    text = '''
def hidden():
    pass
'''
    match shape:
        case Point(x=0):
            return 0
        case _:
            return scale


if LIMIT > 3:
    def late():
        return f"{LIMIT!r:>{10}} {'}'}"
else:
    late = None

    def late():
        return ""

try:
    import fast
except ImportError:
    class fast:
        @classmethod
        def go(cls):
            return cls


async def main():
    async for item in stream():
        print(item)  # about area

# The end of main, or not.
if __name__ == "__main__":
    main()
