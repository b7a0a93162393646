package emit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/backends/wasm/internal/vectors"
	"github.com/lamina-lang/lamina/core/imp"
)

// Translation takes time about linear in the size of the program, whatever its
// loops and indices look like.
func TestLargePrograms(t *testing.T) {
	const size = 2000
	for label, statement := range map[string]func(i int) string{
		// Each index stands for 2^i additions of the first.
		"chained indices": func(i int) string {
			return fmt.Sprintf("var v_%d: i64 = v_%d + v_%d\nvar x_%d: i64 = xs.i64[v_%d]\n", i+1, i, i, i+1, i+1)
		},
		"many accesses": func(i int) string {
			return fmt.Sprintf("xs.i64[i * %d] <- xs.i64[i * %d + j] + m * %d\n", i+2, i+3, i)
		},
		"powers": func(i int) string {
			return fmt.Sprintf("var v_%d: i64 = (v_%d + j) * (v_%d + i)\nxs.i64[v_%d] <- 0\n", i+1, i, i, i+1)
		},
	} {
		t.Run(label, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("lamina imp\nfun main(m: i64, xs: mem) -> () entry (m: \"i64\" = i64 in m, xs: \"[m]i64\" = [m]i64 in xs) -> () {\n for i: i64 < m { for j: i64 < m {\n var v: i64 = i + j\n")
			for i := range size {
				b.WriteString(strings.ReplaceAll(statement(i), "v_0", "v"))
			}
			b.WriteString("} } }\n")
			p, err := imp.Parse("input.imp", b.String())
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if _, err := emit.Program(p, emit.Options{Vectors: vectors.Lanes{}}); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%d statements took %v", size, took)
			} else {
				t.Logf("%d statements took %v", size, took)
			}
		})
	}
}
