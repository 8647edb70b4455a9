"""Heights of many entries: where each begins, and which one is at a place, in logarithmic time."""

from __future__ import annotations


class HeightIndex:
    """A Fenwick tree over whole device-independent pixels."""

    def __init__(self) -> None:
        """Start without entries."""
        self._heights: list[int] = []
        self._tree: list[int] = [0]

    def __len__(self) -> int:
        """Return how many entries there are."""
        return len(self._heights)

    def __getitem__(self, index: int) -> int:
        """Return the height of the entry *index*."""
        return self._heights[index]

    def reset(self, heights: list[int]) -> None:
        """Forget everything and hold *heights*, in linear time."""
        self._heights = list(heights)
        self._tree = [0, *heights]
        for node in range(1, len(self._tree)):
            parent = node + (node & -node)
            if parent < len(self._tree):
                self._tree[parent] += self._tree[node]

    def append(self, height: int) -> None:
        """Add an entry at the end."""
        node = len(self._tree)
        self._heights.append(height)
        low = node - (node & -node)
        self._tree.append(height + self.top(node - 1) - self.top(low))

    def set(self, index: int, height: int) -> None:
        """Change the height of the entry *index*."""
        change = height - self._heights[index]
        self._heights[index] = height
        node = index + 1
        while node < len(self._tree):
            self._tree[node] += change
            node += node & -node

    def top(self, index: int) -> int:
        """Return where the entry *index* begins; for the number of entries, the total."""
        total = 0
        while index > 0:
            total += self._tree[index]
            index -= index & -index
        return total

    @property
    def total(self) -> int:
        """The height of all entries."""
        return self.top(len(self._heights))

    def at(self, y: int) -> int:
        """Return the entry at *y*; the first above the top, the last below the bottom. Needs an entry."""
        node, step = 0, 1 << (len(self._tree).bit_length())
        while step:
            following = node + step
            if following < len(self._tree) and self._tree[following] <= y:
                node = following
                y -= self._tree[following]
            step >>= 1
        return min(node, len(self._heights) - 1)
