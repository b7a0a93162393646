-- | Members of the modules of the integer types.

def get_bit (bit: i32) (x: t) : i32 = i32.t ((x >> t.i32 bit) & 1)
def set_bit (bit: i32) (x: t) (to: i32) : t =
  (x & !(1 << t.i32 bit)) | ((t.i32 to & 1) << t.i32 bit)
