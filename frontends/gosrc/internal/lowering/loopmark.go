package lowering

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// loopMark returns the contents, after a Loop of n iterations, of the slices and tensors that it writes.
func (f *frame) loopMark(count lower.Value) lower.Value {
	lit := f.mark.Lit()
	arrays := f.written(lit)
	take := func() {
		for _, sh := range arrays {
			sh.array = f.captured(f.mark.Captured(f.Scope, sh.Expr))
		}
	}
	general := func() []lower.Value {
		take()
		return f.iterations(lit, arrays, count)
	}
	var after []lower.Value
	if ownRows(arrays) {
		after = f.alike(lit, arrays, count.Atom(), func(n ir.Atom) []lower.Value {
			take()
			for _, sh := range arrays {
				sh.first = ir.Size(0)
			}
			return f.mapped(lit, arrays, n, true).Fields()
		}, general)
	} else {
		after = general()
	}
	byKey := map[string]lower.Value{}
	for k, sh := range arrays {
		byKey[sh.Key] = after[k]
	}
	var out []lower.Value
	for _, c := range f.mark.Captures {
		if c.Write {
			out = append(out, byKey[c.Key])
		}
	}
	return lower.Tuple(out...)
}

// loop runs a Loop within an expression. Within another Loop it is an ordinary loop.
func (f *frame) loop(call *ast.CallExpr) {
	lit := ast.Unparen(call.Args[1]).(*ast.FuncLit)
	count := f.expr(call.Args[0])
	if f.inLoop() {
		n := f.b.I64("n", scalar.Max, count.Atom(), ir.Size(0))
		f.repeat(n, []ast.Node{lit}, nil, func(i ir.Atom) {
			f.invoke(&function{lit: lit, frame: f}, []lower.Value{lower.ScalarValue(goInt, i)})
		})
		return
	}
	arrays := f.written(lit)
	for _, sh := range arrays {
		sh.array = f.expr(sh.Expr)
	}
	for k, after := range f.iterations(lit, arrays, count) {
		f.store(f.place(arrays[k].Expr), after)
	}
}

// inLoop reports whether the code of this frame stands in a Loop.
func (f *frame) inLoop() bool {
	for ; f != nil; f = f.outer {
		if f.iterates {
			return true
		}
	}
	return false
}

// written lists the arrays that a Loop writes.
func (f *frame) written(lit *ast.FuncLit) []*shared {
	arrays, _ := independence.Find(independence.Loop{Program: f.program, Scope: f.Scope, Lit: lit})
	out := make([]*shared, len(arrays))
	for k, a := range arrays {
		out[k] = &shared{Array: a, elem: elementType(f.TypeOf(a.Expr), a.Rank)}
	}
	return out
}

// elementType is the type of the elements of a tensor, or of a slice of … of slices that elements of it have
// as many indices of as rank says.
func elementType(t types.Type, rank int) types.Type {
	if elem := program.TensorElem(t); elem != nil {
		return elem
	}
	for range max(1, rank) {
		t = elemOf(t)
	}
	return t
}

// iterations runs the iterations of a Loop, and returns what the arrays that it writes hold then.
//
// Where each iteration has a row or a block of its own, the loop is a map over these. Iterations
// beyond the last one may not touch it: then the arrays get rows of zeros, which nobody reads.
// Of other arrays, iterations return which elements they write, and what.
func (f *frame) iterations(lit *ast.FuncLit, arrays []*shared, count lower.Value) []lower.Value {
	n := f.b.I64("n", scalar.Max, count.Atom(), ir.Size(0))
	fits := ir.Const(scalar.FromBool(true))
	for _, sh := range arrays {
		fits = f.b.All(fits, f.divided(sh, n))
	}
	return f.b.If(fits,
		func() lower.Value { return f.mapped(lit, arrays, n, true) },
		func() lower.Value { return f.mapped(lit, arrays, n, false) }).Fields()
}

// mapped maps the body of a Loop over its iterations; with fits each has its part of the arrays.
func (f *frame) mapped(lit *ast.FuncLit, arrays []*shared, n ir.Atom, fits bool) lower.Value {
	f.nested++
	outer := f.b
	all := outer.Map(n, append([]lower.Value{outer.Iota(n)}, f.parts(arrays, n, fits)...), func(rows []lower.Value) lower.Value {
		index := rows[0].Atom()
		rows = rows[1:]
		for _, sh := range arrays {
			rows = f.begin(sh, index, rows)
			if fits {
				f.holds(sh, n, index)
			}
		}
		inner := &frame{lowerer: f.lowerer, b: f.b, vars: map[*types.Var]*variable{}, Scope: f.Scope, outer: f, iterates: true}
		inner.execute(lit.Type, nil, lit.Body, []argument{{value: lower.ScalarValue(goInt, index)}})
		var out []lower.Value
		for _, sh := range arrays {
			out = append(out, sh.results()...)
			f.end(sh)
		}
		return lower.Tuple(out...)
	})
	outer.Mark(ir.Attr{Name: ir.RegionLoop})
	f.nested--
	results := f.b.Unzip(all).Fields()
	after := make([]lower.Value, len(arrays))
	for k, sh := range arrays {
		m := len(sh.results())
		after[k] = f.after(sh, results[:m], n)
		results = results[m:]
	}
	return lower.Tuple(after...)
}
