package passtest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
)

// mostLimits bounds how many limits are tried on one archive.
const mostLimits = 40

// limitRewrites runs the case's pipeline with its last pass limited to 0, 1, 2, …
// rewrites. The pass must make exactly as many, and leave a well-formed program of the
// same meaning each time. It must change nothing when limited to 0 (unless it lowers),
// and give its usual result when it may make all.
func limitRewrites(t *testing.T, c *Case, before *pass.Unit, whole *pass.Unit) {
	total := whole.RewritesMade()
	step := max(1, total/mostLimits)
	for n := 0; n < total; n += step {
		u, untouched := c.limited(t, before, n)
		if t.Failed() {
			return
		}
		if u.RewritesMade() != n {
			t.Errorf("limited to %d of %d rewrites, the pass made %d", n, total, u.RewritesMade())
		}
		if n == 0 && untouched != "" && text(t, u) != untouched {
			t.Errorf("with {rewrites=0} the pass still changed the program: it must ask Unit.Rewrite before each change, or declare that it lowers; it left\n%s", text(t, u))
		}
		c.sameMeaning(t, before, u)
	}
	if u, _ := c.limited(t, before, total); !t.Failed() && text(t, u) != text(t, whole) {
		t.Errorf("limited to all of its %d rewrites, the pass leaves something else than without a limit:\n%s", total, text(t, u))
	}
}

// limited runs the pipeline with its last pass limited to n rewrites. untouched is the
// text of the program before that pass, "" if the pass lowers.
func (c *Case) limited(t *testing.T, before *pass.Unit, n int) (u *pass.Unit, untouched string) {
	u = before.Clone()
	p, err := pass.Default.Parse(c.Pipeline, u.Level())
	if err != nil {
		t.Fatal(err)
	}
	last := len(p.Steps) - 1
	m := pass.Manager{Check: (*pass.Unit).CheckStrictly}
	for i, s := range p.Steps {
		if i == last {
			if !s.Pass.Lowers && s.Pass.To == 0 {
				untouched = text(t, u)
			}
			s = s.WithRewrites(n)
		}
		one, err := pass.Build(u.Level(), s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Run(context.Background(), one, u); err != nil {
			t.Fatalf("limited to %d rewrites: %s", n, pass.WithTrace(err))
		}
	}
	return u, untouched
}

// sameMeaning requires both programs to agree on the case's inputs.
func (c *Case) sameMeaning(t *testing.T, before *pass.Unit, after *pass.Unit) {
	for _, file := range slices.Sorted(maps.Keys(c.Files)) {
		name, ok := strings.CutSuffix(file, ".in")
		if !ok {
			continue
		}
		entry, _, _ := strings.Cut(name, "-")
		args, err := value.Parse(c.Files[file])
		if err != nil {
			t.Fatal(err)
		}
		if why := meaning.OfUnit(context.Background(), before, entry, args).DiffersAfter(context.Background(), after, entry, args); why != "" {
			t.Errorf("%s, limited to %d rewrites: %s", file, after.RewritesMade(), why)
		}
	}
}

// text returns a unit's text without positions.
func text(t *testing.T, u *pass.Unit) string {
	var w strings.Builder
	if err := printUnit(&w, u); err != nil {
		t.Fatal(err)
	}
	return w.String()
}
