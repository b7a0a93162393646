package infer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// A program is checked up to its first error, which is all that programs without errors pay for.
// If there is one, the program is checked again to collect the others: what has an error has a
// type that fits everywhere, so that what follows from it is not reported.

// collection holds the errors when they are collected.
type collection struct {
	errs       []*source.Error
	before     int                     // how many there were before the definition at hand
	unresolved bool                    // the definition at hand has a name that denotes nothing
	wrong      map[*types.Binding]bool // definitions that have errors
	broken     map[*types.Binding]bool // those of them whose type is not known
	members    []unknownMember
}

// unknownMember is the use of a name without the module that has it.
type unknownMember struct {
	names.Member
	typ types.Type
}

// suit has the hint name the module of the type that the function is applied to, if that is known.
func (u unknownMember) suit() {
	t := paramOf(u.typ)
	for a, ok := t.(*types.Array); ok; a, ok = t.(*types.Array) {
		t = types.Find(types.StripOuter(a.Elem))
	}
	if s, ok := t.(types.Scalar); ok {
		u.Suit(s.Type)
	}
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
	if err.Stack == "" {
		c.collect.errs = append(c.collect.errs, err)
	}
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
func (c *checker) failed() bool {
	return c.collect != nil && (c.collect.unresolved || len(c.collect.errs) > c.collect.before)
}

// orElse does something; if errors are collected and it has one, that is recorded, and instead
// is done. Otherwise an error ends the check.
func (c *checker) orElse(do, instead func()) {
	if c.collect == nil {
		do()
		return
	}
	level := c.level
	if err := attempt(do); err != nil {
		c.report(err)
		c.level = level
		instead()
	}
}

// anything is the type of what has an error.
func (c *checker) anything() types.Type { return c.fresh() }

// collectErrors checks a program for all its errors, of which first is one if it is not nil. What
// could be found of the program comes with them.
func collectErrors(resolved *names.Program, flow func() types.Flow, first *source.Error) (*types.Program, error) {
	c := newChecker(resolved, flow)
	c.collect = &collection{wrong: map[*types.Binding]bool{}, broken: map[*types.Binding]bool{}}
	if err := attempt(c.all); err != nil {
		c.report(err)
	}
	for _, m := range c.collect.members {
		m.suit()
	}
	errs := append(c.collect.errs, resolved.Errs...)
	if first != nil && !slices.ContainsFunc(errs, func(e *source.Error) bool { return e.Pos == first.Pos }) {
		errs = append(errs, first)
	}
	return c.program, source.Join(errs)
}

// definition checks a top-level definition. One with an error has the type that is written, if all of
// it is.
func (c *checker) definition(b *types.Binding, d *syntax.ValDecl) {
	if c.collect == nil {
		c.valDecl(b, d)
		return
	}
	c.collect.before, c.collect.unresolved = len(c.collect.errs), false
	c.orElse(func() { c.valDecl(b, d) }, func() {})
	if c.failed() {
		c.recorded = recorded{}
		c.collect.wrong[b] = true
	}
	if b.Type == nil || c.failed() && !isWritten(d) {
		c.collect.broken[b] = true
	}
}

// isWrong reports whether a definition has an error.
func (c *checker) isWrong(b *types.Binding) bool { return c.collect != nil && c.collect.wrong[b] }

// misses reports whether a name denotes nothing, or a definition that has an error has no type.
func (c *checker) misses() bool {
	return len(c.names.Errs) > 0 || c.collect != nil && len(c.collect.broken) > 0
}

// unresolved is the type of a name that denotes nothing, of which there is an error already.
func (c *checker) unresolved() types.Type {
	if c.collect != nil {
		c.collect.unresolved = true
	}
	return c.anything()
}

// isWritten reports whether all of a definition's type is written, but for sizes of parameters. Those of the result come from the body.
func isWritten(d *syntax.ValDecl) bool {
	typed := func(p syntax.Pat) bool { _, ok := p.(*syntax.TypedPat); return ok }
	open := false
	syntax.Inspect(d.Ret, func(n syntax.Node) bool {
		a, ok := n.(*syntax.ArrayType)
		open = open || ok && (a.Dim == nil || a.Dim.Exp == nil)
		return true
	})
	return d.Ret != nil && !open && !slices.ContainsFunc(d.Params, func(p syntax.Pat) bool { return !typed(p) })
}
