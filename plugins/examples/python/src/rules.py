"""The plugin's passes."""

from lamina.plugin import Pass, Plugin, apply, integer, operator, peephole


def double(site):
    """Writes x * 2 on integers as x + x."""
    match operator(site.operation):
        case ("mul", elem, [x, y]):
            if integer(x) == 2:
                x, y = y, x
            if integer(y) == 2:
                site.remark("a product with 2 becomes a sum")
                return apply("add", elem, x, x)
    return None


PLUGIN = Plugin("double-python", "0.1", [
    Pass("double-python", "write x * 2 as x + x, in Python", ["soac", "kernel", "mem"], peephole(double)),
])
