package target

import "fmt"

// Math says how much freedom the passes have with floats (docs/semantics.md).
type Math string

const (
	// Reproducible keeps the order in which floats combine: results are the same, bit for
	// bit, on every machine.
	Reproducible Math = "reproducible"
	// Fast lets the operators of reductions, scans and histograms combine in any order that
	// associativity and commutativity allow, and changes nothing else.
	Fast Math = "fast"
)

// ParseMath returns the mode of that name; "" stays "", which leaves the choice to the
// backend.
func ParseMath(name string) (Math, error) {
	switch m := Math(name); m {
	case "", Reproducible, Fast:
		return m, nil
	}
	return "", fmt.Errorf("there is no math mode %q; there are: %s, %s", name, Reproducible, Fast)
}

// With returns t with mode m, or unchanged if m is "".
func (t Target) With(m Math) Target {
	if m != "" {
		t.Math = m
	}
	return t
}
