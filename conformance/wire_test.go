package conformance

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/driver"
)

// TestProgramsSurviveTheWire encodes and decodes every program before the first pass of the
// default pipeline and after each pass.
func TestProgramsSurviveTheWire(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range repository.Programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			u, err := d.Load(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			config := driver.Config{Observers: []pass.Observer{survives{t}}}
			if _, err := d.Optimise(context.Background(), u, d.From(b.Pipeline(), u.Level()), config); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// survives is an observer that compares a program with its copy over the wire.
type survives struct{ t *testing.T }

func (s survives) Start(u *pass.Unit)                             { s.compare("at the start", u) }
func (s survives) After(p pass.Step, u *pass.Unit, _ pass.Timing) { s.compare("after "+p.String(), u) }

func (s survives) compare(when string, u *pass.Unit) {
	got, err := overTheWire(u.IR, u.Imp)
	if err != nil {
		s.t.Errorf("%s: %v", when, err)
	} else if want := u.String(); got.String() != want {
		s.t.Errorf("%s: the wire makes another program of\n%s\nnamely\n%s", when, want, got)
	}
}

func overTheWire(p *ir.Program, q *imp.Program) (*pass.Unit, error) {
	b, err := encoded(p, q)
	if err != nil {
		return nil, err
	}
	p, q, err = wire.Unmarshal(b)
	return &pass.Unit{IR: p, Imp: q}, err
}
