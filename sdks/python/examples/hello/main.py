from extproto import Extension, display

ext = Extension("hello", "1.0.0")


@ext.tool
def hello(name: str) -> str:
    """Greets somebody."""
    return f"Hello, {name}!"


@ext.command("hello", "greets you")
def greet(name: str):
    return display(f"Hello, {name or 'you'}!")


ext.run()
