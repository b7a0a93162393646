package fut

import (
	"testing"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/flow"
	"github.com/lamina-lang/lamina/frontends/fut/internal/infer"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// inferred are definitions of f and its type, whose parameters are numbered in
// the order in which they occur.
var inferred = []struct{ def, want string }{
	{`def f x = x`, "a -> a"},
	{`def f x y = x`, "a -> b -> a"},
	{`def f x = x + 1`, "i32 -> i32"},
	{`def f x = x + 1.5`, "f64 -> f64"},
	{`def f x = x + 1u8`, "u8 -> u8"},
	{`def f x = f32.sqrt x`, "f32 -> f32"},
	{`def f x = !x && true`, "bool -> bool"},
	{`def f g x = g (g x)`, "(a -> a) -> a -> a"},
	{`def f g h x = h (g x)`, "(a -> b) -> (b -> c) -> a -> c"},
	{`def f (x, y) = (y, x)`, "(a, b) -> (b, a)"},
	{`def f {a, b} = a && b`, "{a: bool, b: bool} -> bool"},
	{`def f (n: i64) = iota n`, "(n: i64) -> *[n]i64"},
	{`def f (n: i64) = replicate (n + 1) true`, "(n: i64) -> *[n + 1]bool"},
	{`def f [n] (xs: [n]i32) = map (+1) xs`, "[n]i32 -> *[n]i32"},
	{`def f [n] (xs: [n]i32) = xs[1:]`, "[n]i32 -> [n - 1]i32"},
	{`def f [n] (xs: [n]i32) = xs ++ xs`, "[n]i32 -> *[n + n]i32"},
	{`def f [n] [m] (xs: [n][m]i32) = transpose xs`, "[n][m]i32 -> [m][n]i32"},
	{`def f [n] [m] (xs: [n][m]i32) = flatten xs`, "[n][m]i32 -> [n * m]i32"},
	{`def f (k: i64) = 0..<k`, "(k: i64) -> *[k]i64"},
	{`def f [n] (xs: [n]i32) = let k = i64.abs n in (xs[:k] :> [k]i32, xs[k:] :> [n - k]i32)`, "[n]i32 -> ?[k].([k]i32, [n - k]i32)"},
	{`def f [n] (xs: [n]i32) = let (ys, zs) = partition (> 0) xs in (ys, zs)`, "[n]i32 -> ?[count].([count]i32, [n - count]i32)"},
	{`def f [n] b (xs: [n]i32) : #p ([]i32) | #q = if b then #p xs else #p (filter (> 0) xs)`, "bool -> [n]i32 -> ?[].#p []i32 | #q"},
	{`def f [n] b (xs: [n]i32) : #p ([]i32) | #q = if b then #p xs else #q`, "bool -> [n]i32 -> #p [n]i32 | #q"},
	{`def f = 10i64`, "i64"},
	{`def f = "four"`, "[4]u8"},
	{`def f = (1, true, 2f32)`, "(i32, bool, f32)"},
	{`def f = [[1i8, 2], [3, 4]]`, "[2][2]i8"},
}

func TestInferred(t *testing.T) {
	for _, c := range inferred {
		if got, err := typeOf(c.def); err != nil || got != c.want {
			t.Errorf("%s\nhas type %s, want %s (error: %v)", c.def, got, c.want, err)
		}
	}
}

// typeOf is the type of the last definition of a program.
func typeOf(program string) (string, error) {
	parsed, err := syntax.Parse(&source.File{Name: "inferred.fut", Text: program})
	if err != nil {
		return "", err
	}
	resolved, err := resolve(parsed, nil)
	if err != nil {
		return "", err
	}
	p, err := infer.Check(resolved, flow.New)
	if err != nil {
		return "", err
	}
	return p.Defs[len(p.Defs)-1].Binding.Type.String(), nil
}
