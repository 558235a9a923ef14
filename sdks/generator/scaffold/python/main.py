from typing import Annotated

from extproto import Extension, display

ext = Extension("{{name}}", "0.1.0")


@ext.tool
def greet(name: Annotated[str, "Whom to greet."]) -> str:
    """Greets somebody."""
    return f"Hello, {name}!"


@ext.command("greet", "greets you")
def greet_user(name: str):
    return display(f"Hello, {name or 'you'}!")


if __name__ == "__main__":
    ext.run()
