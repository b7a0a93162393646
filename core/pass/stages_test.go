package pass

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// TestStagesRunCommonPassesOnce runs pipelines that begin alike on copies of a program: each
// common pass runs once, with and without checks, and each program is the one that its pipeline makes alone.
func TestStagesRunCommonPassesOnce(t *testing.T) {
	var ran []string
	mark := func(name string) *Pass {
		return &Pass{Name: name, Summary: "s", From: At(Soac), Run: func(_ context.Context, u *Unit, _ Options) error {
			ran = append(ran, name)
			u.IR.Funs[0].Name += "-" + name
			return nil
		}}
	}
	passes := NewRegistry(mark("a"), mark("b"), mark("c"))
	run := func(stages *Stages, check func(*Unit) error, fun, pipeline string) (made string, steps int) {
		t.Helper()
		p, err := passes.Parse(pipeline, Soac)
		if err != nil {
			t.Fatal(err)
		}
		u := &Unit{IR: &ir.Program{Level: ir.Soac, Names: name.NewSupply(0), Funs: []*ir.Fun{{Name: fun, Body: &ir.Body{}}}}}
		report, err := (&Manager{Stages: stages, Check: check}).Run(t.Context(), p, u)
		if err != nil {
			t.Fatal(err)
		}
		return u.IR.Funs[0].Name, len(report.Times)
	}
	stages := new(Stages)
	for _, c := range []struct {
		fun, pipeline string
		check         func(*Unit) error
		ran           string // the passes that must run
	}{
		{"f", "a,b,c", nil, "a b c"},
		{"f", "a,b,c", nil, ""},
		{"f", "a,b", nil, ""},
		{"f", "a,c,b", nil, "c b"},
		{"f", "b,a", nil, "b a"},
		{"g", "a,b,c", nil, "a b c"},
		{"f", "a,b", func(*Unit) error { return nil }, "a b"}, // those before were not checked
	} {
		ran = nil
		made, steps := run(stages, c.check, c.fun, c.pipeline)
		if got := strings.Join(ran, " "); got != c.ran {
			t.Errorf("of %s on %s, the passes %q ran, not %q", c.pipeline, c.fun, got, c.ran)
		}
		if want := c.fun + "-" + strings.ReplaceAll(c.pipeline, ",", "-"); made != want || steps != strings.Count(c.pipeline, ",")+1 {
			t.Errorf("%s on %s makes %s, and reports %d passes", c.pipeline, c.fun, made, steps)
		}
	}
}

// TestStagesLeaveOutOtherProcesses: a pass that runs in another process runs each time, and so do
// those after it.
func TestStagesLeaveOutOtherProcesses(t *testing.T) {
	var ran []string
	pass := func(name string, home Home) *Pass {
		return &Pass{Name: name, Summary: "s", From: At(Soac), Home: home, Run: func(context.Context, *Unit, Options) error {
			ran = append(ran, name)
			return nil
		}}
	}
	p, err := NewRegistry(pass("a", nil), pass("b", elsewhere{}), pass("c", nil)).Parse("a,b,c", Soac)
	if err != nil {
		t.Fatal(err)
	}
	stages := new(Stages)
	for range 2 {
		u := &Unit{IR: &ir.Program{Level: ir.Soac, Names: name.NewSupply(0)}}
		if _, err := (&Manager{Stages: stages}).Run(t.Context(), p, u); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"a", "b", "c", "b", "c"}; !slices.Equal(ran, want) {
		t.Errorf("%v ran, not %v", ran, want)
	}
}

// elsewhere is another process, which takes one pass at a time.
type elsewhere struct{}

func (elsewhere) Reach([]Step) int { return 1 }
func (elsewhere) RunTogether(context.Context, *Unit, []Step) ([]Timing, error) {
	panic("it takes one pass at a time")
}
