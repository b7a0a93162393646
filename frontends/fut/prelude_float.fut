-- | Members of the modules of the floating-point types.

def recip (x: t) : t = 1 / x
def mad (x: t) (y: t) (z: t) : t = x * y + z
def lerp (x: t) (y: t) (at: t) : t = x + (y - x) * max 0 (min 1 at)
def from_fraction (x: i64) (y: i64) : t = t.i64 x / t.i64 y
