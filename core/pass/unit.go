package pass

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
)

// Unit is what passes work on: one program, at ir's levels or at imp, and what
// it is compiled for.
type Unit struct {
	// Exactly one of IR and Imp is set.
	IR  *ir.Program
	Imp *imp.Program

	Target target.Target

	// Next is the pass that will run behind the one that runs, nil if none will.
	Next *Pass

	// Remarks are what passes have to say about the program, in order.
	Remarks []Remark

	pass string // the pass that runs
	fun  string // the function it works on, for error messages

	allowance allowance     // the rewrites of the pass that runs
	crossing  time.Duration // of its time, what the way to a plugin and back took
	memo      *Memo
}

// String is the program as .lir, with positions.
func (u *Unit) String() string {
	if u.Imp != nil {
		return u.Imp.String()
	}
	return u.IR.String()
}

// Clone copies the unit deeply.
func (u *Unit) Clone() *Unit {
	out := *u
	out.memo = nil
	out.Remarks = slices.Clone(u.Remarks)
	if u.Imp != nil {
		out.Imp = cloneImp(u.Imp)
	} else {
		out.IR = u.IR.Clone()
	}
	return &out
}

// cloneImp copies a program by way of its text, which is lossless.
func cloneImp(p *imp.Program) *imp.Program {
	out, err := imp.Parse("", p.String())
	if err != nil {
		panic(fmt.Sprintf("imp text does not read back: %v", err))
	}
	return out
}

// Check applies the static semantics of the program's level (package check).
func (u *Unit) Check() error {
	if u.Imp != nil {
		return check.Imp(u.Imp)
	}
	return check.Program(u.IR)
}

// CheckStrictly is Check, and refuses on mem what one statement writes and copies in one
// block unless it is shown to be apart (check.Strict).
func (u *Unit) CheckStrictly() error {
	if u.Imp != nil || u.IR.Level != ir.Mem {
		return u.Check()
	}
	return check.Strict(u.IR)
}

// Foreign names an operation of the program that this build does not know, or is "".
func (u *Unit) Foreign() string {
	found := ""
	if u.Imp != nil {
		for _, f := range u.Imp.Funs {
			imp.Walk(f.Body, func(s imp.Stm) bool {
				if f, ok := s.(*imp.Foreign); ok && found == "" {
					found = f.Name
				}
				return true
			})
		}
	} else {
		w := ir.Walker{Stm: func(s *ir.Stm) {
			if f, ok := s.Exp.(*ir.Foreign); ok && found == "" {
				found = f.Name
			}
		}}
		w.Program(u.IR)
	}
	return found
}

// HandsOn reports whether the program, behind a pass of that home, holds operations
// that only the next pass, of the same home, knows. It can be neither checked nor
// run there.
func (u *Unit) HandsOn(home Home) bool {
	return home != nil && u.Next != nil && u.Next.Home == home && u.Foreign() != ""
}

// Entries lists the names of the program's entry points, in its order.
func (u *Unit) Entries() []string {
	var out []string
	if u.Imp != nil {
		for _, f := range u.Imp.Funs {
			if f.Entry != nil {
				out = append(out, f.Name)
			}
		}
		return out
	}
	for _, f := range u.IR.Funs {
		if f.Entry != nil {
			out = append(out, f.Name)
		}
	}
	return out
}

// Interfaces lists the program's entry points as callers see them, in its order.
func (u *Unit) Interfaces() []entry.Interface {
	if u.Imp != nil {
		return entry.InterfacesImp(u.Imp)
	}
	return entry.Interfaces(u.IR)
}

// Remark is something that a pass found or did, for people.
type Remark struct {
	Pass string
	Pos  source.Pos // zero: the whole program
	Text string
}

// String prints "file:line:col: pass: text".
func (r Remark) String() string {
	if r.Pos == (source.Pos{}) {
		return r.Pass + ": " + r.Text
	}
	return fmt.Sprintf("%s: %s: %s", r.Pos, r.Pass, r.Text)
}

// AddCrossing counts time that the pass which runs spends on the way to a plugin
// and back.
func (u *Unit) AddCrossing(d time.Duration) { u.crossing += d }

// Level is the program's level.
func (u *Unit) Level() Level {
	if u.IR != nil {
		return FromIR(u.IR.Level)
	}
	return Imp
}

// FromIR is the level of a program of ir.
func FromIR(l ir.Level) Level {
	switch l {
	case ir.Soac:
		return Soac
	case ir.Kernel:
		return Kernel
	case ir.Mem:
		return Mem
	}
	return 0
}

// Remark adds a remark in the name of the pass that runs.
func (u *Unit) Remark(pos source.Pos, format string, args ...any) {
	u.Remarks = append(u.Remarks, Remark{u.pass, pos, fmt.Sprintf(format, args...)})
}

// EachFun applies f to every function of an ir program, in order, until f
// fails or ctx ends. A panic within is reported with the function's name.
func (u *Unit) EachFun(ctx context.Context, f func(*ir.Fun) error) error {
	for _, fun := range u.IR.Funs {
		if err := ctx.Err(); err != nil {
			return err
		}
		u.fun = fun.Name
		if err := f(fun); err != nil {
			return fmt.Errorf("function %s: %w", fun.Name, err)
		}
	}
	u.fun = ""
	return nil
}

// EachImpFun is EachFun for a program at imp.
func (u *Unit) EachImpFun(ctx context.Context, f func(*imp.Fun) error) error {
	for _, fun := range u.Imp.Funs {
		if err := ctx.Err(); err != nil {
			return err
		}
		u.fun = fun.Name
		if err := f(fun); err != nil {
			return fmt.Errorf("function %s: %w", fun.Name, err)
		}
	}
	u.fun = ""
	return nil
}
