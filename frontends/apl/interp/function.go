package interp

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

func evalFn(f *frame, e syntax.Expr) fn {
	switch e := e.(type) {
	case *syntax.Prim:
		return primFn(f, e.Glyph)
	case *syntax.Name:
		return f.get(e.Name).(fn)
	case *syntax.Paren:
		return evalTrain(f, e.Train.Parts)
	case *syntax.Dfn:
		return func(x *Array, y Array) Array {
			in := &frame{map[string]any{"⍵": y}, f, f.extended}
			if x != nil {
				in.vals["⍺"] = *x
			}
			for i, s := range e.Body {
				if s.Guard != nil {
					c := evalArr(in, s.Guard)
					if count(c.Shape) != 1 || c.Data[0] != 0 && c.Data[0] != 1 {
						raise("guard")
					}
					if c.Data[0] == 1 {
						return evalArr(in, s.Exp)
					}
					continue
				}
				v := evalArr(in, s.Exp)
				if _, ok := s.Exp.(*syntax.Assign); !ok || i == len(e.Body)-1 {
					return v
				}
			}
			raise("no result")
			return Array{}
		}
	case *syntax.Axis: // of ↑ and ↓ alone
		glyph, axis := primGlyph(e.Fun), ints(evalArr(f, e.Axis))[0]
		return func(x *Array, y Array) Array {
			if axis > len(y.Shape) {
				raise("RANK ERROR")
			}
			if len(x.Data) != 1 {
				panic(skip{})
			}
			return onAxis(y, axis-1, func(line []float64) []float64 {
				return takeDrop(glyph, ints(*x), Array{[]int{len(line)}, line}).Data
			})
		}
	case *syntax.Operate1:
		return evalOp1(f, evalFn(f, e.Left), primGlyph(e.Left), e.Op.(*syntax.Prim).Glyph)
	case *syntax.Operate2:
		return evalOp2(f, e)
	}
	panic(fmt.Sprintf("no evaluation of %T", e))
}

func primGlyph(e syntax.Expr) string {
	if p, ok := e.(*syntax.Prim); ok {
		return p.Glyph
	}
	return ""
}

func evalTrain(f *frame, parts []syntax.Expr) fn {
	if len(parts) == 1 {
		return evalFn(f, parts[0])
	}
	if len(parts)%2 == 0 {
		g, rest := evalFn(f, parts[0]), evalTrain(f, parts[1:])
		return func(x *Array, y Array) Array { return g(nil, rest(x, y)) }
	}
	g, rest := evalFn(f, parts[1]), evalTrain(f, parts[2:])
	return func(x *Array, y Array) Array {
		right := rest(x, y)
		left := evalFn(f, parts[0])(x, y)
		return g(&left, right)
	}
}

func evalOp1(f *frame, g fn, glyph, op string) fn {
	switch op {
	case "/", "⌿":
		return func(x *Array, y Array) Array {
			if x != nil {
				return windowsArr(g, glyph, *x, y, op == "⌿")
			}
			return reduceArr(g, glyph, y, op == "⌿")
		}
	case "\\", "⍀":
		return func(_ *Array, y Array) Array { return scanArr(g, y, op == "⍀") }
	case "¨":
		return func(x *Array, y Array) Array {
			if x != nil {
				return pervade(f, y, *x, func(b, a float64) float64 { return only(g(ptr(scalarArr(a)), scalarArr(b))) })
			}
			out := Array{y.Shape, nil}
			for _, v := range y.Data {
				out.Data = append(out.Data, only(g(nil, scalarArr(v))))
			}
			return out
		}
	case "⍨":
		return func(x *Array, y Array) Array {
			if x == nil {
				return g(&y, y)
			}
			return g(&y, *x)
		}
	}
	panic("operator " + op)
}

func ptr(a Array) *Array { return &a }

func only(a Array) float64 {
	if len(a.Shape) > 0 {
		raise("nested")
	}
	return a.Data[0]
}

func evalOp2(f *frame, e *syntax.Operate2) fn {
	op := e.Op.(*syntax.Prim).Glyph
	switch op {
	case ".":
		h := evalFn(f, e.Right)
		if e.Left == nil {
			return func(x *Array, y Array) Array {
				out := Array{append(slices.Clone(x.Shape), y.Shape...), nil}
				for _, a := range x.Data {
					for _, b := range y.Data {
						out.Data = append(out.Data, only(h(ptr(scalarArr(a)), scalarArr(b))))
					}
				}
				return out
			}
		}
		g, glyph := evalFn(f, e.Left), primGlyph(e.Left)
		return func(x *Array, y Array) Array { return innerArr(g, glyph, h, *x, y) }
	case "⍣":
		g, n := evalFn(f, e.Left), evalArr(f, e.Right)
		return func(x *Array, y Array) Array {
			for range int(n.Data[0]) {
				y = g(x, y)
			}
			return y
		}
	case "⍤":
		g, ks := evalFn(f, e.Left), ints(evalArr(f, e.Right))
		return func(x *Array, y Array) Array {
			j, k := ks[0], ks[len(ks)-1]
			if x == nil {
				return rankArr(g, nil, y, 0, j)
			}
			return rankArr(g, x, y, j, k)
		}
	case "∘":
		if e.Left.Class() == syntax.Array {
			left, h := evalArr(f, e.Left), evalFn(f, e.Right)
			return func(_ *Array, y Array) Array { return h(&left, y) }
		}
		g, h := evalFn(f, e.Left), evalFn(f, e.Right)
		return func(x *Array, y Array) Array { return g(x, h(nil, y)) }
	}
	panic("operator " + op)
}

// rankArr applies g to the cells of rank k of y, and of rank j of x, if there is one.
func rankArr(g fn, x *Array, y Array, j, k int) Array {
	own := func(rank int, a Array) int {
		if rank < 0 {
			return max(0, len(a.Shape)+rank)
		}
		return rank
	}
	k = own(k, y)
	if x != nil {
		j = own(j, *x)
	}
	cell := func(a Array, rank, i int) Array {
		shape := a.Shape[len(a.Shape)-min(rank, len(a.Shape)):]
		n := count(shape)
		return Array{shape, a.Data[i*n : (i+1)*n]}
	}
	frame := y.Shape[:len(y.Shape)-min(k, len(y.Shape))]
	cells := func(i int) Array { return g(nil, cell(y, k, i)) }
	if x != nil {
		outer := x.Shape[:len(x.Shape)-min(j, len(x.Shape))]
		if len(outer) > 0 && len(frame) > 0 && !slices.Equal(outer, frame) {
			raise("frames")
		}
		left, right := len(outer) > 0, len(frame) > 0
		if !right {
			frame = outer
		}
		cells = func(i int) Array {
			l := cell(*x, j, i*int(truth(left)))
			return g(&l, cell(y, k, i*int(truth(right))))
		}
	}
	out := Array{slices.Clone(frame), nil}
	if count(frame) == 0 {
		panic(skip{})
	}
	var shape []int
	for i := range count(frame) {
		c := cells(i)
		if i > 0 && !slices.Equal(c.Shape, shape) {
			panic(skip{}) // cells of different extents, which APL fills
		}
		shape = c.Shape
		out.Data = append(out.Data, c.Data...)
	}
	out.Shape = slices.Concat(out.Shape, shape)
	return out
}
