package fut

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/flow"
	"github.com/lamina-lang/lamina/frontends/fut/internal/infer"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/specialise"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// A panic inside the front end is an error that says where in the program, and
// where in the compiler.
func TestPanicsAreErrors(t *testing.T) {
	library, err := parsePrelude()
	if err != nil {
		t.Fatal(err)
	}
	program := func() *syntax.File {
		parsed, err := syntax.Parse(&source.File{Name: "p.fut", Text: "entry main (x: f32) =\n  f32.recip x"})
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	tests := []struct {
		name string
		run  func() error
	}{
		{"names", func() error {
			planted := library
			planted.Members = func(scalar.Type) ([]*syntax.File, error) { panic("planted") }
			_, err := names.Resolve(planted, program())
			return err
		}},
		{"checking", func() error {
			resolved, err := names.Resolve(library, program())
			if err != nil {
				t.Fatal(err)
			}
			_, err = infer.Check(resolved, func() types.Flow { return plantedFlow{flow.New()} })
			return err
		}},
		{"lowering", func() error {
			resolved, err := names.Resolve(library, program())
			if err != nil {
				t.Fatal(err)
			}
			checked, err := infer.Check(resolved, flow.New)
			if err != nil {
				t.Fatal(err)
			}
			for v := range checked.Uses {
				delete(checked.Uses, v)
			}
			_, _, err = specialise.Lower(context.Background(), checked, specialise.Options{Prelude: preludeFiles()})
			return err
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var e *source.Error
			if err := test.run(); !errors.As(err, &e) {
				t.Fatalf("got %v, want a *source.Error", err)
			}
			if e.Pos.Line != 2 || !strings.HasPrefix(e.Msg, "internal error: ") || !strings.Contains(e.Stack, "fut/internal") {
				t.Errorf("got %v, want an internal error on line 2 with its stack:\n%s", e, e.Stack)
			}
		})
	}
}

// plantedFlow fails where it gets to the program's own definitions.
type plantedFlow struct{ types.Flow }

func (f plantedFlow) Causality(info *types.Info, d *syntax.ValDecl) *source.Error {
	if d.Position.File == "p.fut" {
		panic("planted")
	}
	return f.Flow.Causality(info, d)
}
