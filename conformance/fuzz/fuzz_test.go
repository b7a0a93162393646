package fuzz_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// wrong turns every addition into a subtraction.
var wrong = &pass.Pass{
	Name: "wrong", Summary: "change the meaning", From: pass.At(pass.Soac),
	Run: func(_ context.Context, u *pass.Unit, _ pass.Options) error {
		w := &ir.Walker{Stm: func(s *ir.Stm) {
			if p, ok := s.Exp.(*ir.Prim); ok && p.Fn == scalar.Add {
				p.Fn = scalar.Sub
			}
		}}
		w.Program(u.IR)
		return nil
	},
}

// A pass that changes the meaning of programs is found and named, and the program is
// reduced to little more than the relevant addition.
func TestWrongPassIsFound(t *testing.T) {
	idle := &pass.Pass{
		Name: "idle", Summary: "do nothing", From: pass.At(pass.Soac),
		Run: func(context.Context, *pass.Unit, pass.Options) error { return nil },
	}
	r := pass.NewRegistry(idle, wrong)
	p, err := r.Parse("idle,wrong,idle", pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	c := fuzz.Config{Seed: 1, Count: 100, Pipeline: p, Attempts: 500}
	f, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if f == nil {
		t.Fatal("nothing was found")
	}
	if f.Step != "wrong" {
		t.Errorf("%s is blamed", f.Step)
	}
	if !strings.Contains(f.Before, "add.") || !strings.Contains(f.After, "sub.") {
		t.Errorf("the programs before and after are not shown:\n%v", f)
	}
	statements := 0
	w := &ir.Walker{Stm: func(*ir.Stm) { statements++ }}
	w.Program(f.Program)
	if statements > 15 {
		t.Errorf("%d statements are left:\n%v", statements, f)
	}
}

func TestCancelledRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := fuzz.Config{Count: 1 << 30, Pipeline: &pass.Pipeline{Start: pass.Soac, End: pass.Soac}}
	if _, err := c.Run(ctx); err == nil {
		t.Error("no error")
	}
}

// A pass that panics is said to fail, with its stack: it changes no meaning, and leaves nothing to show.
func TestPanicIsNoOtherMeaning(t *testing.T) {
	faulty := &pass.Pass{
		Name: "faulty", Summary: "panic", From: pass.At(pass.Soac),
		Run: func(context.Context, *pass.Unit, pass.Options) error { panic("a fault") },
	}
	p, err := pass.NewRegistry(faulty).Parse("faulty", pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	f, err := (&fuzz.Config{Seed: 1, Count: 1, Pipeline: p, Attempts: 10}).Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	got := f.String()
	if !strings.HasPrefix(got, "faulty fails on the program of seed 1: ") || !strings.Contains(got, "a fault") || !strings.Contains(got, "fuzz_test.go:") || strings.Contains(got, "-- after --") {
		t.Errorf("it is described so:\n%s", got)
	}
}
