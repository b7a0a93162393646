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
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
)

// Unit is the subject of passes: a program, at one of ir's levels or at imp, and the
// target it is compiled for.
type Unit struct {
	// Exactly one of IR and Imp is set.
	IR  *ir.Program
	Imp *imp.Program

	Target target.Target

	// Signatures are the entry points as the source writes them, where a front end has told them;
	// see Signature. No pass changes them.
	Signatures []entry.Signature

	// Handwritten is set if the program was read as .lir text: no front end has asserted
	// what its operations require of their operands.
	Handwritten bool

	// Tuning are thresholds that were found to suit the program, each as name=value. They are set where
	// the program has them.
	Tuning []string

	// Loops is what a schedule prescribes of loops at level imp, and what passes chose there.
	Loops schedule.Loops

	// Next is the pass that runs after the running one, or nil.
	Next *Pass

	// Remarks are the remarks of passes about the program, in order.
	Remarks []Remark

	pass string // the running pass
	fun  string // the function that it transforms, for error messages

	allowance allowance     // the rewrites of the running pass
	crossing  time.Duration // its transfer time, to a plugin and back
	memo      *Memo
}

// String returns the program as .lir, with positions and what is prescribed of its loops.
func (u *Unit) String() string {
	if u.Imp != nil {
		return u.Loops.Written(u.Imp.String())
	}
	return u.Loops.Written(u.IR.String())
}

// Clone returns a deep copy of the unit.
func (u *Unit) Clone() *Unit {
	out := *u
	out.memo = nil
	out.Remarks = slices.Clone(u.Remarks)
	out.Loops = u.Loops.Clone()
	if u.Imp != nil {
		out.Imp = cloneImp(u.Imp)
	} else {
		out.IR = u.IR.Clone()
	}
	return &out
}

// cloneImp copies a program through its text form, which is lossless.
func cloneImp(p *imp.Program) *imp.Program {
	out, err := imp.Parse("", p.String())
	if err != nil {
		panic(fmt.Sprintf("imp text does not read back: %v", err))
	}
	return out
}

// Check checks the program by the static rules of its level (package check).
func (u *Unit) Check() error {
	if u.Imp != nil {
		return check.Imp(u.Imp)
	}
	return check.Program(u.IR)
}

// CheckStrictly is Check that also rejects, on mem, a statement whose writes and copies
// in one block are not proven to be disjoint (check.Strict).
func (u *Unit) CheckStrictly() error {
	if u.Imp != nil || u.IR.Level != ir.Mem {
		return u.Check()
	}
	return check.Strict(u.IR)
}

// Foreign returns the name of an operation in the program that this build does not know,
// or "".
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

// HandsOn reports whether the program, after a pass of that home, holds operations that
// only the next pass, of the same home, knows. Such a program can be neither checked nor
// run.
func (u *Unit) HandsOn(home Home) bool {
	return home != nil && u.Next != nil && u.Next.Home == home && u.Foreign() != ""
}

// Entries returns the names of the program's entry points, in order.
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

// Regions lists the names of the program's regions.
func (u *Unit) Regions() []string {
	if u.Imp != nil {
		return nil
	}
	return u.IR.Regions()
}

// Interfaces returns the program's entry points as callers see them, in order.
func (u *Unit) Interfaces() []entry.Interface {
	if u.Imp != nil {
		return u.Imp.Interfaces()
	}
	return u.IR.Interfaces()
}

// Signature returns an entry point's type in the source program. Where none is known, as of .lir text,
// each part is a parameter of its own.
func (u *Unit) Signature(name string) (entry.Signature, error) {
	for _, s := range u.Signatures {
		if s.Entry == name {
			return s, nil
		}
	}
	for _, in := range u.Interfaces() {
		if in.Name == name {
			return in.Signature(), nil
		}
	}
	return entry.Signature{}, fmt.Errorf("the program has no entry point %s", name)
}

// Remark is a message of a pass about the program, for users.
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

// AddCrossing adds to the time that the running pass spends on transfer to a plugin and
// back.
func (u *Unit) AddCrossing(d time.Duration) { u.crossing += d }

// Level returns the program's level.
func (u *Unit) Level() Level {
	if u.IR != nil {
		return FromIR(u.IR.Level)
	}
	return Imp
}

// FromIR returns the Level of an ir program.
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

// Remark adds a remark of the running pass.
func (u *Unit) Remark(pos source.Pos, format string, args ...any) {
	u.Remarks = append(u.Remarks, Remark{u.pass, pos, fmt.Sprintf(format, args...)})
}

// EachFun calls f for every function of an ir program, in order, until f fails or ctx is
// done. A panic is reported with the function's name.
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
