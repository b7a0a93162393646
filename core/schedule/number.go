package schedule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// The attributes by which operations are found again. A statement that stands for several
// operations, as a nest does, has several numbers.
const (
	numbers = "schedule.of"   // the operations that the statement is, or of which it chooses a version
	taken   = "schedule.took" // those that were fused into it
)

// Carried returns the attributes of s that belong to schedules. A pass that replaces an operation
// by another statement gives them to that.
func Carried(s *ir.Stm) (out []ir.Attr) {
	for _, a := range s.Attrs {
		if a.Name == Attribute || a.Name == numbers || a.Name == taken {
			out = append(out, a)
		}
	}
	return out
}

// Number gives each parallel operation and loop of p a number: its index in what it returns.
func Number(p *ir.Program) []Operation {
	all := Operations(p)
	for i, o := range all {
		set(o.Stm, numbers, strconv.Itoa(i))
	}
	return all
}

// Strip removes everything of schedules from p but the shapes of segmented operators, that they are apart, and the
// spaces of what threads make.
func Strip(p *ir.Program) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if len(s.Attrs) == 0 {
			return
		}
		set(s, numbers, "")
		set(s, taken, "")
		told := Of(s)
		if shaped := ops.IsKernel(s.Exp) && told.Level.shapes(); !shaped && (ops.IsKernel(s.Exp) || told.Space == "") {
			set(s, Attribute, "")
			if ops.IsKernel(s.Exp) && told.Apart {
				set(s, Attribute, apart)
			}
		}
	}}
	w.Program(p)
}

// Forget removes everything of schedules from the statements of b, and from those within.
func Forget(b *ir.Body) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if len(s.Attrs) > 0 {
			set(s, numbers, "")
			set(s, taken, "")
			set(s, Attribute, "")
		}
	}}
	w.InBody(b)
}

// Join makes the operation whole stand for the operations part as well, which it iterates over.
func Join(whole, part *ir.Stm) {
	add(whole, numbers, part, numbers)
	add(whole, taken, part, taken)
}

// Take records that the operations part were fused into whole.
func Take(whole, part *ir.Stm) {
	add(whole, taken, part, numbers)
	add(whole, taken, part, taken)
}

// add adds the numbers in the attribute from of part to the attribute to of whole.
func add(whole *ir.Stm, to string, part *ir.Stm, from string) {
	more, ok := attribute(part, from)
	if !ok {
		return
	}
	have, _ := attribute(whole, to)
	all := strings.Fields(have)
	for _, n := range strings.Fields(more) {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	set(whole, to, strings.Join(all, " "))
}

func numbersIn(s *ir.Stm, name string) (out []int) {
	text, _ := attribute(s, name)
	for _, f := range strings.Fields(text) {
		if n, err := strconv.Atoi(f); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// Mixed is what became of an operation of which there are copies that became different things.
const Mixed Level = "mixed"

// Became returns what became of the numbered operations of p, after pass extract-kernels. What has
// no level is in p no more.
func Became(p *ir.Program) map[int]Level {
	b := &becoming{enough: ir.Names{}}
	inKernels := ops.CalledWithin(p, ops.IsKernel)
	all := outcome{}
	for _, f := range p.Funs {
		all.also(b.body(f.Body, inKernels[f.Name]))
	}
	return all
}

// BecameHere is Became of statements of the host.
func BecameHere(stms []*ir.Stm) map[int]Level {
	b := &becoming{enough: ir.Names{}}
	return b.body(&ir.Body{Stms: stms}, false)
}

// Numbers returns the numbers of s and of the operations within.
func Numbers(s *ir.Stm) (all []int) {
	w := &ir.Walker{Stm: func(s *ir.Stm) { all = append(all, numbersIn(s, numbers)...) }}
	w.InStm(s)
	return all
}

// Own returns the numbers of the operations that s is itself.
func Own(s *ir.Stm) []int { return numbersIn(s, numbers) }

// LeaveOut removes from what became of operations those that are still loops, which no schedule needs to name.
func LeaveOut(p *ir.Program, became map[int]Level) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if isLoop(s.Exp) {
			for _, n := range numbersIn(s, numbers) {
				delete(became, n)
			}
		}
	}}
	w.Program(p)
}

type outcome map[int]Level

// also adds what became of other code.
func (o outcome) also(more outcome) {
	for n, l := range more {
		if had, ok := o[n]; ok && had != l {
			l = Mixed
		}
		o[n] = l
	}
}

// or adds what became of the other version of the same code: the one of threads is in o.
func (o outcome) or(spread outcome) {
	for n, l := range spread {
		if o[n] == Thread && l == Grid {
			o[n] = Either
		} else {
			o.also(outcome{n: l})
		}
	}
}

type becoming struct {
	enough ir.Names // the answers that choose between versions
}

func (b *becoming) body(body *ir.Body, inKernel bool) outcome {
	all := outcome{}
	for _, s := range body.Stms {
		all.also(b.stm(s, inKernel))
	}
	return all
}

func (b *becoming) stm(s *ir.Stm, inKernel bool) outcome {
	if e, ok := s.Exp.(*ir.If); ok && b.enough.Has(e.Cond.Name) {
		all := b.body(e.Then, inKernel)
		all.or(b.body(e.Else, inKernel))
		for _, n := range numbersIn(s, numbers) {
			all[n] = Either
		}
		return all
	}
	if _, ok := s.Exp.(*ir.Enough); ok {
		b.enough.Add(s.Pat[0].Name)
		return nil
	}
	all := outcome{}
	level := Sequential
	switch {
	case ops.IsKernel(s.Exp):
		level, inKernel = Grid, true
	case inKernel:
		level = Thread
	}
	if isOperation(s.Exp) {
		for _, n := range numbersIn(s, numbers) {
			all[n] = level
		}
		for _, n := range numbersIn(s, taken) {
			all.also(outcome{n: Fused}) // an inlined copy of an operation may have taken in another one
		}
	}
	ir.EachBody(s.Exp, func(body *ir.Body) { all.also(b.body(body, inKernel)) })
	return all
}
