package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The folds of a loop in lanes (lanes.Plan.Results): lane by lane, and the lanes into the
// variable after the loop.

// typeOfVar is the type of a variable of outside.
func (v *vector) typeOfVar(n name.Name) scalar.Type { return v.vars[n].elem }

// beginResults starts the lanes of accumulators with what changes nothing.
func (v *vector) beginResults() {
	for _, n := range v.resultNames() {
		o, t := v.Results[n], v.typeOfVar(n)
		for u := range v.Width {
			switch o {
			case scalar.Min, scalar.Max:
				v.get(v.at(n))
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
			v.set(v.home(n, u))
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
			op(v, t, []value{{at: first}, {at: v.home(n, u)}})
			v.set(first)
		}
		for k := range v.Lanes {
			v.scope(func() {
				v.get(first)
				v.extractLane(t, k)
				x := v.keep(valType(t))
				v.operator(o, t, []value{{at: v.at(n)}, x})
				v.set(v.at(n))
			})
		}
	}
}

// resultNames are the accumulators in the order of their assignments.
func (v *vector) resultNames() []name.Name {
	var out []name.Name
	for _, s := range v.body {
		if a, ok := s.(*imp.Assign); ok {
			if _, ok := v.Results[a.Name]; ok {
				out = append(out, a.Name)
			}
		}
	}
	return out
}
