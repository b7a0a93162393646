package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A speculative loop folds elements into variables with an operator that
// mostly keeps what it has: the least pair of a key and an index, the first match.
// While the variables stay as they are, whether an element changes them can be
// asked of many elements at once. So lanes pass over the elements that change
// nothing, and where one does, the scalar loop takes the next few. What is folded,
// and in which order, is what the scalar loop would do.
//
// Whether a variable changes is read off the selections that it is assigned: it
// stays where they take the variable itself.
type speculation struct {
	*emit.Fn
	emit.Loop
	test *vector    // the loop that asserts that nothing changes
	fits []narrowed // what test takes for 32 bits wide
}

const (
	leastScalar       = 16   // iterations that the scalar loop takes at least
	mostScalar        = 4096 // and at most, where it often has to
	maxTestNodes      = 200  // size of the test
	maxSpeculatedBody = 1000 // size of the loop's body
)

// speculate plans a loop; nil if it is none of this kind.
func speculate(f *emit.Fn, l emit.Loop) *speculation {
	if l.T != scalar.I64 || l.Independent || f.Current != nil || !foldsOnly(l.Body) {
		return nil
	}
	wide, ok := unchanged(f, l)
	if !ok || guards.Exceed(maxTestNodes, wide) {
		return nil
	}
	s := &speculation{Fn: f, Loop: l}
	if s.plan(narrow(f, l.Index, wide)); s.test != nil && s.test.Lanes == 4 {
		return s
	}
	if s.plan(wide, nil); s.test == nil {
		return nil
	}
	return s
}

// plan takes a body for the test.
func (s *speculation) plan(body []imp.Stm, fits []narrowed) {
	l := s.Loop
	l.Body = body
	s.test, s.fits = vectorise(s.Fn, l), fits
	if s.test != nil && !s.test.PartsAt(body[len(body)-1].(*imp.Assert)) {
		s.test = nil // the same for all elements
	}
}

// RunsAll implements InLanes: the scalar loop takes what changes something.
func (s *speculation) RunsAll() bool { return false }

// Run writes the loop.
func (s *speculation) Run() {
	at := assemble.Value{At: s.At(s.Index)}
	stretch, limit, before := s.Temp(code.I64), s.Temp(code.I64), s.Temp(code.I64)
	s.I64(leastScalar)
	s.Set(stretch)
	done := func() {
		s.Push(at, s.Bound)
		s.Op(code.I64GeS)
		s.Put(code.BrIf, 1)
	}
	s.Block(code.Block)
	s.Block(code.Loop)
	s.Push(s.Bound)
	s.Set(limit)
	s.ifNarrow(func() {
		s.Push(at)
		s.Set(before)
		s.test.Run()
		s.adapt(stretch, before)
		// limit = bound − at > stretch ? at + stretch : bound
		s.Push(at, assemble.Value{At: stretch})
		s.Op(code.I64Add)
		s.Push(s.Bound, s.Bound, at)
		s.Op(code.I64Sub)
		s.Push(assemble.Value{At: stretch})
		s.Op(code.I64GtS)
		s.Op(code.Select)
		s.Set(limit)
	})
	done()
	s.ScalarLoop(emit.Loop{Index: s.Index, T: s.T, Bound: assemble.Value{At: limit}, Body: s.Body})
	done()
	s.Put(code.Br, 0)
	s.End()
	s.End()
}

// adapt makes the next stretch of the scalar loop longer if the test passed over
// fewer elements than the last one, and as short as can be if it passed over more.
func (s *speculation) adapt(stretch, before assemble.Local) {
	s.Get(stretch)
	s.I64(1)
	s.Op(code.I64Shl)
	s.Set(stretch)
	s.Push(assemble.Value{At: s.At(s.Index)}, assemble.Value{At: before})
	s.Op(code.I64Sub)
	s.Get(stretch)
	s.Op(code.I64GeS)
	s.Get(stretch)
	s.I64(mostScalar)
	s.Op(code.I64GtS)
	s.Op(code.I32Or)
	s.Block(code.If)
	s.I64(leastScalar)
	s.Set(stretch)
	s.End()
}

// foldsOnly reports whether a body does nothing but assign scalars.
func foldsOnly(list []imp.Stm) bool {
	ok := true
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.If, *imp.Assert:
		default:
			ok = false
		}
		return ok
	})
	return ok
}
