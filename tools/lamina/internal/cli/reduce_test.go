package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// longProgram is the script command `longprogram FILE`: it writes a program of 95 lines
// that subtracts 7 from something in the middle.
func longProgram(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: longprogram FILE")
	}
	var b strings.Builder
	b.WriteString("-- A long program.\n-- ==\n-- input { [1i32, 2i32, 3i32] 5i32 } auto output\n")
	const functions = 11
	for i := range functions {
		middle := "map (\\x -> x * k + 1) ys"
		if i == functions/2 {
			middle = "map (\\x -> if x < k then k - 7 else x - 7) ys"
		}
		fmt.Fprintf(&b, `
-- Step %[1]d.
def step%[1]d [n] (k: i32) (xs: [n]i32): [n]i32 =
  let ys = map2 (\x i -> x + i32.i64 i * k) xs (iota n)
  let zs = %[2]s
  let total = reduce (+) 0 zs
  in map (\z -> z + total) (scan (+) 0 zs)
`, i, middle)
	}
	b.WriteString("\nentry main [n] (xs: [n]i32) (k: i32): [n]i32 =\n  let r = xs\n")
	for i := range functions {
		fmt.Fprintf(&b, "  let r = step%d k r\n", i)
	}
	b.WriteString("  in r\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

// lines is the script command `lines FILE MOST`: it demands that a file has at most MOST
// lines.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE MOST")
	}
	var most int
	_, err := fmt.Sscan(args[1], &most)
	ts.Check(err)
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, "\n"); n > most {
		ts.Fatalf("%s has %d lines, more than %d:\n%s", args[0], n, most, text)
	}
}
