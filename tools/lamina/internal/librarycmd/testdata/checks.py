"""Calls the package of caller.fut, and checks what it gives."""

import gc
import math

import caller
import numpy as np


def fails(kind, text, function, *arguments):
    try:
        function(*arguments)
    except kind as e:
        assert text in str(e), (text, str(e))
        return
    raise AssertionError("no error: " + text)


with caller.Context(threads=2, memory_limit=1 << 30) as ctx:
    xs = np.array([1, 2, 3], np.float32)
    ys, total = ctx.scale(2, xs)
    assert total == 12 and np.array_equal(ys, [2, 4, 6]) and ys.dtype == np.float32 and ys.shape == (3,)
    again, _ = ctx.scale(0.5, ys)  # an array of the library goes in as it is
    assert np.array_equal(again, xs) and len(again) == 3 and again[1] == 2

    # Results are shown without a copy, and live as long as what shows them.
    view = ctx.cells(100000).numpy()
    gc.collect()
    ctx.clear_caches()
    assert view[99999] == 99999 and view.sum(dtype=np.float64) == 4999950000.0

    # An argument that is consumed is copied.
    bumped = ctx.bump(xs, 1)
    assert np.array_equal(bumped, [1, 3, 3]) and np.array_equal(xs, [1, 2, 3])
    same = ctx.same(bumped)
    assert np.array_equal(ctx.bump(same, 0), [2, 3, 3]) and np.array_equal(bumped, [1, 3, 3])

    # Layouts other than row-major ones, and empty arrays.
    m = np.arange(6, dtype=np.float64).reshape(2, 3)
    assert np.array_equal(ctx.matmul(m, m.T), m @ m.T)
    assert ctx.matmul(np.zeros((0, 3)), m.T).shape == (0, 2)
    assert ctx.scale(1, np.zeros(0, np.float32))[1] == 0

    # Scalars of all kinds.
    assert ctx.flip(5, 1, False, 1.0, 2**64 - 1) == (-5, 0xFFFE, True, -1.0, 0)
    assert ctx.root(4) == 2 and isinstance(ctx.root(4), float)
    assert np.array_equal(ctx.origin(), [1, 2, 3]) and math.isclose(ctx.norm3([1.0, 2.0, 2.0]), 3)

    # Errors; the context stays usable.
    fails(caller.ProgramError, "Assertion is false: (x > 0)\n\nBacktrace:", ctx.root, -1)
    fails(caller.OutOfMemory, "needs 4.0 TiB", ctx.cells, 1 << 40)
    fails(MemoryError, "out of memory", ctx.cells, 1 << 40)
    fails(caller.Error, "argument v has the wrong size: expected [3]f32, but got [2]f32", ctx.norm3, xs[:2])
    fails(TypeError, "expected an array of 1 dimensions, but got one of 2", ctx.norm3, m)
    fails(TypeError, "expected elements of type float32, but got complex128", ctx.norm3, np.zeros(3, complex))
    fails(TypeError, "expected a value of type int64", ctx.cells, 1.5)
    fails(OverflowError, "a: 128 is not a value of type int8", ctx.flip, 128, 1, False, 1, 1)
    assert ctx.root(9) == 3

    # Records and arrays of them.
    p = caller.Value_point.new(ctx, 1, 2)
    q = ctx.mirror(p)
    assert (q.x, q.y) == (2, 1) and caller.Value_point.restore(ctx, q.store()).x == 2
    # Bytes that end too early, go on, or are none at all are refused, before anything reads beyond them.
    for data in (q.store()[:-1], q.store()[:9], q.store() + b"b", q.store() * 2, b"", b"xxxx"):
        fails(caller.Error, "the bytes hold no value of type point", caller.Value_point.restore, ctx, data)
    ps = caller.Value_arr1d_point.zip(ctx, xs, [4.0, 5.0, 6.0])
    total, moved = ctx.path(ps)
    assert total == 6 and moved.shape == (3,) and len(moved) == 3 and moved[1].x == 3 and np.array_equal(moved.y, [4, 5, 6])
    assert [p.x for p in moved] == [2, 3, 4]
    fails(caller.Error, "differ in their sizes", caller.Value_arr1d_point.zip, ctx, xs, xs[:2])
    assert ps[-1].x == 3 and ps[-3].x == 1  # as in Python's lists
    fails(IndexError, "out of bounds", ps.__getitem__, 3)
    fails(IndexError, "out of bounds", ps.__getitem__, -4)
    fails(TypeError, "'slice' object", ps.__getitem__, slice(0, 1))
    fails(TypeError, "p: expected a Value_point", ctx.mirror, ps)
    pair, yes = ctx.pair(7)
    assert yes is True and pair.f0 == 7 and pair.f1 == 0.5

    # Sums.
    shapes = caller.Value_shape
    assert ctx.area(shapes.circle(ctx, 2)) == 12 and ctx.area(shapes.path(ctx, xs)) == 6 and ctx.area(shapes.none(ctx)) == 0
    grown = ctx.grow(shapes.none(ctx), 3)
    assert grown.variant == "path" and np.array_equal(grown.payload[0], [0, 1, 2]) and ctx.grow(grown, 0).variant == "none"
    assert ctx.grow(shapes.circle(ctx, 2), 0).payload == (3,)
    assert '"memory"' in ctx.report()

    with caller.Context() as other:
        fails(caller.Error, "of this context", other.scale, 2, ys)

fails(caller.Error, "the context is closed", ctx.root, 4)
fails(caller.Error, "closed", lambda: p.x)
assert np.array_equal(ys, [2, 4, 6]) and np.array_equal(view[:2], [0, 1])  # elements outlive the context
print("all is well")
