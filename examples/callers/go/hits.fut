-- Which of many circles a point lies in.

type circle = {x: f32, y: f32, radius: f32}

-- | The first circle that the point lies in.
entry first [n] (x: f32) (y: f32) (circles: [n]circle) : #hit i64 | #miss =
  let inside (c: circle) = (c.x - x) ** 2 + (c.y - y) ** 2 <= c.radius ** 2
  let i = i64.minimum (map2 (\i c -> if inside c then i else n) (iota n) circles)
  in if i < n then #hit i else #miss
