package passtest

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
)

// Property takes random soac programs through a pipeline and compares what they
// mean before and after each pass.
func Property(t *testing.T, pipeline string) {
	rapid.Check(t, func(t *rapid.T) {
		p, args := Program(t)
		pl, err := pass.Default.Parse(pipeline, pass.Soac)
		if err != nil {
			t.Fatal(err)
		}
		u := &pass.Unit{IR: p.Clone(), Target: target.Embedded()}
		for _, step := range pl.Steps {
			before := u.IR.Clone()
			one, err := pass.Build(u.Level(), step)
			if err != nil {
				t.Fatal(err)
			}
			m := pass.Manager{Check: (*pass.Unit).Check}
			if _, err := m.Run(context.Background(), one, u); err != nil {
				t.Fatalf("%v\n%s\n-- after --\n%v", err, Describe(before, args), u.IR)
			}
			if why := Differs(before, u, "main", args); why != "" {
				t.Fatalf("after %s: %s\n%s\n-- after --\n%v", step, why, Describe(before, args), u.IR)
			}
			if u.IR == nil {
				return
			}
		}
	})
}
