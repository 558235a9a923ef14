import unittest

from extproto import text
from extproto.testing import TestHost

from main import ext


class Greeting(unittest.TestCase):
    def test_greets_by_name(self) -> None:
        with TestHost(ext) as host:
            result = host.call_tool("greet", {"name": "Ada"})
            self.assertEqual(result.content, [text("Hello, Ada!")])


if __name__ == "__main__":
    unittest.main()
