package elaborate

import (
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// array is an array: a name or a literal, and its type.
type array struct {
	exp  tail.Exp
	typ  types.Type
	ints []int64 // the elements of a short vector of ints, where they are known and do not stand in exp
	dims []int64 // the extents, where they are known; else nil
}

func (a *array) base() types.Base {
	b, _, _ := types.Of(a.typ)
	return b
}

func (a *array) rank() int {
	_, r, _ := types.Of(a.typ)
	n, _ := r.Number()
	return int(n)
}

// number is the value of an int that is known.
func (a *array) number() (int64, bool) {
	if i, ok := a.exp.(*tail.Int); ok {
		return i.Value, true
	}
	return 0, false
}

// numbers are the elements of a scalar or a vector that are all known.
func (a *array) numbers() ([]int64, bool) {
	if n, ok := a.number(); ok {
		return []int64{n}, true
	}
	if a.ints != nil {
		return a.ints, true
	}
	v, ok := a.exp.(*tail.Vector)
	if !ok {
		return nil, false
	}
	var out []int64
	for _, e := range v.Elems {
		i, ok := e.(*tail.Int)
		if !ok {
			return nil, false
		}
		out = append(out, i.Value)
	}
	return out, true
}

// length is the length of a vector, if its type tells.
func (a *array) length() (int64, bool) {
	switch t := a.typ.(type) {
	case types.Vector:
		return t.Length.Number()
	case types.SingleVec:
		return 1, true
	}
	return 0, false
}
