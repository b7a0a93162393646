package types

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// A program is checked up to its first error, which is all that programs without errors pay for.
// If there is one, the program is checked again to collect the others: what has an error has a
// type that fits everywhere, so that what follows from it is not reported.

// collection is what is found when errors are collected.
type collection struct {
	errs    []*source.Error
	before  int               // how many there were before the definition at hand
	broken  map[*Binding]bool // definitions whose type is not known
	unknown map[string]bool   // messages about unknown names, each shown once
}

// attempt returns the error that ends f. A panic of another kind is a consequence of the
// errors before: it ends f too, and is not reported.
func attempt(f func()) (err *source.Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r
		default:
			err = source.Internal(source.Pos{}, r)
		}
	}()
	f()
	return nil
}

// report records an error that is no consequence of another one.
func (c *checker) report(err *source.Error) {
	s := c.collect
	if err.Stack != "" {
		return
	}
	if strings.HasPrefix(err.Msg, "Unknown ") {
		if s.unknown[err.Msg] {
			return
		}
		s.unknown[err.Msg] = true
	}
	s.errs = append(s.errs, err)
}

// fail ends the check with an error, or records it if errors are collected.
func (c *checker) fail(err *source.Error) {
	if c.collect == nil {
		panic(err)
	}
	c.report(err)
}

// failed reports whether the definition at hand has an error. What is found then may follow
// from that.
func (c *checker) failed() bool { return c.collect != nil && len(c.collect.errs) > c.collect.before }

// state is what an attempt that fails must put back.
type state struct {
	mark
	opens, around int
}

func (c *checker) state() state {
	return state{mark{len(c.trail), c.level}, len(c.opens), len(c.around)}
}

func (c *checker) restore(s state) {
	c.pop(s.mark)
	c.opens, c.around = c.opens[:s.opens], c.around[:s.around]
}

// orElse does something; if errors are collected and it has one, that is recorded, and instead
// is done. Otherwise an error ends the check.
func (c *checker) orElse(do, instead func()) {
	if c.collect == nil {
		do()
		return
	}
	s := c.state()
	if err := attempt(do); err != nil {
		c.report(err)
		c.restore(s)
		instead()
	}
}

// anything is the type of what has an error.
func (c *checker) anything() Type { return c.fresh() }

// collectErrors checks a program for all its errors, of which first is one.
func collectErrors(prelude Prelude, flow func() Flow, file *syntax.File, first *source.Error) error {
	c := newChecker(prelude, flow)
	c.collect = &collection{broken: map[*Binding]bool{}, unknown: map[string]bool{}}
	if err := attempt(func() { c.file(file) }); err != nil {
		c.report(err)
	}
	errs := c.collect.errs
	if !slices.ContainsFunc(errs, func(e *source.Error) bool { return e.Pos == first.Pos }) {
		errs = append(errs, first)
	}
	return source.Join(errs)
}

// definition checks a top-level definition. One with an error has the type that is written, if all of
// it is.
func (c *checker) definition(b *Binding, d *syntax.ValDecl) {
	if c.collect == nil {
		c.valDecl(b, d)
		return
	}
	c.collect.before = len(c.collect.errs)
	c.orElse(func() { c.valDecl(b, d) }, func() {})
	if c.failed() {
		c.scalars, c.exps, c.pats, c.writtens, c.uses, c.bound = nil, nil, nil, nil, nil, nil
	}
	if b.Type == nil || c.failed() && !isWritten(d) {
		c.collect.broken[b] = true
	}
}

// isWritten reports whether all of a definition's type is written.
func isWritten(d *syntax.ValDecl) bool {
	typed := func(p syntax.Pat) bool { _, ok := p.(*syntax.TypedPat); return ok }
	return d.Ret != nil && !slices.ContainsFunc(d.Params, func(p syntax.Pat) bool { return !typed(p) })
}
