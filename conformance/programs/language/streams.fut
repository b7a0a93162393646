-- The streams of scatter and of reduce_by_index, and accumulators. Results are those of Futhark.

type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc: *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v

-- ==
-- entry: pairs
-- input { [1i32,2,3,4,5,6] [0i32,2,7,-1] }
-- output { [1i32, 0i32, 2i32, -2i32, 5i32, 6i32] }
-- input { [1i32,2] empty([0]i32) }
-- output { [1i32, 2i32] }
entry pairs (dest: *[]i32) (xs: []i32) = scatter_stream dest (\(acc: *acc ([]i32)) x -> write (write acc (i64.i32 x) x) (i64.i32 x + 1) (-x)) xs

-- ==
-- entry: counts
-- input { [1i32,2,3,4,5,6] [0i32,2,7,-1] }
-- output { [9i32, 2i32, 11i32, 4i32, 13i32, 6i32] }
entry counts (dest: *[]i32) (xs: []i32) =
  reduce_by_index_stream dest (+) 0 (\(acc: *acc ([]i32)) x -> loop (acc: *acc ([]i32)) = acc for i < 10 do if i % 2 == 0 then write acc i x else acc) xs

-- ==
-- entry: rows
-- input { [[1i32,2],[3,4],[5,6]] [1i64,2,3] }
-- output { [[1i32, 2i32], [1i32, 10i32], [2i32, 20i32]] }
entry rows [n] (dest: *[n][2]i32) (xs: []i64) =
  scatter_stream dest (\(acc: *acc ([n][2]i32)) x -> write acc x [i32.i64 x, i32.i64 x * 10]) xs

-- ==
-- entry: tuples
-- input { [1i32,2,3] [1f32,2,3] [1i64,2,0] }
-- output { [1i32, 2i32, 2i32] [1.0f32, 2.0f32, 1.0f32] }
entry tuples [n] (a: *[n]i32) (b: *[n]f32) (xs: []i64) =
  unzip (scatter_stream (zip a b) (\(acc: *acc ([n](i32, f32))) x -> if x > 1 then write acc x (i32.i64 x, f32.i64 x / 2) else acc) xs)

-- ==
-- entry: maxima
-- input { [[1i32,2],[3,4],[5,6]] [0i64,2,1,1] [[5i32,1],[1,1],[10,1],[2,11]] }
-- output { [[5i32, 2i32], [10i32, 11i32], [5i32, 6i32]] }
entry maxima [n] (dest: *[n][2]i32) (is: []i64) (vs: [][2]i32) =
  reduce_by_index_stream dest (\a b -> map2 i32.max a b) [i32.lowest, i32.lowest]
                         (\(acc: *acc ([n][2]i32)) (i, v) -> write acc i v) (zip is vs)

-- ==
-- entry: two
-- input { [1i32,2,3,4,5] [1i32,2,4] }
-- output { [1i32, 2i32, 4i32, 4i32, 5i32] [1i32, 3i32, 5i32, 6i32, 7i32] 3i64 }
entry two [n] (a: *[n]i32) (xs: []i32) =
  let b = copy a
  let (a', m) = (scatter_stream a (\(acc: *acc ([n]i32)) (x, i) -> let acc' = write acc i x in acc') (zip xs (indices xs)), length xs)
  let b' = reduce_by_index_stream b (+) 0 (\(acc: *acc ([n]i32)) i -> loop (acc: *acc ([n]i32)) = acc for j in [0i64, 1, 2] do write acc (i64.i32 i + j) 1) xs
  in (a', b', m)

-- ==
-- entry: inner
-- input { [1i64,2,5,4,0] }
-- output { [[0i64, 0i64, 0i64, 0i64], [0i64, 2i64, 0i64, 0i64], [0i64, 5i64, 10i64, 15i64], [0i64, 4i64, 8i64, 12i64], [0i64, 0i64, 0i64, 0i64]] }
entry inner [n] (a: *[n]i64) =
  map (\m -> scatter_stream (replicate 4 0) (\(acc: *acc ([4]i64)) i -> write acc i (i * m)) (iota m)) a
