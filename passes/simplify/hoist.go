package simplify

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// cheap is the greatest cost of a scalar operation that is moved out of a
// branch, where it then runs whether the branch is taken or not.
const cheap = 4

// home is the scope that st belongs in: its own, or, for a scalar operation
// that cannot fail, the outermost one that it can reach by leaving loops and
// functions that do not change its operands.
func (s *simplifier) home(st *ir.Stm) int {
	here := len(s.scopes) - 1
	args, cost, ok := movable(st.Exp)
	if !ok {
		return here
	}
	limit := 0
	for _, a := range args {
		if a.IsVar() {
			limit = max(limit, s.met[a.Name].depth)
		}
	}
	home := here
	for at := here; at > limit; at-- {
		if s.scopes[at].repeated {
			home = at - 1
		} else if cost > cheap {
			break
		}
	}
	return home
}

// movable returns the operands and the cost of a scalar operation that cannot
// fail: one without preconditions, or a division by a constant.
func movable(e ir.Exp) (args []ir.Atom, cost int, ok bool) {
	switch e := e.(type) {
	case *ir.Prim:
		info := e.Fn.Info()
		return e.Args, info.Cost, !info.Partial.Has(e.Type) || dividesByConstant(e)
	case *ir.Convert:
		return []ir.Atom{e.X}, 1, true
	}
	return nil, 0, false
}

func dividesByConstant(e *ir.Prim) bool {
	switch e.Fn {
	case scalar.Div, scalar.Mod, scalar.Quot, scalar.Rem:
		return !e.Args[1].IsVar() && e.Args[1].Const != scalar.Zero(e.Type)
	}
	return false
}

// reuse drops st when its result is available already.
func (s *simplifier) reuse(st *ir.Stm, keys []string) bool {
	for _, key := range keys {
		if a, ok := s.avail[key]; ok && s.unit.Rewrite() {
			s.replace(st.Pat[0].Name, a)
			return true
		}
	}
	return false
}

// remember makes st's result available in scope at and those within it.
func (s *simplifier) remember(st *ir.Stm, keys []string, at int) {
	for _, key := range keys {
		if _, ok := s.avail[key]; ok {
			continue
		}
		s.avail[key] = ir.Var(st.Pat[0].Name)
		s.scopes[at].undo = append(s.scopes[at].undo, func() { delete(s.avail, key) })
	}
}

// keys are texts that are equal only for statements of the same result. Scalar
// operations and views have them. Fresh arrays do not: one of two equal arrays
// may be overwritten.
func (s *simplifier) keys(st *ir.Stm) []string {
	if len(st.Pat) != 1 {
		return nil
	}
	switch e := st.Exp.(type) {
	case *ir.Prim:
		return s.primKeys(e)
	case *ir.Index:
		key := appendName([]byte("element "), e.Array)
		for _, i := range e.Indices {
			key = appendAtom(append(key, ' '), i)
		}
		return []string{string(key)}
	case *ir.Convert, *ir.Slice, *ir.FlatSlice, *ir.Rearrange, *ir.Reshape:
		return []string{fmt.Sprintf("%s %v", e.Op(), e)}
	}
	return nil
}

func (s *simplifier) primKeys(e *ir.Prim) []string {
	keys := []string{primKey(e)}
	if p, ok := s.facts.Polynomial(e); ok {
		keys = append(keys, "poly "+p.String())
	}
	return keys
}

// primKey has the operands of commutative operators in one order.
func primKey(e *ir.Prim) string {
	args := e.Args
	if len(args) == 2 && e.Fn.Info().Commutative {
		args = slices.Clone(args)
		slices.SortFunc(args, compareAtoms)
	}
	key := append([]byte(e.Fn.Info().Name), ' ')
	key = append(key, e.Type.String()...)
	for _, x := range args {
		key = appendAtom(append(key, ' '), x)
	}
	return string(key)
}

// appendAtom appends what a prints as.
func appendAtom(key []byte, a ir.Atom) []byte {
	if a.IsVar() {
		return appendName(key, a.Name)
	}
	return append(key, a.Const.String()...)
}

func appendName(key []byte, n name.Name) []byte {
	return strconv.AppendInt(append(append(key, n.Base...), '_'), int64(n.ID), 10)
}

// compareAtoms orders atoms: constants, then variables.
func compareAtoms(a, b ir.Atom) int {
	if a.IsVar() && b.IsVar() {
		return name.Compare(a.Name, b.Name)
	}
	switch {
	case a.IsVar():
		return 1
	case b.IsVar():
		return -1
	case a.Const.Bits < b.Const.Bits:
		return -1
	case a.Const.Bits > b.Const.Bits:
		return 1
	}
	return 0
}
