package schedule

import (
	"fmt"
	"path"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/source"
)

// Operation is an operation of a program that a schedule may have a line for: a parallel one, or a loop, of which
// pass parallelise may make one.
type Operation struct {
	Stm *ir.Stm
	Place
	Within bool // it stands in a parallel one
}

// Place identifies an operation in schedules: by its function, where it stands in the source, what
// it is, and which one of several such it is, from 1.
type Place struct {
	Fun string
	At  string // line:column, after the name of the file unless that is the function's
	Op  string
	Nth int
}

// String is the place without the function.
func (p Place) String() string {
	if p.Nth == 1 {
		return p.At + " " + p.Op
	}
	return fmt.Sprintf("%s %s#%d", p.At, p.Op, p.Nth)
}

// Operations lists the parallel operations and loops of p, in the order of its text.
func Operations(p *ir.Program) (all []Operation) {
	for _, f := range p.Funs {
		l := &listing{fun: f, count: map[Place]int{}}
		l.body(f.Body, false)
		all = append(all, l.all...)
	}
	return all
}

// listing collects the operations of a function.
type listing struct {
	fun   *ir.Fun
	count map[Place]int
	all   []Operation
}

func (l *listing) body(b *ir.Body, within bool) {
	for _, s := range b.Stms {
		inner := within
		if isOperation(s.Exp) {
			at := Place{Fun: l.fun.Name, At: where(l.fun, s.Pos), Op: s.Exp.Op()}
			l.count[at]++
			at.Nth = l.count[at]
			l.all = append(l.all, Operation{s, at, within})
			inner = within || ops.IsParallel(s.Exp)
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { l.body(b, inner) })
	}
}

// isOperation reports whether schedules may have a line for e.
func isOperation(e ir.Exp) bool { return isLoop(e) || ops.IsParallel(e) }

func isLoop(e ir.Exp) bool {
	_, ok := e.(*ir.Loop)
	return ok
}

func where(f *ir.Fun, at source.Pos) string {
	text := fmt.Sprintf("%d:%d", at.Line, at.Col)
	if at.File != f.Pos.File && at.File != "" {
		return quoted(path.Base(at.File)) + ":" + text
	}
	return text
}
