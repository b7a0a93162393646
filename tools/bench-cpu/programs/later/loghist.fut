-- How long things took, in bins of two for each power of ten: counts and means.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

-- ==
-- entry: main
-- input { 50i64 }
-- output { [8i64, 2i64, 3i64, 4i64, 9i64, 4i64, 5i64, 5i64, 2i64, 4i64, 3i64, 1i64] [0.7601396307117543f64, 3.9020359059506884f64, 23.239438556254612f64, 79.31226858999378f64, 187.35060435146943f64, 522.3115596218821f64, 1609.7288439876606f64, 6886.368603088245f64, 17213.014351715385f64, 70545.17972133818f64, 205128.47422434334f64, 384218.3464046878f64] }
-- notest input { 300000i64 }
entry main (n: i64) : ([12]i64, [12]f64) =
  let times = map (\i -> 10 ** (6 * uniform 1 i) - 1) (iota n)
  let bin t = i64.min 11 (i64.f64 (2 * f64.log10 (t + 1)))
  let bins = map bin times
  let counts = reduce_by_index (replicate 12 0) (+) 0 bins (replicate n 1)
  let sums = reduce_by_index (replicate 12 0) (+) 0 bins times
  in (counts, map2 (\s c -> if c == 0 then 0 else s / f64.i64 c) sums counts)
