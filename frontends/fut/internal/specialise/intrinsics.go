package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// intrinsic lowers a function that the prelude declares with `val`. size gives
// a size parameter that no argument determines.
type intrinsic struct {
	arity int
	lower func(b *lower.Builder, args []lower.Value, size func(name string) ir.Atom) lower.Value
}

// noSizes adapts an intrinsic whose sizes all come from its arguments.
func noSizes(arity int, lowered func(b *lower.Builder, a []lower.Value) lower.Value) intrinsic {
	return intrinsic{arity, func(b *lower.Builder, a []lower.Value, _ func(string) ir.Atom) lower.Value { return lowered(b, a) }}
}

// newIntrinsics lists the functions that prelude.fut declares.
func newIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{
		"==": noSizes(2, func(b *lower.Builder, a []lower.Value) lower.Value {
			return lower.ScalarValue(scalar.Bool, b.Equal(a[0], a[1]))
		}),
		"!=": noSizes(2, func(b *lower.Builder, a []lower.Value) lower.Value {
			return lower.ScalarValue(scalar.Bool, b.Differ(a[0], a[1]))
		}),

		"iota":      noSizes(1, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Iota(a[0].Atom()) }),
		"replicate": noSizes(2, replicate),
		"copy":      noSizes(1, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Copy(a[0]) }),
		"scratch":   noSizes(2, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Scratch(a[0].Atom(), a[1]) }),
		"transpose": noSizes(1, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Transpose(a[0]) }),
		"flatten":   noSizes(1, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Flatten(a[0]) }),
		"unflatten": {1, func(b *lower.Builder, a []lower.Value, size func(string) ir.Atom) lower.Value {
			return b.Unflatten(a[0], size("n"), size("m"))
		}},
		"rotate": noSizes(2, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Rotate(a[0].Atom(), a[1]) }),
		"concat": noSizes(2, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Concat(a[0], a[1]) }),
		"zip2":   noSizes(2, zip),
		"zip3":   noSizes(3, zip),
		"zip4":   noSizes(4, zip),
		"zip5":   noSizes(5, zip),
		"unzip2": noSizes(1, unzip),
		"unzip3": noSizes(1, unzip),
		"unzip4": noSizes(1, unzip),
		"unzip5": noSizes(1, unzip),

		"flat_index_1d":  flatIndexIntrinsic(1),
		"flat_index_2d":  flatIndexIntrinsic(2),
		"flat_index_3d":  flatIndexIntrinsic(3),
		"flat_index_4d":  flatIndexIntrinsic(4),
		"flat_update_1d": flatUpdateIntrinsic(1),
		"update_2d":      flatUpdateIntrinsic(2),
		"update_3d":      flatUpdateIntrinsic(3),
		"update_4d":      flatUpdateIntrinsic(4),

		"map": noSizes(2, func(b *lower.Builder, a []lower.Value) lower.Value {
			return b.Map(a[1].Dim(), a[1:], func(rows []lower.Value) lower.Value { return b.Apply(a[0], rows...) })
		}),
		"reduce":      noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Reduce(a[0], a[1], a[2], false) }),
		"reduce_comm": noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Reduce(a[0], a[1], a[2], true) }),
		"scan":        noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Scan(a[0], a[1], a[2]) }),

		"scatter":    scatter(1),
		"scatter_2d": scatter(2),
		"scatter_3d": scatter(3),

		"jvp2":          noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return lower.Tuple(b.Tangent(a[0], a[1], a[2])) }),
		"with_vjp_tape": noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return b.WithAdjoint(a[0], a[1], a[2]) }),
		"vjp2":          noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return lower.Tuple(b.Adjoint(a[0], a[1], a[2])) }),
		"mjp2":          noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return lower.Tuple(b.Adjoints(a[0], a[1], a[2])) }),

		"scatter_stream": noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Stream(a[0], nil, a[1], a[2]) }),
		"hist_stream":    noSizes(5, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Stream(a[0], &a[1], a[3], a[4]) }),
		"acc_write":      noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value { return b.Accumulate(a[0], a[1].Atom(), a[2]) }),

		"reduce_by_index":    reduceByIndex(1),
		"reduce_by_index_2d": reduceByIndex(2),
		"reduce_by_index_3d": reduceByIndex(3),
	}
}

