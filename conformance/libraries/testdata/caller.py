"""A process that calls the entry points of a package, for package libraries."""

import json
import os
import struct
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prog  # noqa: E402

methods = {}  # methods


def dtype(elem):
    """The type of elements, from the name of a scalar type."""
    kinds = {"i": "int", "u": "uint", "f": "float"}
    return np.dtype("bool" if elem == "bool" else kinds[elem[0]] + elem[1:])


def take(count):
    out = sys.stdin.buffer.read(count)
    if len(out) < count:
        sys.exit(0)
    return out


def argument(header):
    data = np.frombuffer(take(header["Data"]), dtype(header["Elem"]))
    shape = header["Shape"] or []
    if not shape:
        return data[0].item()
    try:
        return data.reshape(shape)
    except ValueError:  # NumPy counts elements as if a size of 0 were 1
        return None


def elements(result, elem):
    """The elements of a result, which is an array of the package or a number of Python."""
    if isinstance(result, prog.Array):
        assert result.dtype == dtype(elem), "the result is not of type " + elem
        return np.asarray(result)
    kind = {"b": bool, "f": float}.get(elem[0], int)
    assert type(result) is kind, "the result is not of type " + elem
    return np.asarray(result, dtype(elem))


def call(ctx, request):
    method = methods[request["Entry"]]
    arguments = [argument(h) for h in request["Args"] or []]
    if any(a is None for a in arguments):
        return {"Unsupported": "NumPy has no arrays of so many rows"}, []
    try:
        results = getattr(ctx, method["Name"])(*arguments)
    except prog.Error as e:
        return {"Error": str(e), "Results": []}, []
    types = method["Results"]
    if not types:
        assert results is None
        results = ()
    elif len(types) == 1:
        results = (results,)
    assert len(results) == len(types)
    arrays = [elements(r, elem) for r, elem in zip(results, types)]
    headers = [{"Elem": elem, "Shape": list(a.shape), "Data": a.nbytes} for a, elem in zip(arrays, types)]
    return {"Error": "", "Results": headers}, arrays


with prog.Context(threads=2) as ctx:
    while True:
        (size,) = struct.unpack("<I", take(4))
        answer, arrays = call(ctx, json.loads(take(size)))
        text = json.dumps(answer).encode()
        sys.stdout.buffer.write(struct.pack("<I", len(text)) + text)
        for a in arrays:
            sys.stdout.buffer.write(a.tobytes())
        sys.stdout.buffer.flush()
