"""Values that a process keeps to calculate them less often."""

from collections import OrderedDict
from threading import Lock


class RecentlyUsed(OrderedDict):
    """At most `most` values by key: one more takes the place of that which was not used for longest."""

    def __init__(self, most: int):
        super().__init__()
        self._most = most
        self._lock = Lock()

    def find(self, key):
        """Return the value of a key, None without one."""
        with self._lock:
            if key in self:
                self.move_to_end(key)
            return self.get(key)

    def keep(self, key, value):
        with self._lock:
            self[key] = value
            self.move_to_end(key)
            if len(self) > self._most:
                self.popitem(last=False)
