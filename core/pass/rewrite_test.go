package pass

import (
	"context"
	"testing"
)

// counting asks for three rewrites, and takes one back.
func counting(made *int) *Pass {
	return &Pass{Name: "count", Summary: "s", From: At(Soac), Run: func(_ context.Context, u *Unit, _ Options) error {
		for range 3 {
			if u.Rewrite() {
				*made++
			}
		}
		if u.Rewrite() {
			u.Forgo()
		}
		return nil
	}}
}

func TestRewritesAreLimitedAndCounted(t *testing.T) {
	for _, c := range []struct {
		pipeline string
		made     int
	}{
		{"count", 3}, {"count{rewrites=0}", 0}, {"count{rewrites=2}", 2}, {"count{rewrites=3}", 3}, {"count{rewrites=9}", 3}, {"count{rewrites=-1}", 3},
	} {
		made := 0
		p, err := NewRegistry(counting(&made)).Parse(c.pipeline, Soac)
		if err != nil {
			t.Fatal(err)
		}
		u := soacUnit()
		report, err := new(Manager).Run(context.Background(), p, u)
		if err != nil {
			t.Fatal(err)
		}
		if made != c.made || report.Times[0].Rewrites != c.made {
			t.Errorf("%s made %d rewrites and reported %d, want %d", c.pipeline, made, report.Times[0].Rewrites, c.made)
		}
	}
}

func TestALimitIsPartOfThePipelinesText(t *testing.T) {
	made := 0
	r := NewRegistry(counting(&made))
	p, err := r.Parse("count", Soac)
	if err != nil {
		t.Fatal(err)
	}
	limited, err := Build(Soac, p.Steps[0].WithRewrites(2))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := limited.String(), "count{rewrites=2}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := r.Parse(limited.String(), Soac); err != nil {
		t.Error(err)
	}
}
