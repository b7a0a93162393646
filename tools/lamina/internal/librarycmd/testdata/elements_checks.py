"""What becomes an array of a type, and what does not."""

import elements
import numpy as np

ctx = elements.Context(threads=1)


def fails(kind, message, call, *arguments):
    try:
        call(*arguments)
    except kind as e:
        assert message in str(e), e
    else:
        raise AssertionError("%r is taken" % (arguments,))


# Integers of Python and of other types of NumPy, if they are values of the type.
assert ctx.u64s([2**64 - 1, 1]) == 0
assert ctx.u64s([1, 2]) == 3
assert ctx.u64s([]) == 0
assert ctx.u64s(b"\x01\xff") == 256  # bytes are elements, too
assert ctx.u64s(np.array([5], np.int8)) == 5
fails(OverflowError, "xs: -1 is not a value of type uint64", ctx.u64s, [3, -1])
fails(OverflowError, "xs: 18446744073709551616 is not a value of type uint64", ctx.u64s, [2**64, 1])
fails(TypeError, "xs: expected elements of type uint64, but got float64", ctx.u64s, [1.5])
fails(TypeError, "xs: expected elements of type uint64, but got float64", ctx.u64s, np.zeros(0))
fails(TypeError, "xs: expected elements of type uint64, but got object", ctx.u64s, [None])
fails(TypeError, "xs: expected elements of type uint64, but got object", ctx.u64s, np.array([1], object))
fails(OverflowError, "xs: 300 is not a value of type int8", ctx.bytes, [[1, 300]])
fails(OverflowError, "xs: -129 is not a value of type int8", ctx.bytes, np.array([[-129]], np.int16))
assert np.asarray(ctx.bytes(np.zeros((0, 3), np.int64))).shape == (3, 0)
assert np.asarray(ctx.bytes(np.arange(6, dtype=np.int8).reshape(2, 3)[:, ::-1])).tolist() == [[2, 5], [1, 4], [0, 3]]

# Bools of another byte than 0 and 1 are true.
assert np.asarray(ctx.negate(np.array([2, 1, 0], np.uint8).view(bool))).tolist() == [False, False, True]
fails(TypeError, "bs: expected elements of type bool, but got int64", ctx.negate, [0, 1])

assert ctx.floats([]) == 0 and ctx.floats([1, 2.5]) == 3.5
fails(TypeError, "xs: expected elements of type float32, but got complex128", ctx.floats, [1j])
fails(TypeError, "xs: expected an array of 1 dimensions, but got one of 0", ctx.floats, 1)
fails(elements.Error, "no entry point has arrays f32_9d; there are: ", ctx.array, [1], "f32_9d")
print("all is well")
