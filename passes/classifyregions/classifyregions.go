// Package classifyregions tells of each region which dialects its parallel operations are of:
// the functional one (maps, reductions, scans and their kin) or the imperative one (loops over
// mutable arrays, which front ends mark by ir.RegionLoop).
//
// The classes are the sets of dialects, and a function has the join of what is in it and of the
// classes of those that it calls, as the design has it for the strongly connected components of
// calls. A region without a dialect has nothing to accelerate.
package classifyregions

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is classify-regions.
var Pass = &pass.Pass{
	Name:    "classify-regions",
	Summary: "tell of each region in which dialects its parallel operations are",
	From:    pass.At(pass.Soac),
	Options: []pass.Option{
		{Name: "any", Default: refuse, Choices: []string{refuse, keep}, Doc: "what to do with a region that has nothing parallel"},
		{Name: "both", Default: keep, Choices: []string{refuse, keep}, Doc: "what to do with a region in both dialects"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "inline", Reason: "it puts the bodies of regions in their places"},
		{Order: pass.Before, Pass: "extract-regions", Reason: "it makes functions of regions"},
	},
	Run: run,
}

const (
	refuse = "refuse"
	keep   = "keep"
)

func init() { pass.Default.Register(Pass) }

// class is a set of dialects.
type class uint8

const (
	functional class = 1 << iota
	imperative
)

var classNames = [...]string{0: "any", functional: "functional", imperative: "imperative", functional | imperative: "both"}

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	c := classes{u.IR, map[string]class{}}
	c.settle()
	return u.EachFun(ctx, func(f *ir.Fun) error {
		var err error
		(&ir.Walker{Stm: func(s *ir.Stm) {
			r, ok := s.Exp.(*ir.Accelerate)
			if !ok || err != nil {
				return
			}
			k := c.body(r.Body)
			switch {
			case k == 0 && opts.Text("any") == refuse:
				err = source.Errorf(s.Pos, "nothing in the region %s is parallel: it has no map, reduction, scan or loop of its own, and calls no function that has", r.Region)
			case k == functional|imperative && opts.Text("both") == refuse:
				err = source.Errorf(s.Pos, "the region %s has parallel operations of both dialects, the functional and the imperative one", r.Region)
			case u.Rewrite():
				set(s, classNames[k])
			}
		}}).Fun(f)
		return err
	})
}

// set gives a region its class, in place of one that it had.
func set(s *ir.Stm, class string) {
	for i, a := range s.Attrs {
		if a.Name == ir.RegionClass {
			s.Attrs[i].Value = class
			return
		}
	}
	s.Attrs = append(s.Attrs, ir.Attr{Name: ir.RegionClass, Value: class})
}

// classes holds the classes of functions.
type classes struct {
	p  *ir.Program
	of map[string]class
}

// settle joins the classes along calls until they stay: then all functions of a component of
// calls have what any of them has.
func (c classes) settle() {
	for changed := true; changed; {
		changed = false
		for _, f := range c.p.Funs {
			if k := c.body(f.Body); k != c.of[f.Name] {
				c.of[f.Name], changed = k, true
			}
		}
	}
}

// body is the class of what is in b, given those of functions.
func (c classes) body(b *ir.Body) class {
	var k class
	(&ir.Walker{Stm: func(s *ir.Stm) {
		call, isCall := s.Exp.(*ir.Call)
		_, loop := s.Attr(ir.RegionLoop)
		switch {
		case isCall:
			k |= c.of[call.Fun]
		case loop:
			k |= imperative
		case ops.IsParallel(s.Exp):
			k |= functional
		}
	}}).InBody(b)
	return k
}
