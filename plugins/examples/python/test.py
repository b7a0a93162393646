#!/usr/bin/env python3
"""Tests of the rules, on messages, without lamina."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "src"))

from lamina.plugin import Unit, apply, constant, ir, operator
from rules import PLUGIN


def program(*operations):
    """A program of one function that binds x to a parameter, and y to each operation in turn."""
    x, y = 1, 2
    out = ir.Program(version=1, level=ir.LEVEL_SOAC, last_name=2, complete=True)
    out.names.extend([ir.Name(), ir.Name(base=b"x", id=1), ir.Name(base=b"y", id=2)])
    i64 = ir.Type(elem=ir.I64)
    out.functions.add(name=b"main", params=[ir.Binder(name=x, type=i64)], body=ir.Body(
        statements=[ir.Statement(pattern=[ir.Binder(name=y, type=i64)], operation=o) for o in operations],
        result=[ir.Atom(var=y)]))
    return out


X = ir.Atom(var=1)


def two(elem=ir.I64, value=2):
    return constant(elem, value)


class Rules(unittest.TestCase):
    def rewritten(self, *operations, **options):
        unit = Unit(program(*operations), "double-python", options)
        PLUGIN.passes[0].run(unit)
        return unit, [s.operation for s in unit.program.functions[0].body.statements]

    def test_products_with_2(self):
        for product in apply("mul", ir.I64, X, two()), apply("mul", ir.I64, two(), X):
            unit, (sum,) = self.rewritten(product)
            self.assertEqual(operator(sum), ("add", ir.I64, [X, X]))
            self.assertEqual(unit.rewrites, 1)
            self.assertEqual(len(unit.remarks), 1)

    def test_others_stay(self):
        for other in (apply("mul", ir.I64, X, two(value=3)), apply("add", ir.I64, X, two()),
                      apply("mul", ir.F64, X, ir.Atom(type=ir.F64, bits=2))):
            unit, (same,) = self.rewritten(other)
            self.assertEqual(same, other)
            self.assertEqual(unit.rewrites, 0)

    def test_inner_bodies(self):
        product = apply("mul", ir.I64, X, two())
        branch = ir.Operation(name="if", parts=[
            ir.Part(body=ir.Body(statements=[ir.Statement(operation=product)])),
            ir.Part(**{"lambda": ir.Lambda(body=ir.Body(statements=[ir.Statement(operation=product)]))})])
        self.assertEqual(self.rewritten(branch, product)[0].rewrites, 3)

    def test_no_more_rewrites_than_allowed(self):
        product = apply("mul", ir.I64, X, two())
        unit, (first, second) = self.rewritten(product, product, rewrites="1")
        self.assertEqual((operator(first)[0], operator(second)[0], unit.rewrites), ("add", "mul", 1))


if __name__ == "__main__":
    unittest.main()
