// Package imptest generates random imp programs for tests of readers and writers of the
// IR.
package imptest

import (
	"math"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

type random struct {
	t     *rapid.T
	depth int // maximum nesting of further statements and expressions
	seen  *name.Supply
}

// Program draws a program that is well-formed as text but otherwise arbitrary: any
// statement with any expressions.
func Program(t *rapid.T) *imp.Program {
	r := &random{t, 4, new(name.Supply)}
	p := &imp.Program{Funs: list(r, 2, r.fun)}
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

func one[T any](r *random, choices ...func() T) T {
	return choices[rapid.IntRange(0, len(choices)-1).Draw(r.t, "choice")]()
}

func (r *random) flag() bool { return rapid.Bool().Draw(r.t, "flag") }

var bases = []string{"x", "i", "b", "for", "copy", "mem", "f32", "add", "hold", "alloc", "by", "from", "true", "group_id", "barrier", "else", "in", "lane", "splat", "f32x4", "xs'", "a b"}

func (r *random) name() name.Name {
	n := name.Name{Base: rapid.SampledFrom(bases).Draw(r.t, "base"), ID: rapid.IntRange(0, 3).Draw(r.t, "id")}
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
	return source.Pos{File: rapid.SampledFrom([]string{"a.fut", "b.fut", ""}).Draw(r.t, "file"), Line: rapid.IntRange(1, 99).Draw(r.t, "line"), Col: rapid.IntRange(0, 99).Draw(r.t, "col")}
}

// elem favours i64, whose arithmetic is written with infix operators.
func (r *random) elem() scalar.Type {
	return one(r, func() scalar.Type { return scalar.I64 }, func() scalar.Type { return rapid.SampledFrom(scalar.Types()).Draw(r.t, "elem") })
}

func (r *random) space() imp.Space { return imp.Space(one(r, r.text, func() string { return "" })) }

func (r *random) typ() imp.Type {
	if r.flag() {
		return imp.Type{Space: r.space()}
	}
	return imp.Type{Elem: r.elem(), Lanes: r.lanes()}
}

func (r *random) param() imp.Param { return imp.Param{Name: r.name(), Type: r.typ()} }

func (r *random) fun() *imp.Fun {
	f := &imp.Fun{Name: r.text(), Params: list(r, 3, r.param), Results: list(r, 3, r.param), Body: r.body(), InKernel: r.flag(), Pos: r.pos()}
	if r.flag() {
		f.Entry = &imp.Entry{Params: list(r, 2, r.external), Results: list(r, 2, r.external)}
	}
	return f
}

func (r *random) external() imp.External {
	return imp.External{Name: r.text(), Type: r.text(), Elem: r.elem(), Var: r.name(), Shape: list(r, 2, r.expr), Unique: r.flag()}
}

func (r *random) body() []imp.Stm {
	if r.depth <= 0 {
		return nil
	}
	return list(r, 4, r.stm)
}

func (r *random) deeper() func() {
	r.depth--
	return func() { r.depth++ }
}

func (r *random) fn() scalar.Op { return rapid.SampledFrom(scalar.Ops()).Draw(r.t, "fn") }

func (r *random) expr() imp.Expr {
	defer r.deeper()()
	if r.depth <= 0 {
		return one(r, r.constant, r.variable)
	}
	return one(r, r.constant, r.variable, r.load, r.prim, r.arithmetic, r.arithmetic, r.convert, r.at, r.id, r.splat, r.ramp, r.build, r.lane, r.bytes, r.apart)
}

func (r *random) constant() imp.Expr {
	return &imp.Const{Value: scalar.Int(r.elem(), rapid.Int64().Draw(r.t, "constant"))}
}

func (r *random) variable() imp.Expr {
	return &imp.Var{Name: r.name(), Type: r.elem(), Lanes: r.lanes()}
}

func (r *random) load() imp.Expr {
	return &imp.Load{Block: r.name(), Elem: r.elem(), Index: r.expr(), Lanes: r.lanes()}
}

// lanes favours scalars.
func (r *random) lanes() int {
	return rapid.SampledFrom([]int{0, 0, 0, 1, 2, 4, 16, 100}).Draw(r.t, "lanes")
}

func (r *random) splat() imp.Expr { return &imp.Splat{X: r.expr(), Lanes: r.lanes()} }

func (r *random) ramp() imp.Expr {
	return &imp.Ramp{Base: r.expr(), Step: r.expr(), Lanes: r.lanes()}
}

func (r *random) build() imp.Expr { return &imp.Build{Elems: list(r, 4, r.expr)} }

func (r *random) lane() imp.Expr { return &imp.Lane{X: r.expr(), K: r.lanes()} }

func (r *random) prim() imp.Expr {
	return &imp.Prim{Fn: r.fn(), Type: r.elem(), Args: list(r, 3, r.expr), Exact: r.flag()}
}

func (r *random) arithmetic() imp.Expr {
	fn := rapid.SampledFrom([]scalar.Op{scalar.Add, scalar.Sub, scalar.Mul}).Draw(r.t, "fn")
	return &imp.Prim{Fn: fn, Type: scalar.I64, Args: []imp.Expr{r.expr(), r.expr()}}
}

func (r *random) convert() imp.Expr {
	return &imp.Convert{From: r.elem(), To: r.elem(), X: r.expr()}
}

func (r *random) at() imp.Expr {
	dim := func() imp.AtDim { return imp.AtDim{Size: r.expr(), Stride: r.expr(), Index: r.expr()} }
	return &imp.At{Offset: r.expr(), Dims: append([]imp.AtDim{dim()}, list(r, 2, dim)...)}
}

func (r *random) id() imp.Expr {
	id := &imp.ID{Kind: imp.IDKind(rapid.IntRange(0, int(imp.Threshold)).Draw(r.t, "identity"))}
	if id.Kind == imp.Threshold {
		id.Threshold = rapid.SampledFrom(bases).Draw(r.t, "threshold")
		id.Default = rapid.Int64Range(0, math.MaxInt64).Draw(r.t, "default")
	}
	return id
}

func (r *random) bytes() imp.Expr { return &imp.Bytes{Block: r.name()} }

func (r *random) apart() imp.Expr {
	return &imp.Apart{Written: list(r, 2, r.name), Read: list(r, 2, r.name)}
}

func (r *random) view() imp.View {
	return imp.View{Block: r.name(), Offset: r.expr(), Strides: list(r, 2, r.expr)}
}

func (r *random) arg() imp.Arg {
	if r.flag() {
		return imp.Arg{Block: r.name()}
	}
	return imp.Arg{X: r.expr()}
}

func (r *random) message() imp.MessagePart {
	if r.flag() {
		return imp.MessagePart{Text: r.text()}
	}
	return imp.MessagePart{Arg: r.expr()}
}

func (r *random) optionalName() name.Name {
	if r.flag() {
		return name.Name{}
	}
	return r.name()
}

func (r *random) stm() imp.Stm {
	defer r.deeper()()
	return one(r,
		func() imp.Stm { return &imp.Declare{Name: r.name(), Type: r.elem(), Init: r.expr(), Lanes: r.lanes()} },
		func() imp.Stm { return &imp.Assign{Name: r.name(), X: r.expr()} },
		func() imp.Stm { return &imp.DeclareBlock{Name: r.name(), Space: r.space()} },
		func() imp.Stm {
			return &imp.Alloc{Block: r.name(), Bytes: r.expr(), Space: r.space(), What: r.text(), Pos: r.pos()}
		},
		func() imp.Stm {
			return &imp.Alloc{Block: r.name(), Bytes: r.expr(), Space: r.space(), Pool: r.name(), Offset: r.expr(), What: r.text(), Pos: r.pos()}
		},
		func() imp.Stm { return &imp.AssignBlock{Dst: r.name(), Src: r.optionalName()} },
		func() imp.Stm {
			return &imp.Store{Block: r.name(), Elem: r.elem(), Index: r.expr(), X: r.expr(), Lanes: r.lanes()}
		},
		func() imp.Stm {
			return &imp.Copy{Elem: r.elem(), Shape: list(r, 2, r.expr), Dst: r.view(), Src: r.view()}
		},
		func() imp.Stm {
			return &imp.If{Cond: r.expr(), Then: r.body(), Else: r.body(), General: r.flag()}
		},
		func() imp.Stm {
			return &imp.For{Index: r.name(), Type: r.elem(), Bound: r.expr(), Body: r.body(), Pos: r.pos()}
		},
		func() imp.Stm { return &imp.While{Cond: r.expr(), Body: r.body(), Pos: r.pos()} },
		func() imp.Stm {
			return &imp.Call{Fun: r.text(), Args: list(r, 3, r.arg), Results: list(r, 3, r.name), Pos: r.pos()}
		},
		func() imp.Stm {
			return &imp.Assert{Cond: r.expr(), Message: list(r, 3, r.message), Trace: list(r, 2, r.pos)}
		},
		func() imp.Stm {
			return &imp.Parallel{Label: r.text(), Space: list(r, 2, r.dim), Body: r.body(), Pos: r.pos(), Narrow: r.flag(), Apart: r.flag(), Prescribed: r.flag()}
		},
		func() imp.Stm {
			return &imp.Launch{Label: r.text(), Groups: r.expr(), GroupSize: r.expr(), Shared: list(r, 2, r.shared), Body: r.body(), Pos: r.pos(), Apart: r.flag()}
		},
		func() imp.Stm {
			return &imp.Foreign{Name: r.text(), Args: list(r, 3, r.arg), Results: list(r, 3, r.name), Text: r.text(), Bodies: list(r, 2, r.body), Pos: r.pos()}
		},
		func() imp.Stm { return new(imp.Barrier) },
		r.atomic,
	)
}

func (r *random) dim() imp.SpaceDim { return imp.SpaceDim{Index: r.name(), Count: r.expr()} }

func (r *random) shared() imp.Shared {
	return imp.Shared{Name: r.name(), Bytes: r.expr(), Space: r.space()}
}

func (r *random) atomic() imp.Stm {
	s := &imp.Atomic{Block: r.name(), Elem: r.elem(), Index: r.expr(), X: r.expr(), Old: r.optionalName()}
	s.Kind = imp.AtomicKind(rapid.IntRange(0, int(imp.AtomicCompareExchange)).Draw(r.t, "kind"))
	switch s.Kind {
	case imp.AtomicUpdate:
		s.Fn = r.fn()
	case imp.AtomicCompareExchange:
		s.Expected = r.expr()
	}
	return s
}
