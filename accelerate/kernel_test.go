package accelerate

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
)

// never is an executable that no test runs.
type never struct{ backend.Executable }

// An expression that runs as Go for what it captures says why, once.
func TestExpressionsSayWhyTheyRunAsGo(t *testing.T) {
	shared := []int64{1, 2, 3}
	for _, c := range []struct {
		what, want string
		written    []int
		ranks      []int
		args       func() []any
	}{
		{"slices of slices that are irregular", "irregular", nil, []int{0}, func() []any { return []any{[][]int64{{1}, {2, 3}}} }},
		{"what is written is read, too", "memory in common", []int{0}, []int{0, 0}, func() []any { return []any{shared[:2], shared[1:]} }},
		{"an element that is not there", "index out of range", nil, []int{0}, func() []any { return []any{shared[len(shared)]} }},
		{"a tensor of another rank", "2 dimensions", nil, []int{3}, func() []any { return []any{TensorOf(shared, 1, 3)} }},
	} {
		t.Run(c.what, func(t *testing.T) {
			k := &Kernel{Places: []string{"x.go:7:3"}, Ranks: c.ranks, Written: c.written, exec: never{}}
			k.compile.Do(func() {})
			runs := 0
			said := standardError(t, func() {
				for range 2 {
					RunKernel(k, func() int { runs++; return 0 }, c.args)
				}
			})
			if runs != 2 {
				t.Errorf("it ran as Go %d times, want 2", runs)
			}
			if !strings.HasPrefix(said, "lamina: the expression at x.go:7:3 runs as Go: ") || !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 {
				t.Errorf("it says %q, want one line with %q", said, c.want)
			}
		})
	}
}

// standardError returns what f writes there.
func standardError(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = w
	f()
	os.Stderr = before
	w.Close()
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
