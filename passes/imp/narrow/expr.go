package narrow

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The expressions of the narrow form.

func (k *kernel) exprs(es []imp.Expr) []imp.Expr {
	out := make([]imp.Expr, len(es))
	for i, e := range es {
		out[i] = k.expr(e)
	}
	return out
}

// expr is an expression of the same type and value.
func (k *kernel) expr(e imp.Expr) imp.Expr {
	if _, constant := e.(*imp.Const); !constant && imp.TypeOf(e) == scalar.I64 && k.fits(e) {
		return &imp.Convert{From: scalar.I32, To: scalar.I64, X: k.i32Of(e)}
	}
	return k.wide(e)
}

// wide is expr for what is not computed as an i32, or converted to one afterwards.
func (k *kernel) wide(e imp.Expr) imp.Expr {
	switch e := e.(type) {
	case *imp.Var:
		return &imp.Var{Name: k.name(e.Name), Type: e.Type}
	case *imp.Load:
		return &imp.Load{Block: k.name(e.Block), Elem: e.Elem, Index: k.index(e.Block, e.Elem, e.Index)}
	case *imp.Prim:
		if e.Type == scalar.I64 && e.Fn.ResultType(scalar.I64) == scalar.Bool && k.fits(e.Args[0]) && k.fits(e.Args[1]) {
			return &imp.Prim{Fn: e.Fn, Type: scalar.I32, Args: []imp.Expr{k.i32Of(e.Args[0]), k.i32Of(e.Args[1])}}
		}
		return &imp.Prim{Fn: e.Fn, Type: e.Type, Args: k.exprs(e.Args), Exact: e.Exact}
	case *imp.Convert:
		return k.converted(e)
	case *imp.At:
		out := &imp.At{Offset: k.expr(e.Offset)}
		for _, d := range e.Dims {
			out.Dims = append(out.Dims, imp.AtDim{Size: k.size(d.Size), Stride: k.expr(d.Stride), Index: k.expr(d.Index)})
		}
		return out
	}
	return e
}

// converted is a conversion; one of an i64 starts from the i32 that has the same number, if
// the result is the same.
func (k *kernel) converted(e *imp.Convert) imp.Expr {
	if e.From != scalar.I64 || e.To.Size() == 8 && !e.To.IsFloat() || !k.fits(e.X) {
		return &imp.Convert{From: e.From, To: e.To, X: k.expr(e.X)}
	}
	if e.To == scalar.I32 {
		return k.i32Of(e.X)
	}
	return &imp.Convert{From: scalar.I32, To: e.To, X: k.i32Of(e.X)}
}

// i32Of is an i64 that fits, as an i32.
func (k *kernel) i32Of(e imp.Expr) imp.Expr {
	switch e := e.(type) {
	case *imp.Const:
		return &imp.Const{Value: scalar.Convert(scalar.I32, e.Value)}
	case *imp.Var:
		return &imp.Var{Name: k.name(e.Name), Type: scalar.I32}
	case *imp.Convert:
		switch {
		case e.From == scalar.I32:
			return k.expr(e.X)
		case !e.From.IsFloat() && e.From.Size() < 4:
			return &imp.Convert{From: e.From, To: scalar.I32, X: k.expr(e.X)}
		}
	case *imp.At:
		if at := k.narrowAt(e); at != nil {
			return at
		}
	case *imp.Prim:
		if !k.whole(e) {
			break
		}
		out := &imp.Prim{Fn: e.Fn, Type: scalar.I32, Args: make([]imp.Expr, len(e.Args))}
		for i, a := range e.Args {
			out.Args[i] = k.i32Of(a)
		}
		switch e.Fn {
		case scalar.Add, scalar.Sub, scalar.Mul:
			out.Exact = true
		case scalar.Quot, scalar.Rem, scalar.Div, scalar.Mod:
			out.Exact = k.positive(e.Args[1])
		}
		return out
	}
	return &imp.Convert{From: scalar.I64, To: scalar.I32, X: k.wide(e)}
}

// narrowAt is an index function of i32s, nil if not all of it fits.
func (k *kernel) narrowAt(e *imp.At) *imp.At {
	if !k.fits(e.Offset) {
		return nil
	}
	out, sum := &imp.At{Offset: k.i32Of(e.Offset)}, e.Offset
	for _, d := range e.Dims {
		product := imp.Mul(d.Index, d.Stride)
		if sum = imp.Add(sum, product); !k.fits(d.Index) || !k.fits(d.Stride) || !k.fits(product) || !k.fits(sum) {
			return nil
		}
		out.Dims = append(out.Dims, imp.AtDim{Size: k.size(d.Size), Stride: k.i32Of(d.Stride), Index: k.i32Of(d.Index)})
	}
	return out
}

// size is the size of a dimension. What it is computed from is no argument of the kernel,
// unless the kernel computes something else of it: sizes are not printed.
func (k *kernel) size(e imp.Expr) imp.Expr {
	return imp.ReplaceExpr(e, func(e imp.Expr) imp.Expr {
		v, ok := e.(*imp.Var)
		if !ok || k.isParam(v.Name) {
			return e
		}
		return k.expr(v)
	})
}

func (k *kernel) isParam(n name.Name) bool {
	for _, p := range k.params {
		if p == n {
			return true
		}
	}
	return false
}

// index is the number of an element of a block: an i32 if it is to be computed as one, and
// else a u32 made of low halves, if the block has fewer than 2^32 elements.
func (k *kernel) index(block name.Name, elem scalar.Type, e imp.Expr) imp.Expr {
	at, isAt := e.(*imp.At)
	if isAt {
		if narrow := k.narrowAt(at); narrow != nil {
			return narrow
		}
	} else if k.fits(e) {
		return k.i32Of(e)
	}
	if !k.fewElements(block, elem) {
		return k.wide(e)
	}
	if !isAt {
		return k.low(e)
	}
	out := &imp.At{Offset: k.low(at.Offset)}
	for _, d := range at.Dims {
		out.Dims = append(out.Dims, imp.AtDim{Size: k.size(d.Size), Stride: k.low(d.Stride), Index: k.low(d.Index)})
	}
	return out
}

// fewElements reports whether a block may be taken to have fewer than 2^32 elements, and
// requires that of those of the host.
func (k *kernel) fewElements(block name.Name, elem scalar.Type) bool {
	if k.few[block] {
		return true
	}
	if k.own[block] {
		return false
	}
	k.require(compare(scalar.Lt, &imp.Bytes{Block: block}, imp.Int(int64(elem.Size())<<32)))
	return true
}

// low is the low half of an i64.
func (k *kernel) low(e imp.Expr) imp.Expr {
	if c, ok := e.(*imp.Const); ok {
		return &imp.Const{Value: scalar.Convert(scalar.U32, c.Value)}
	}
	if k.fits(e) {
		return &imp.Convert{From: scalar.I32, To: scalar.U32, X: k.i32Of(e)}
	}
	switch e := e.(type) {
	case *imp.Prim:
		if e.Fn == scalar.Add || e.Fn == scalar.Sub || e.Fn == scalar.Mul {
			return &imp.Prim{Fn: e.Fn, Type: scalar.U32, Args: []imp.Expr{k.low(e.Args[0]), k.low(e.Args[1])}}
		}
	case *imp.Convert:
		switch e.From {
		case scalar.I32:
			return &imp.Convert{From: scalar.I32, To: scalar.U32, X: k.expr(e.X)}
		case scalar.U32:
			return k.expr(e.X)
		}
	}
	return &imp.Convert{From: scalar.I64, To: scalar.U32, X: k.wide(e)}
}
