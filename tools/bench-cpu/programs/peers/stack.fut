-- A stack machine: one program of bytes, run for each input. 0 ends it, 1 pushes the input, 2 a
-- constant (the next byte), 3 adds, 4 subtracts, 5 multiplies, 6 copies the top, 7 exchanges the
-- two at the top, 8 goes to the next byte's address unless the top, which it takes, is 0.
entry main [n] [k] (code: [k]u8) (xs: [n]i32) : [n]i32 =
  map (\x ->
         let (_, top, stack) =
           loop (pc, top, stack) = (0i64, 0i64, replicate 16 0i32)
           while code[pc] != 0 do
             match code[pc]
             case 1 -> (pc + 1, top + 1, stack with [top] = x)
             case 2 -> (pc + 2, top + 1, stack with [top] = i32.u8 code[pc + 1])
             case 3 -> (pc + 1, top - 1, stack with [top - 2] = stack[top - 2] + stack[top - 1])
             case 4 -> (pc + 1, top - 1, stack with [top - 2] = stack[top - 2] - stack[top - 1])
             case 5 -> (pc + 1, top - 1, stack with [top - 2] = stack[top - 2] * stack[top - 1])
             case 6 -> (pc + 1, top + 1, stack with [top] = stack[top - 1])
             case 7 ->
               let a = stack[top - 1]
               let b = stack[top - 2]
               in (pc + 1, top, stack with [top - 2] = a with [top - 1] = b)
             case _ -> (if stack[top - 1] != 0 then i64.u8 code[pc + 1] else pc + 2, top - 1, stack)
         in if top > 0 then stack[top - 1] else 0)
      xs
