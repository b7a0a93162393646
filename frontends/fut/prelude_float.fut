-- | Members of the modules of the floating-point types. bits is the unsigned
-- integer type that is as wide as t.

def recip (x: t) : t = 1 / x
def mad (x: t) (y: t) (z: t) : t = x * y + z
def lerp (x: t) (y: t) (at: t) : t = x + (y - x) * at
def from_fraction (x: i64) (y: i64) : t = t.i64 x / t.i64 y
def to_f64 (x: t) : f64 = f64.t x
def get_bit (bit: i32) (x: t) : i32 = bits.get_bit bit (to_bits x)
def set_bit (bit: i32) (x: t) (to: i32) : t = from_bits (bits.set_bit bit (to_bits x) to)
