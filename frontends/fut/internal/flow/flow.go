// Package flow checks definitions whose types are known in the order of their evaluation: that
// sizes are computed before they are needed (causality), and that nothing is used after it was
// consumed (uniqueness). Its checks include those of package match.
package flow

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/match"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// checks are those of one program.
type checks struct {
	plain map[*types.Record]bool // see holdsScalars
}

// New returns the checks for one program, for types.Check.
func New() types.Flow { return &checks{plain: map[*types.Record]bool{}} }

// Matches checks that patterns match all that they are to match.
func (*checks) Matches(info *types.Info, d *syntax.ValDecl) *source.Error {
	at := d.Pos()
	var missed *source.Error
	if err := guarded(&at, func() { missed = match.Check(info, d) }); err != nil {
		return err
	}
	return missed
}

// guarded returns the error that ends f; a panic of another kind is an internal error at the
// place that was looked at.
func guarded(at *source.Pos, f func()) (err *source.Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r
		default:
			err = source.Internal(*at, r)
		}
	}()
	f()
	return nil
}

// errorAt makes an error at a node.
func errorAt(at syntax.Node, format string, args ...any) *source.Error {
	return source.Errorf(at.Pos(), format, args...).Until(syntax.EndOf(at))
}
