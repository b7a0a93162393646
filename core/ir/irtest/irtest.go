// Package irtest generates random programs for tests of readers and writers of the IR.
package irtest

import (
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// random is a Visitor that fills in the parts that it visits.
type random struct {
	t     *rapid.T
	depth int // maximum nesting of further bodies
	seen  *name.Supply
}

// Exp draws the parts of an operation.
func Exp(t *rapid.T, op string) ir.Exp {
	e, _ := ir.New(op)
	e.Visit(&random{t, 1, new(name.Supply)})
	return e
}

var operations = append(ir.Operations(), "prim", "prim")

// Program draws a program that is well-formed as text but otherwise arbitrary: any
// operation with any operands.
func Program(t *rapid.T) *ir.Program {
	r := &random{t, 2, new(name.Supply)}
	p := &ir.Program{Level: ir.Level(rapid.IntRange(int(ir.Soac), int(ir.Mem)).Draw(t, "level"))}
	p.Funs = list(r, 2, r.fun)
	p.Names = name.NewSupply(r.seen.Last() + rapid.IntRange(0, 3).Draw(t, "further"))
	return p
}

// list draws up to n items; none is nil.
func list[T any](r *random, n int, item func() T) []T {
	var out []T
	for range rapid.IntRange(0, n).Draw(r.t, "length") {
		out = append(out, item())
	}
	return out
}

func (r *random) flag() bool { return rapid.Bool().Draw(r.t, "flag") }

func (r *random) int() int { return rapid.Int().Draw(r.t, "int") }

var bases = []string{"x", "xs", "x'", "n", "in", "let", "true", "f32", "mem", "while", "op", "into", "α", "_", "a_b", "a__", "+^", "a b", "\"", "\xff", "commutative", "level", "at", "i64"}

func (r *random) name() name.Name {
	n := name.Name{Base: rapid.SampledFrom(bases).Draw(r.t, "base"), ID: rapid.IntRange(0, 40).Draw(r.t, "id")}
	r.seen.Seen(n)
	return n
}

func (r *random) text() string {
	return rapid.OneOf(rapid.SampledFrom(bases), rapid.String()).Draw(r.t, "text")
}

func (r *random) pos() source.Pos {
	if r.flag() {
		return source.Pos{}
	}
	file := rapid.OneOf(rapid.SampledFrom([]string{"a.fut", "dir/b-1.fut", "", "12", "-"}), rapid.String()).Draw(r.t, "file")
	return source.Pos{File: file, Line: rapid.IntRange(1, 99).Draw(r.t, "line"), Col: rapid.IntRange(0, 99).Draw(r.t, "col")}
}

func (r *random) elem() scalar.Type { return rapid.SampledFrom(scalar.Types()).Draw(r.t, "elem") }

func (r *random) constant() scalar.Value {
	t := r.elem()
	if t.IsFloat() {
		return scalar.Float(t, rapid.Float64().Draw(r.t, "float"))
	}
	return scalar.Int(t, rapid.Int64().Draw(r.t, "integer"))
}

func (r *random) atom() ir.Atom {
	if r.flag() {
		return ir.Var(r.name())
	}
	return ir.Const(r.constant())
}

func (r *random) typ() ir.Type {
	if rapid.IntRange(0, 4).Draw(r.t, "kind") == 0 {
		return ir.BlockIn(r.space())
	}
	return ir.Type{Elem: r.elem(), Dims: list(r, 3, r.atom)}
}

func (r *random) space() ir.Space {
	if r.flag() {
		return ""
	}
	return ir.Space(r.text())
}

func (r *random) poly() sym.Poly {
	sum := sym.Const(rapid.Int64().Draw(r.t, "constant"))
	for range rapid.IntRange(0, 2).Draw(r.t, "terms") {
		product := sym.Const(rapid.Int64().Draw(r.t, "coefficient"))
		for range rapid.IntRange(0, 3).Draw(r.t, "degree") {
			product = product.Mul(sym.Var(r.name()))
		}
		sum = sum.Add(product)
	}
	// A variable whose coefficient became 0 is not in the text.
	sum.Vars(r.seen.Seen)
	return sum
}

func (r *random) param() ir.Param {
	p := ir.Param{Name: r.name(), Type: r.typ(), Unique: r.flag()}
	if r.flag() {
		p.At = &ir.Loc{Block: r.name(), Index: lmad.LMAD{Offset: r.poly(), Dims: list(r, 2, func() lmad.Dim {
			return lmad.Dim{Size: r.poly(), Stride: r.poly()}
		})}}
	}
	return p
}

func (r *random) params() []ir.Param { return list(r, 3, r.param) }

func (r *random) external() ir.External { return ir.External{Name: r.text(), Type: r.text()} }

func (r *random) fun() *ir.Fun {
	f := &ir.Fun{Name: r.text(), Params: r.params(), Results: r.params(), Body: r.body(), Pos: r.pos()}
	if r.flag() {
		f.Entry = &ir.Entry{Implicit: r.int(), Params: list(r, 2, r.external), Results: list(r, 2, r.external)}
	}
	return f
}

func (r *random) body() *ir.Body {
	if r.depth == 0 {
		return &ir.Body{Result: list(r, 2, r.atom)}
	}
	r.depth--
	defer func() { r.depth++ }()
	return &ir.Body{Stms: list(r, 3, r.stm), Result: list(r, 2, r.atom)}
}

func (r *random) stm() *ir.Stm {
	return &ir.Stm{Pat: r.params(), Exp: r.exp(), Pos: r.pos(), Attrs: list(r, 1, r.attr)}
}

func (r *random) attr() ir.Attr { return ir.Attr{Name: r.text(), Value: r.text()} }

func (r *random) exp() ir.Exp {
	e, _ := ir.New(rapid.SampledFrom(operations).Draw(r.t, "operation"))
	e.Visit(r)
	return e
}

func (r *random) lambda() *ir.Lambda {
	return &ir.Lambda{Params: r.params(), Body: r.body(), Results: list(r, 2, r.typ)}
}

func (r *random) Atom(_ string, a *ir.Atom)          { *a = r.atom() }
func (r *random) Atoms(_ string, as *[]ir.Atom)      { *as = list(r, 3, r.atom) }
func (r *random) Var(_ string, n *name.Name)         { *n = r.name() }
func (r *random) Vars(_ string, ns *[]name.Name)     { *ns = list(r, 3, r.name) }
func (r *random) Int(_ string, i *int)               { *i = r.int() }
func (r *random) Ints(_ string, is *[]int)           { *is = list(r, 3, r.int) }
func (r *random) Flag(_ string, b *bool)             { *b = r.flag() }
func (r *random) Fn(op *scalar.Op)                   { *op = rapid.SampledFrom(scalar.Ops()).Draw(r.t, "fn") }
func (r *random) Elem(t *scalar.Type)                { *t = r.elem() }
func (r *random) Type(_ string, t *ir.Type)          { *t = r.typ() }
func (r *random) FunName(f *string)                  { *f = r.text() }
func (r *random) Trace(t *[]source.Pos)              { *t = list(r, 2, r.pos) }
func (r *random) MemSpace(_ string, s *ir.Space)     { *s = r.space() }
func (r *random) Lambda(label string, l **ir.Lambda) { *l = r.optionalLambda() }
func (r *random) Body(_ string, b **ir.Body)         { *b = r.body() }

func (r *random) optionalLambda() *ir.Lambda {
	if r.flag() {
		return nil
	}
	return r.lambda()
}

func (r *random) Message(m *[]ir.MessagePart) {
	*m = list(r, 3, func() ir.MessagePart {
		if r.flag() {
			return ir.Text(r.text())
		}
		return ir.Arg(r.atom())
	})
}

func (r *random) Slice(_ string, ds *[]ir.SliceDim) {
	*ds = list(r, 3, func() ir.SliceDim {
		switch rapid.IntRange(0, 2).Draw(r.t, "selection") {
		case 0:
			return ir.FixAt(r.atom())
		case 1:
			return ir.RangeOf(r.atom(), r.atom(), ir.Size(1))
		}
		return ir.RangeOf(r.atom(), r.atom(), r.atom())
	})
}

func (r *random) FlatDims(_ string, ds *[]ir.FlatDim) {
	*ds = list(r, 3, func() ir.FlatDim { return ir.FlatDim{Size: r.atom(), Stride: r.atom()} })
}

func (r *random) Dests(_ string, ds *[]ir.Dest) {
	*ds = list(r, 2, func() ir.Dest { return ir.Dest{Array: r.name(), Rank: r.int()} })
}

func (r *random) HistOps(_ string, hs *[]ir.HistOp) {
	*hs = list(r, 2, func() ir.HistOp {
		return ir.HistOp{Dests: list(r, 2, r.name), Rank: r.int(), Operator: r.lambda(), Neutral: list(r, 2, r.atom)}
	})
}

func (r *random) Parallel(_ string, p *ir.Parallel) {
	*p = rapid.SampledFrom([]ir.Parallel{ir.Threads, ir.Groups, ir.InGroup}).Draw(r.t, "parallel")
}

func (r *random) LoopHeader(l *ir.Loop) {
	l.Params = r.params()
	for range l.Params {
		l.Inits = append(l.Inits, r.atom())
	}
	if r.flag() {
		l.Index, l.Bound = r.name(), r.atom()
	}
	if r.flag() {
		l.While = r.name()
	}
}

func (r *random) IndexSpace(s *[]ir.SpaceDim) {
	*s = list(r, 3, func() ir.SpaceDim { return ir.SpaceDim{Index: r.name(), Size: r.atom()} })
}
