package format

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLength formats programs of one shape, ten times as long each: the time grows as the length does.
func BenchmarkLength(b *testing.B) {
	shapes := []struct {
		name string
		make func(n int) string
	}{
		{"declarations", func(n int) string { return strings.Repeat("def f x = if x\n then 1 else g (2,\n x)\n", n) }},
		{"lets", func(n int) string { return "def f x =\n" + strings.Repeat("let x = x+1 in -- why\n", n) + "x" }},
		{"elements", func(n int) string { return "def x = [1" + strings.Repeat("\n, 2", n) + "]" }},
		{"operators", func(n int) string { return "def x = 1" + strings.Repeat("\n + 2", n) }},
		{"arguments", func(n int) string { return "def x = f" + strings.Repeat("\n (g 2)", n) }},
		{"steps", func(n int) string { return "def x = x" + strings.Repeat(".a[1]", n) }},
	}
	for _, s := range shapes {
		for _, n := range []int{100, 1000, 10000} {
			text := s.make(n)
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Source("t", text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
