package elaborate

import (
	"slices"

	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// What the program tells of ints and extents without being run: so ranks stay known where a program computes with
// shapes, as in ((1↓⍴y),⍴x)⍴z and order⍉x.

// mostKnownInts is the length up to which the elements of a vector that is computed are known: it is enough for axes.
const mostKnownInts = 8

// knownInts are the elements of the vector of ints that an operation gives, or nil.
func knownInts(op string, args []*array) []int64 {
	f, ok := onInts[op]
	if !ok {
		return nil
	}
	parts := make([][]int64, len(args))
	for i, a := range args {
		ns, ok := a.numbers()
		if !ok || len(ns) > mostKnownInts {
			return nil
		}
		parts[i] = ns
	}
	if out := f(parts); len(out) <= mostKnownInts {
		return out
	}
	return nil
}

var onInts = map[string]func(x [][]int64) []int64{
	"iotaV": func(x [][]int64) []int64 {
		if x[0][0] > mostKnownInts {
			return nil
		}
		var out []int64
		for i := range x[0][0] {
			out = append(out, i+1)
		}
		return out
	},
	"dropV": func(x [][]int64) []int64 {
		n, v := x[0][0], x[1]
		if n < 0 {
			return v[:max(0, int64(len(v))+n)]
		}
		return v[min(n, int64(len(v))):]
	},
	"takeV": func(x [][]int64) []int64 {
		n, v := x[0][0], x[1]
		switch {
		case max(n, -n) > int64(len(v)):
			return nil
		case n < 0:
			return v[int64(len(v))+n:]
		}
		return v[:n]
	},
	"rotateV": func(x [][]int64) []int64 {
		n, v := x[0][0], x[1]
		if len(v) == 0 {
			return nil
		}
		k := (n%int64(len(v)) + int64(len(v))) % int64(len(v))
		return slices.Concat(v[k:], v[:k])
	},
	"reverseV": func(x [][]int64) []int64 {
		out := slices.Clone(x[0])
		slices.Reverse(out)
		return out
	},
	"catV":  joinedInts,
	"consV": joinedInts,
	"snocV": joinedInts,
}

func joinedInts(x [][]int64) []int64 { return slices.Concat(x...) }

// foldedInts are the elements of f applied to vectors whose elements are known, or to a vector and a number; nil if
// they are not known.
func foldedInts(x, y *array, f func(x, y int64) (int64, bool)) []int64 {
	xs, okX := x.numbers()
	ys, okY := y.numbers()
	n := max(len(xs), len(ys))
	if f == nil || !okX || !okY || n > mostKnownInts || x.rank()+y.rank() == 0 || len(xs) == 0 || len(ys) == 0 {
		return nil
	}
	if len(xs) != len(ys) && len(xs) != 1 && len(ys) != 1 {
		return nil
	}
	out := make([]int64, n)
	for i := range out {
		r, ok := f(xs[i%len(xs)], ys[i%len(ys)])
		if !ok {
			return nil
		}
		out[i] = r
	}
	return out
}

// permuted are the extents of the array whose axis k is axis order[k], from 1, of the result.
func permuted(extents, order []int64) []int64 {
	if len(extents) != len(order) {
		return nil
	}
	out := make([]int64, len(order))
	for k, axis := range order {
		out[axis-1] = extents[k]
	}
	return out
}

// total are the operations that never fail, on what is well typed.
var total = map[string]bool{
	"shape": true, "shapeV": true, "iotaV": true, "takeV": true, "dropV": true, "catV": true, "consV": true, "snocV": true,
	"firstV": true, "rotateV": true, "reverseV": true, "transp": true, "negi": true, "addi": true, "subi": true, "muli": true,
	"b2i": true, "b2iV": true, "i2d": true, "each": true, "eachV": true, "zipWithV": true, "reverse": true, "ravel": true,
}

// isTotal reports whether an expression never fails, so that it is not needed where its value is not.
func isTotal(e tail.Exp) bool {
	ok := true
	tail.Each(e, func(e tail.Exp) {
		switch x := e.(type) {
		case *tail.Op:
			ok = ok && total[x.Name]
		case *tail.Var:
			ok = ok && (!tail.IsOp(x.Name) || total[x.Name])
		case *tail.App:
			ok = false
		}
	})
	return ok
}
