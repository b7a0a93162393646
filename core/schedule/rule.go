package schedule

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/source"
)

// Error is a prescription that breaks a rule.
type Error struct {
	Stm *ir.Stm
	Msg string
}

// Error returns the message.
func (e *Error) Error() string { return e.Msg }

// Check returns an *Error for the first prescription of f that cannot be read, stands on nothing
// parallel, or contradicts the one around it; or nil.
func Check(f *ir.Fun) error {
	var first *Error
	check(f.Body, nil, &first)
	if first == nil {
		return nil
	}
	return first
}

// check looks at the statements of b, in the operation around, the innermost one with a level.
func check(b *ir.Body, around *ir.Stm, first **Error) {
	for _, s := range b.Stms {
		if *first != nil {
			return
		}
		inner := around
		if text, ok := attribute(s, Attribute); ok {
			if msg := wrong(s, text, around); msg != "" {
				*first = &Error{s, msg}
				return
			}
			if l := Of(s).Level; l != "" && l != Fused && !(l == Sequential && around == nil) {
				inner = s
			}
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { check(b, inner, first) })
	}
}

// wrong says what is wrong with the prescription of s, or nothing.
func wrong(s *ir.Stm, text string, around *ir.Stm) string {
	p, err := Parse(text)
	switch {
	case err != nil:
		return err.Error()
	case p.Space != "" && isMemory(s):
		return ""
	case !isOperation(s.Exp):
		return fmt.Sprintf("%s is prescribed of a statement that is no parallel operation", p)
	case ops.IsKernel(s.Exp) && p == (Prescription{Apart: true}):
		return ""
	case ops.IsKernel(s.Exp) && !p.Level.shapes() || !ops.IsKernel(s.Exp) && p.Level == Alone:
		return fmt.Sprintf("%s cannot be prescribed of %s: segmented operators are alone, of groups or of warps, and nothing else is alone", p, s.Exp.Op())
	case around == nil:
		return ""
	}
	outer := Of(around).Level
	if p.Space == Shared && ops.IsKernel(around.Exp) && Of(around).Space == Shared {
		return ""
	}
	if p.Level.spreads() && outer != Grid && outer != Either {
		return fmt.Sprintf("%s is prescribed within the %s at %s, of which %s is: what stands within one thread is not spread over several", p.Level, around.Exp.Op(), around.Pos, outer)
	}
	return ""
}

// spreads reports whether several threads run the iterations of an operation of that level.
func (l Level) spreads() bool { return l == Grid || l == Either || l == Group || l == Warp }

// shapes reports whether a level is one of segmented operators.
func (l Level) shapes() bool { return l == Alone || l == Group || l == Warp }

// Refused is the error of a pass that does not do what is prescribed. The programmer, who
// prescribed it, makes it right.
type Refused struct{ msg string }

// Error says where, what, and why.
func (r *Refused) Error() string { return r.msg }

// Refuse is the error that what is prescribed of an operation cannot be had for a reason.
func Refuse(at source.Pos, op string, p Prescription, reason string) error {
	return &Refused{fmt.Sprintf("%s: the %s here is prescribed to be %s, but %s", at, op, p, reason)}
}

// Lost returns a *Refused for the first prescription in before that is not in after; or nil.
func Lost(before, after []Kept) error {
	type key struct{ at, text string } // an operation may become another one
	left := map[key]bool{}
	for _, k := range after {
		left[key{k.At, k.Text}] = true
	}
	for _, k := range before {
		if !left[key{k.At, k.Text}] {
			return &Refused{fmt.Sprintf("%s: the %s here is prescribed to be %s, but the pass removed or replaced it; prescribe nothing of it, or leave the pass out", k.At, k.Op, k.Text)}
		}
	}
	return nil
}

// Kept is a prescription of a program.
type Kept struct{ Op, At, Text string }

// In returns the prescriptions of p.
func In(p *ir.Program) (all []Kept) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		text, ok := attribute(s, Attribute)
		told := Of(s)
		if ok && (isOperation(s.Exp) || isMemory(s) && told.Space != "") && told.Level != Fused {
			all = append(all, Kept{s.Exp.Op(), s.Pos.String(), text})
		}
	}}
	w.Program(p)
	return all
}