// intrinsicCode is the code of a `val` of the prelude.
func (fr *frame) intrinsicCode(at syntax.Node, b *types.Binding) *function {
	in, ok := fr.intrinsics[b.Name]
	if !ok {
		bug(at, "%s is declared in the prelude but not implemented", b.Name)
	}
	return fr.code(codeKey{of: b}, func() *function {
		f := &function{Code: &lower.Code{Name: b.Name, Arity: in.arity, Place: lower.InPlace, Library: true}}
		found := newParameters()
		t := b.Type
		for range in.arity {
			f := t.(*types.Func)
			found.add(f.From)
			t = f.Result
		}
		found.missing(b, f, false)
		f.Run = func(out *lower.Builder, cs []lower.Captured, args []lower.Value) lower.Value {
			return in.lower(out, args, func(name string) ir.Atom {
				for _, c := range cs {
					if c.Of.(*types.Binding).Name == name {
						return c.Value.Atom()
					}
				}
				failAt(out.Pos(), "The size %q of the result of %q is ambiguous here: write it with :>", name, b.Name)
				return ir.Atom{}
			})
		}
		return f
	})
}

func zip(b *lower.Builder, a []lower.Value) lower.Value { return b.Zip(a...) }

func unzip(b *lower.Builder, a []lower.Value) lower.Value { return b.Unzip(a[0]) }

// flatIndexIntrinsic is flat_index_1d, 2d, …: the array, the offset, and a size and a
// stride for each dimension.
func flatIndexIntrinsic(rank int) intrinsic {
	return noSizes(2+2*rank, func(b *lower.Builder, a []lower.Value) lower.Value {
		dims := make([]ir.FlatDim, rank)
		for i := range dims {
			dims[i] = ir.FlatDim{Size: a[2+2*i].Atom(), Stride: a[3+2*i].Atom()}
		}
		return b.FlatIndex(a[0], a[1].Atom(), dims)
	})
}

// flatUpdateIntrinsic is flat_update_1d, or update_2d, 3d, …, which are given in front the
// function that tells whether points differ: then the array, the offset, the strides
// and the new values.
func flatUpdateIntrinsic(rank int) intrinsic {
	asks := 0
	if rank > 1 {
		asks = 1
	}
	return noSizes(asks+3+rank, func(b *lower.Builder, a []lower.Value) lower.Value {
		ask, a := a[:asks], a[asks:]
		var differ func(dims []lower.Value) lower.Value
		if asks > 0 {
			differ = func(dims []lower.Value) lower.Value { return b.Apply(ask[0], dims...) }
		}
		strides := make([]ir.Atom, rank)
		for i := range strides {
			strides[i] = a[2+i].Atom()
		}
		return b.FlatUpdate(a[0], a[1].Atom(), strides, a[2+rank], differ)
	})
}

func scatter(rank int) intrinsic {
	return noSizes(3, func(b *lower.Builder, a []lower.Value) lower.Value {
		return b.Scatter(rank, a[0], a[1], a[2])
	})
}

func reduceByIndex(rank int) intrinsic {
	return noSizes(5, func(b *lower.Builder, a []lower.Value) lower.Value {
		return b.Hist(rank, a[0], a[1], a[2], a[3], a[4])
	})
}

// replicate says of a negative size what Futhark does, where replicate is a map over a range.
func replicate(b *lower.Builder, a []lower.Value) lower.Value {
	n := a[0].Atom()
	return b.ReplicateOr(n, a[1], "Range 0..1..<", n, " is invalid.")
}
