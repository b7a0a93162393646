-- | Members of the module of every numeric type t, besides those in the table
-- of package scalar. The names of t's module are in scope.

def sum [n] (xs: [n]t) : t = reduce_comm (\x y -> x + y) 0 xs
def product [n] (xs: [n]t) : t = reduce_comm (\x y -> x * y) 1 xs
def maximum [n] (xs: [n]t) : t = reduce_comm (\x y -> max x y) lowest xs
def minimum [n] (xs: [n]t) : t = reduce_comm (\x y -> min x y) highest xs
def to_i64 (x: t) : i64 = i64.t x
