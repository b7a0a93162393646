-- ==
-- notest input { 120i64 160i64 }
entry main (h: i64) (w: i64) : i64 =
  let free = tabulate_2d h w (\i j -> ((i * 7919 + j * 104729 + i * j * 31) % 10) < 7)
  let l0 = tabulate_2d h w (\i j -> if free[i, j] then i * w + j else h * w)
  let at (l: [h][w]i64) i j = if i < 0 || j < 0 || i >= h || j >= w then h * w else l[i, j]
  let (l, _, k) =
    loop (l, go, k) = (l0, true, 0i64) while go && k < 60 do
      let l' =
        tabulate_2d h w (\i j ->
                           if free[i, j]
                           then i64.min l[i, j] (i64.min (i64.min (at l (i - 1) j) (at l (i + 1) j)) (i64.min (at l i (j - 1)) (at l i (j + 1))))
                           else h * w)
      in (l', any id (map2 (!=) (flatten l) (flatten l')), k + 1)
  in k + i64.sum (flatten l) % 1000003
