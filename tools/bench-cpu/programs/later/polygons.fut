-- Areas of polygons and whether points lie in them (crossing numbers): 400 polygons of 20 corners.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

-- ==
-- entry: main
-- notest input { 400i64 20i64 60i64 }
entry main (polygons: i64) (corners: i64) (points: i64) : (f64, i64) =
  let corner p k =
    let angle = 2 * f64.pi * f64.i64 k / f64.i64 corners
    let r = 0.5 + 0.5 * uniform 3 (p * corners + k)
    in (r * f64.cos angle, r * f64.sin angle)
  let one p =
    let (xs, ys) = unzip (map (corner p) (iota corners))
    let area = 0.5 * f64.sum (map (\i -> let j = (i + 1) % corners in xs[i] * ys[j] - xs[j] * ys[i]) (iota corners))
    let inside q =
      let (x, y) = (2 * uniform 4 (p * points + q) - 1, 2 * uniform 5 (p * points + q) - 1)
      let crosses i =
        let j = (i + corners - 1) % corners
        in ((ys[i] > y) != (ys[j] > y)) && x < (xs[j] - xs[i]) * (y - ys[i]) / (ys[j] - ys[i]) + xs[i]
      in reduce (!=) false (map crosses (iota corners))
    in (area, i64.sum (map (\q -> i64.bool (inside q)) (iota points)))
  let (areas, counts) = unzip (map one (iota polygons))
  in (f64.sum areas, i64.sum counts)
