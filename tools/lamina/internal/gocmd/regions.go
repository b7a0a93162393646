package gocmd

import (
	"context"
	"fmt"
	"go/token"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// The passes that take expressions out of a package's program. The checks of gosrc have refused
// expressions without anything parallel: what is parallel in Go may be no operation of its own here.
const (
	classify = "classify-regions{any=keep}"
	extract  = "extract-regions"
)

// extracted is a package whose expressions were taken out.
type extracted struct {
	*gosrc.Regions
	program *ir.Program
	classes map[string]string // of the regions
}

// extracted takes out the expressions of a package.
func (t *Tool) extracted(ctx context.Context, p *gosrc.Package) (*extracted, error) {
	r, err := p.Regions(ctx)
	if err != nil {
		return nil, err
	}
	e := &extracted{Regions: r, classes: map[string]string{}}
	u := &pass.Unit{IR: r.Program}
	if _, err := t.Driver.Optimise(ctx, u, classify, driver.Config{}); err != nil {
		return nil, fmt.Errorf("classifying the expressions of %s: %w", p.Path, err)
	}
	(&ir.Walker{Stm: func(s *ir.Stm) {
		if a, ok := s.Exp.(*ir.Accelerate); ok {
			e.classes[a.Region], _ = s.Attr(ir.RegionClass)
		}
	}}).Program(u.IR)
	if _, err := t.Driver.Optimise(ctx, u, extract, driver.Config{}); err != nil {
		return nil, fmt.Errorf("extracting the expressions of %s: %w", p.Path, err)
	}
	e.program = u.IR
	return e, nil
}

// of returns the program of an expression, and the positions that its lines number.
func (e *extracted) of(x *gosrc.Expression) (*ir.Program, []token.Position, error) {
	return e.Extracted(e.program, x)
}
