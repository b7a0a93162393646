package elaborate

import (
	"fmt"

	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// index is x[i;j]: an axis with a scalar subscript is gone, one with a vector has its places, one
// without a subscript is as it was.
func (e *elaborator) index(x *array, subs []*array) *array {
	if len(subs) != x.rank() {
		err := e.fail("RANK ERROR: %v for an array of rank %v", counted(len(subs), "subscript"), x.rank())
		if x.rank() == 0 {
			err = err.WithHint("subscripts belong to the last number of a vector; with parentheses, (1 2 3)[i], to the vector")
		}
		panic(err)
	}
	out := widened(x)
	axis := 1
	for i, s := range subs {
		switch {
		case s == nil:
			axis++
		case s.base() == types.Double:
			panic(e.fail("DOMAIN ERROR: subscript %v is a double", i+1).WithHint("⌊x is the int below x"))
		case s.rank() == 0:
			e.checkSubscript(s, x, i)
			out = e.emit("index", e.int(int64(axis)), e.coerce(s, types.Int), out)
		default:
			e.checkSubscript(s, x, i)
			out = e.places(axis, e.coerce(s, types.Int), out)
			axis += s.rank()
		}
	}
	return out
}

// selected is (⊂i)⌷x: places of the first axis, and all of the others.
func (e *elaborator) selected(s *scope, x *syntax.Select) *array {
	var places, of *array
	if x.PlacesFirst {
		places = e.array(s, x.Places)
	}
	of = e.array(s, x.Of)
	if !x.PlacesFirst {
		places = e.array(s, x.Places)
	}
	defer e.at(x.Start())()
	if of.rank() == 0 {
		panic(e.fail("RANK ERROR: ⌷ selects places of an axis, but its right argument is a scalar"))
	}
	subs := make([]*array, of.rank())
	subs[0] = places
	return e.index(of, subs)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprint(n, " ", noun, "s")
}

// checkSubscript reports a subscript that is out of range by what is known.
func (e *elaborator) checkSubscript(s, x *array, axis int) {
	ns, _ := s.numbers()
	for _, n := range ns {
		have, ok := x.length()
		if n < 1 || ok && n > have {
			panic(e.fail("INDEX ERROR: subscript %v of axis %v: indices begin with 1 and end with the extent", n, axis+1))
		}
	}
}

// places selects the places of an axis that an array says, whose axes stand in its place.
func (e *elaborator) places(axis int, s, x *array) *array {
	flat := e.emit("gather", e.int(int64(axis)), widened(e.ravel(s)), x)
	if s.rank() == 1 {
		return flat
	}
	var dims []*array
	for k := 1; k <= x.rank(); k++ {
		if k != axis {
			dims = append(dims, e.item(e.shape(x), int64(k)))
			continue
		}
		for j := 1; j <= s.rank(); j++ {
			dims = append(dims, e.item(e.shape(s), int64(j)))
		}
	}
	return e.emit("reshape", e.vector(types.Int, dims...), e.zero(x.base()), flat)
}

// assignIndex is name[i;j]←v.
func (e *elaborator) assignIndex(s *scope, a *syntax.AssignIndex) *array {
	v := e.array(s, a.Value)
	defer e.at(a.Start())()
	old, ok := s.names[a.Name].(*array)
	if !ok {
		panic(e.fail("%q is not assigned in this dfn: elements of arrays outside cannot be assigned to", a.Name))
	}
	if len(a.Subs) != old.rank() {
		panic(e.fail("RANK ERROR: %v for an array of rank %v", counted(len(a.Subs), "subscript"), old.rank()))
	}
	subs := e.subscripts(s, a.Subs)
	rank, single := 0, v.rank() == 0
	for i, sub := range subs {
		switch {
		case sub == nil:
			rank, single = rank+1, false
			continue
		case sub.base() == types.Double:
			panic(e.fail("DOMAIN ERROR: subscript %v is a double", i+1).WithHint("⌊x is the int below x"))
		}
		e.checkSubscript(sub, old, i)
		subs[i] = e.coerce(sub, types.Int)
		rank, single = rank+sub.rank(), single && sub.rank() == 0
	}
	if v.rank() != 0 && v.rank() != rank {
		panic(e.fail("RANK ERROR: an array of rank %v is assigned to a part of rank %v", v.rank(), rank))
	}
	base := wider(old.base(), v.base())
	old, v = e.coerce(old, base), e.coerce(v, base)
	if a.Fun != nil {
		v = e.coerce(e.fun(s, a.Fun).call(e.index(old, subs), v), base)
	}
	if single {
		fresh := e.emit("copy", widened(old))
		e.emitAs("update", types.Scalar(types.Bool), fresh.exp, e.vector(types.Int, subs...).exp, v.exp)
		s.set(a.Name, fresh)
		return v
	}
	s.set(a.Name, e.amended(old, subs, v))
	return v
}

// amended is x with v in the part that subscripts select.
func (e *elaborator) amended(x *array, subs []*array, v *array) *array {
	var places *array // from 0, in row-major order
	var dims []*array
	plus := e.primitive("+")
	for i, sub := range subs {
		n := e.item(e.shape(x), int64(i+1))
		all := e.iota(n)
		if sub == nil {
			sub = all
		}
		for k := 1; k <= sub.rank(); k++ {
			dims = append(dims, e.item(e.shape(sub), int64(k)))
		}
		// Gathering checks that the subscripts are on their axis.
		on := e.emit("gather", e.int(1), widened(e.ravel(sub)), widened(all))
		on = e.arithmetic("-", on, e.int(1))
		if places == nil {
			places = on
			continue
		}
		places = e.ravel(e.outer(plus, e.arithmetic("×", places, n), on))
	}
	at := widened(e.arithmetic("+", places, e.int(1)))
	values := e.emit("reshape", e.vector(types.Int, e.tally(at)), e.zero(v.base()), v)
	if v.rank() > 0 {
		// Pairing with the part's shape checks v's.
		part := e.emit("reshape", e.vector(types.Int, dims...), e.int(0), at)
		values = e.ravel(e.zip("←", "", v.base(), part, widened(v), func(_, b *array) *array { return b }))
	}
	out := e.emit("amend", at, widened(values), widened(e.ravel(x)))
	if x.rank() == 1 {
		return out
	}
	return e.emit("reshape", e.shape(x), e.zero(x.base()), out)
}

func (e *elaborator) iota(n *array) *array {
	n = e.intScalar("⍳", n)
	if k, ok := n.number(); ok {
		if k < 0 {
			panic(e.fail("DOMAIN ERROR: ⍳%v", k))
		}
		return e.emit("iotaV", n)
	}
	if _, ok := n.typ.(types.Single); ok {
		return e.emit("iotaV", n)
	}
	return e.emit("iota", n)
}
