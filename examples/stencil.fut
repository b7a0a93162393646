-- Heat on a plate: each step replaces every inner cell by the mean of its four
-- neighbours; cells on the border keep their value.
--
-- Expected results: a plate whose cells hold x + 2y is a fixed point (the mean
-- of the neighbours of a linear function is its value); a single hot cell is
-- spread by hand.
-- ==
-- entry: main
-- input { 3i32 [[0f32, 1f32, 2f32, 3f32], [2f32, 3f32, 4f32, 5f32], [4f32, 5f32, 6f32, 7f32]] }
-- output { [[0f32, 1f32, 2f32, 3f32], [2f32, 3f32, 4f32, 5f32], [4f32, 5f32, 6f32, 7f32]] }
-- input { 1i32 [[0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 16f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32]] }
-- output { [[0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 4f32, 0f32, 0f32], [0f32, 4f32, 0f32, 4f32, 0f32], [0f32, 0f32, 4f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32]] }
-- input { 2i32 [[0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 16f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32]] }
-- output { [[0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 2f32, 0f32, 2f32, 0f32], [0f32, 0f32, 4f32, 0f32, 0f32], [0f32, 2f32, 0f32, 2f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32]] }
-- input { 0i32 [[1f32]] } output { [[1f32]] }
-- input { 5i32 [[1f32, 2f32]] } output { [[1f32, 2f32]] }

def step [h] [w] (plate: [h][w]f32) : [h][w]f32 =
  tabulate_2d h w (\y x ->
                     if y == 0 || y == h - 1 || x == 0 || x == w - 1
                     then plate[y, x]
                     else (plate[y - 1, x] + plate[y + 1, x] + plate[y, x - 1] + plate[y, x + 1]) / 4)

entry main [h] [w] (steps: i32) (plate: [h][w]f32) : [h][w]f32 =
  iterate steps step plate
