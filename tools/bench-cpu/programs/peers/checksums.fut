-- CRC-32 of each row of bytes, by a table of 256 that the program makes.
def table : [256]u32 =
  tabulate 256 (\i ->
                  loop c = u32.i64 i for _k < 8i32 do
                    if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1)

entry main [n] [m] (rows: [n][m]u8) : [n]u32 =
  map (\row -> !(loop c = 0xFFFFFFFF for b in row do table[i64.u32 ((c ^ u32.u8 b) & 255)] ^ (c >> 8))) rows
