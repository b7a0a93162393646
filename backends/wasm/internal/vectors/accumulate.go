package vectors

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The folds of a loop in lanes (lanes.Plan.Results): lane by lane, and the lanes into the
// variable after the loop.

// typeOfVar is the type of a variable of outside.
func (v *vector) typeOfVar(n name.Name) scalar.Type { return v.Vars[n].Elem }

// beginResults starts the lanes of accumulators with what changes nothing.
func (v *vector) beginResults() {
	for _, n := range v.resultNames() {
		o, t := v.Results[n], v.typeOfVar(n)
		for u := range v.Width {
			switch o {
			case scalar.Min, scalar.Max:
				v.Get(v.At(n))
				v.splatTop(t)
			case scalar.Mul:
				v.splatConst(scalar.Int(t, 1))
			case scalar.And:
				v.vectorConst(^uint64(0), ^uint64(0))
			default:
				v.zero()
			}
			if o == scalar.And && t.IsUnsigned() {
				v.narrowLanes(t)
			}
			v.Set(v.home(n, u))
		}
	}
}

// endResults folds the lanes into the variables.
func (v *vector) endResults() {
	for _, n := range v.resultNames() {
		o, t := v.Results[n], v.typeOfVar(n)
		first := v.home(n, 0)
		op, _ := v.native(o, t)
		for u := 1; u < v.Width; u++ {
			op(v, t, []assemble.Value{{At: first}, {At: v.home(n, u)}})
			v.Set(first)
		}
		for k := range v.Lanes {
			v.Scope(func() {
				v.Get(first)
				v.extractLane(t, k)
				x := v.Keep(assemble.ValType(t))
				v.Operator(o, t, []assemble.Value{{At: v.At(n)}, x})
				v.Set(v.At(n))
			})
		}
	}
}

// resultNames are the accumulators in the order of their assignments.
func (v *vector) resultNames() []name.Name {
	var out []name.Name
	for _, s := range v.Body {
		if a, ok := s.(*imp.Assign); ok {
			if _, ok := v.Results[a.Name]; ok {
				out = append(out, a.Name)
			}
		}
	}
	return out
}

// The running folds of a loop in lanes (lanes.Plan.Running): scans. A vector is scanned within its
// lanes, in a step for each power of two below their number: each lane is combined with the one
// that is so far before it. What came before the vector is in all lanes of another one, the carry,
// so that a vector waits for the one before it for the time of one operator.

// carryOf is the local in whose lanes all that came before is folded.
func (v *vector) carryOf(n name.Name) assemble.Local {
	return v.home(name.Name{Base: "vector.carry." + n.String()}, 0)
}

// beginRunning starts the carries with the variables.
func (v *vector) beginRunning() {
	for _, n := range v.runningNames() {
		v.Get(v.At(n))
		v.splatTop(v.typeOfVar(n))
		v.Set(v.carryOf(n))
	}
}

// endRunning brings the variables up to date.
func (v *vector) endRunning() {
	for _, n := range v.runningNames() {
		v.Get(v.carryOf(n))
		v.extractLane(v.typeOfVar(n), 0)
		v.Set(v.At(n))
	}
}

func (v *vector) runningNames() []name.Name {
	return slices.SortedFunc(maps.Keys(v.Running), name.Compare)
}

// scanLanes writes n <- op(n, e) for a running fold. The vectors of n then hold what is folded up
// to and including each lane.
func (v *vector) scanLanes(s *imp.Assign) {
	n, o, t := s.Name, v.Running[s.Name], v.typeOfVar(s.Name)
	fold, _ := v.native(o, t)
	args := s.X.(*imp.Prim).Args
	e := args[1]
	if x, ok := e.(*imp.Var); ok && x.Name == n {
		e = args[0]
	}
	carry := assemble.Value{At: v.carryOf(n)}
	v.vectors(func(u int) {
		v.Scope(func() {
			v.lanesOf(e, u)
			for step := 1; step < v.Lanes; step *= 2 {
				x := v.Keep(code.V128)
				v.Push(x)
				v.shiftLanes(o, t, step)
				fold(v, t, []assemble.Value{v.Keep(code.V128), x})
			}
			scanned := v.Keep(code.V128)
			fold(v, t, []assemble.Value{carry, scanned})
			v.Set(v.home(n, u))
			v.Push(scanned)
			v.swizzle(t, func(int) int { return v.Lanes - 1 })
			fold(v, t, []assemble.Value{carry, v.Keep(code.V128)})
			v.Set(carry.At)
		})
	})
}

// shiftLanes moves the lanes of the vector on the stack up by step. The first lanes get what
// changes nothing when o combines it with what they had: for an operator of which x·x is x the
// lane itself.
func (v *vector) shiftLanes(o scalar.Op, t scalar.Type, step int) {
	idempotent := o == scalar.Min || o == scalar.Max || o == scalar.And || o == scalar.Or
	v.swizzle(t, func(k int) int {
		if k < step && idempotent {
			return k
		}
		return k - step
	})
	if o != scalar.Mul {
		return
	}
	var ones [2]uint64
	for k := range step {
		at := k * v.laneBytes(t) * 8
		ones[at/64] |= 1 << (at % 64)
	}
	v.vectorConst(ones[0], ones[1])
	v.Op(code.V128Or)
}

// laneBytes is the size of a lane. Of two lanes, those of 32 bits are the lower half of a vector.
func (v *vector) laneBytes(t scalar.Type) int {
	if v.Lanes == 2 && (t.Size() == 8 || t == scalar.Bool) {
		return 8
	}
	return 4
}

// swizzle pops a vector of ts and pushes one whose lane k is the given lane of that, or 0 if there
// is no such lane.
func (v *vector) swizzle(t scalar.Type, from func(k int) int) {
	var half [2]uint64
	size := v.laneBytes(t)
	for b := range 16 {
		at := uint64(0xff)
		if k := from(b / size); 0 <= k && k < v.Lanes {
			at = uint64(k*size + b%size)
		}
		half[b/8] |= at << (b % 8 * 8)
	}
	v.vectorConst(half[0], half[1])
	v.Op(code.I8x16Swizzle)
}
